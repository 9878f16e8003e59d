/** What the corpus says to people who look into the log. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}
