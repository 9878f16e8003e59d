/** Rows of an answer. `cut`: there were more than asked for. */
export interface QueryAnswer {
  columns: string[];
  rows: (string | number | null)[][];
  cut: boolean;
}

export interface QueryLimits {
  milliseconds: number;
  rows: number;
}

export const queryLimits: QueryLimits = { milliseconds: 2_000, rows: 1_000 };

/** The image does not hold; the sentence says what does not. */
export class ImageBroken extends Error {
  override readonly name = 'ImageBroken';
}

/** Journal bytes of whole groups; `last` is the sequence number of their last event. */
export interface Held {
  last: number;
  bytes: Buffer;
}

/** What the image is built from, asked for when something wants the image. */
export interface ImageSource {
  /** The image on the disk, if there is one. */
  image(): Promise<Uint8Array | undefined>;
  /** Groups that hold events after that number. */
  groupsAfter(seq: number): readonly Held[];
  /** Told when that image does not hold, and why: it is then built from the groups alone. */
  broken(why: string): void;
}

/** The ledger as an SQLite file in memory, off the main thread. It costs nothing until something wants it, and then catches up. */
export interface Image {
  /**
   * Takes over an image's bytes and gives its events as JSON, a newline after each, in pieces while it reads on.
   * Rejects with ImageBroken, and then what was given does not hold.
   */
  load(bytes: Uint8Array, given: (lines: Uint8Array) => void): Promise<void>;
  /** The file's bytes with every event up to `seq`. */
  export(): Promise<{ bytes: Uint8Array; seq: number }>;
  /** One read-only statement. */
  query(sql: string, parameters: readonly (string | number | null)[], limits?: Partial<QueryLimits>): Promise<QueryAnswer>;
  close(): Promise<void>;
}

export type MakeImage = (source: ImageSource) => Image;
