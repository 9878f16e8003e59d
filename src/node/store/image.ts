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

/** The image does not hold; the sentence says what does not. */
export class ImageBroken extends Error {
  override readonly name = 'ImageBroken';
}

/** What an image is built from, asked for whenever its worker has to start anew. */
export interface ImageSource {
  /** The image on the disk, if there is one. */
  image(): Promise<Uint8Array | undefined>;
  /** Journal bytes of the events after it. */
  groups(): readonly Buffer[];
}

/** The ledger as an SQLite file in memory, off the main thread. */
export interface Image {
  /** Takes over an image's bytes and gives its events as JSON, one a line. Rejects with ImageBroken. */
  load(bytes: Uint8Array): Promise<Uint8Array>;
  /** Journal bytes that follow on what was there. Costs nothing while nothing has asked for the image. */
  apply(groups: Uint8Array): void;
  /** The file's bytes with everything applied so far, which ends with event `seq`. */
  export(): Promise<{ bytes: Uint8Array; seq: number }>;
  /** One read-only statement. */
  query(sql: string, parameters: readonly (string | number | null)[], limits?: Partial<QueryLimits>): Promise<QueryAnswer>;
  close(): Promise<void>;
}

export type MakeImage = (source: ImageSource) => Image;
