/** Wrong options (`exit` 2), or a stop so that nothing is lost (`exit` 3): what the program would say and end with. */
export class ChannelDoctorError extends Error {
  override readonly name = 'ChannelDoctorError';
  readonly exit: number;

  constructor(message: string, exit: number) {
    super(message);
    this.exit = exit;
  }
}
