/** Port: the content-addressed store of raw bytes and extracted texts, shared by the runs of one `.research` folder. */

/** Lower-case hexadecimal SHA-256. */
export type Sha256 = string;

export interface Archive {
  /** Writes once; the same bytes again cost nothing. The file is flushed before this resolves. */
  putBytes(bytes: Uint8Array): Promise<Sha256>;
  putText(text: string): Promise<Sha256>;
  getBytes(hash: Sha256): Promise<ArchivedBytes>;
  getText(hash: Sha256): Promise<ArchivedText>;
}

/** `altered`: a file is there, and its content has another hash. What does not hold says so. */
export type ArchivedText = { state: 'holds'; text: string } | { state: 'altered'; text: string; actual: Sha256 } | { state: 'missing' };
export type ArchivedBytes = { state: 'holds'; bytes: Uint8Array } | { state: 'altered'; bytes: Uint8Array; actual: Sha256 } | { state: 'missing' };
