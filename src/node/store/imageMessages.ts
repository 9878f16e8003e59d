import { type QueryAnswer } from './image';

/** What crosses to the image's thread and back. */
export type ImageWork =
  | { kind: 'load'; bytes: Uint8Array }
  | { kind: 'apply'; bytes: Uint8Array }
  | { kind: 'export' }
  | { kind: 'query'; sql: string; parameters: readonly (string | number | null)[]; rows: number };

export type ImageRequest = ImageWork & { id: number };

export interface ImageAnswer {
  id: number;
  value: { seq: number } | { bytes: Uint8Array; seq: number } | QueryAnswer | null;
  /** A part of the answer; more follows. */
  piece?: Uint8Array;
  failed?: { broken: boolean; message: string };
}

/** The value that each kind of work is answered with. */
export interface ImageValue {
  load: { seq: number };
  apply: null;
  export: { bytes: Uint8Array; seq: number };
  query: QueryAnswer;
}
