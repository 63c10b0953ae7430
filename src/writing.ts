// An interruption waits until what is being written stands whole: a few milliseconds.

let writing: Promise<unknown> = Promise.resolve();

/** Settles when nothing is being written. */
export const untilWritten = (): Promise<unknown> => writing;

export function whileWriting<T>(work: Promise<T>): Promise<T> {
  writing = work.catch(() => {});
  return work;
}
