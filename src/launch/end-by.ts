// This process's own end.

/** As if the signal had hit this process itself: whoever waits for it sees the same end. */
export function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
