import { type Change, type Table } from '../immutable';
import { remembered } from '../once';
import { type RunEvent } from '../run/event';
import { type Revision } from './records';

export interface BlockState {
  id: string;
  /** All revisions, oldest first; the last is current. */
  revisions: readonly Revision[];
}

export interface Review {
  block: string;
  revision: number;
  sentence: number;
  verdict: 'approved' | 'rejected';
  reason: string | null;
  by: string;
}

export interface ArticleState {
  blocks: Table<BlockState>;
  /** Block ids in reading order. */
  order: readonly string[];
  /** One entry a publication; version n is the n-th. */
  versions: readonly { version: number; at: string; block: string; revision: number; why: string | null }[];
  reviews: readonly Review[];
  /** File name → hash of what we wrote into it last. */
  written: Table<string>;
}

export const emptyArticle: ArticleState = { blocks: {}, order: [], versions: [], reviews: [], written: {} };

/** Undefined when there is none of that id; a name such as `constructor` is no part. */
export const blockOf = ({ blocks }: Pick<ArticleState, 'blocks'>, id: string): BlockState | undefined => (Object.hasOwn(blocks, id) ? blocks[id] : undefined);

export const currentRevision = (block: BlockState): Revision => {
  const last = block.revisions.at(-1);
  if (!last) throw new Error(`block ${block.id} has no revision`);
  return last;
};

/** Current revisions in reading order. */
export const currentBlocks = remembered((article: ArticleState): readonly Revision[] =>
  article.order.flatMap((id) => { const block = article.blocks[id]; return block ? [currentRevision(block)] : []; }));

/** The revisions that were current after the n-th publication, in reading order. */
export function articleAt(article: ArticleState, version: number): Revision[] {
  const current = new Map<string, number>();
  for (const { block, revision } of article.versions.slice(0, version)) current.set(block, revision);
  return article.order.flatMap((id) => {
    const n = current.get(id);
    const revision = n === undefined ? undefined : article.blocks[id]?.revisions[n - 1];
    return revision ? [revision] : [];
  });
}

export function reduceArticle(state: ArticleState, event: RunEvent, by: Change): ArticleState {
  switch (event.type) {
    case 'block.published': {
      const { revision, after } = event.data;
      const { block: id } = revision;
      const known = state.blocks[id];
      return {
        ...state,
        blocks: by.put(state.blocks, id, { id, revisions: [...(known?.revisions ?? []), revision] }),
        order: known ? state.order : place(state.order, id, after),
        versions: by.appended(state.versions, { version: state.versions.length + 1, at: event.at, block: id, revision: revision.revision, why: revision.why }),
      };
    }
    case 'article.written':
      return { ...state, written: by.put(state.written, event.data.file, event.data.sha256) };
    case 'sentence.reviewed':
      return { ...state, reviews: by.appended(state.reviews, event.data) };
    default:
      return state;
  }
}

function place(order: readonly string[], id: string, after: string | null): string[] {
  const at = after === 'first' ? 0 : after === null ? order.length : order.indexOf(after) + 1;
  return at === 0 && after !== 'first' ? [...order, id] : [...order.slice(0, at), id, ...order.slice(at)];
}
