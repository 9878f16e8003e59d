import { type Cancelled, type Handle, type RequestResult, type ToolSpec } from '../researcher/researcher';
import { type Writing } from './preview';

/** Stands for the editor where what was learnt of a server names one. */
export const editorServer = 'editor';

/** What is sent to a model, in no provider's own form. A client writes it in the words of its server. */
export interface ModelRequest {
  messages: readonly ModelMessage[];
  tools: readonly ToolSpec[];
  /** Output tokens asked for at most; null leaves it to the server. */
  maxOutput: number | null;
  /** Whose turn this is; not sent. A replay finds its answer by it. */
  about: { worker: string; turn: number };
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls: readonly ModelCall[] }
  | { role: 'tool'; call: string; content: string };

export interface ModelCall {
  id: string;
  name: string;
  /** As the model wrote them: JSON when all is well. */
  arguments: string;
}

export interface ModelAnswer {
  text: string;
  calls: readonly ModelCall[];
  /** `stop`, `tool_calls`, `length`, … as the server says; null when it ended without saying. */
  finish: string | null;
  model: string;
}

/**
 * Port: one model behind one server. Never sends a request twice by itself, and never throws for what a server does. Where the
 * server works on without a connection, the client keeps the handle of the answer before it waits for it, and uses the kept one.
 */
export interface ModelClient {
  readonly name: string;
  /** False: tools are described in the instructions and calls are read from the text. */
  readonly tools: boolean;
  /** What is sent for a request, to the letter, for the record; absent where it is sent as it is. */
  written?(request: ModelRequest): string;
  /** `onWriting` hears of the answer while it is written, where the server tells it. */
  /** Gives up the answer of a kept handle; never rejects for what a server does. Absent where no server works on without a connection. */
  cancel?(handle: string): Promise<Cancelled>;
  complete(request: ModelRequest, signal: AbortSignal, onWriting: (writing: Writing) => void, handle: Handle): Promise<RequestResult<ModelAnswer>>;
}
