import { byId } from '../immutable';
import { type RunState } from '../run/state';
import { type ArchivedWork } from '../source/provenanceRules';
import { type Snapshot } from '../source/records';
import { type ToolContext } from './tool';

type Content = Pick<ArchivedWork, 'text' | 'links'>;

/** Reads what is archived before a decision is made; gives the works as they stand when it is: sources that were opened side by side included. */
export async function archivedWorks({ state, library }: Pick<ToolContext, 'state' | 'library'>): Promise<(state: RunState) => ArchivedWork[]> {
  const read = new Map(await Promise.all([...lastSnapshots(state)].map(async (snapshot): Promise<[string, Content]> => {
    const [{ text }, { links }] = await Promise.all([library.text(snapshot), library.structure(snapshot)]);
    return [snapshot.id, { text, links }];
  })));
  const contentOf = (snapshot: Snapshot): Content | null => {
    const kept = read.get(snapshot.id) ?? library.kept(snapshot);
    return kept && 'structure' in kept ? { text: kept.text, links: kept.structure.links } : kept;
  };
  return (now) => [...lastSnapshots(now)].flatMap((snapshot) => {
    const [source, content] = [byId('source', now.source.sources, snapshot.source), contentOf(snapshot)];
    return source && content ? [{ source, snapshot, ...content }] : [];
  });
}

/** The last archived version of every source. */
const lastSnapshots = ({ source }: RunState): Iterable<Snapshot> => new Map(source.snapshots.map((snapshot) => [snapshot.source, snapshot])).values();
