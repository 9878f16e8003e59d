import { inNumber } from '../ids';
import { remembered } from '../once';
import { type Provenance } from '../source/records';
import { groupBy, type LiveLedger } from './live';
import { type Evidence } from './records';

/**
 * Independence (section 5 of the design): sources joined by repost, near-duplicate text, shared author, organisation or data
 * set, or where one takes its evidence for this claim from another, are one voice for that claim.
 */
export interface Voice {
  /** Sources that speak for or against the claim, in the order of their ids. */
  sources: readonly string[];
  /** All sources that provenance joins with them, whether or not they speak on the claim. */
  readonly joined: ReadonlySet<string>;
  /** Why they are one, a sentence an edge; empty for a source that stands alone. */
  readonly why: readonly string[];
}

/** Edges by reach: those that join for every claim, as groups, and those that join for one. */
export interface Joins {
  readonly everywhere: Union;
  /** Sources, and the edges between them, by the root of their group. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly edges: ReadonlyMap<string, readonly Provenance[]>;
  readonly byClaim: ReadonlyMap<string, readonly Provenance[]>;
  /** Sources that take what they say on a claim from another, by claim. */
  readonly taking: ReadonlyMap<string, ReadonlySet<string>>;
}

export const joinsOf = remembered((provenance: readonly Provenance[]): Joins => {
  const everywhere = new Union();
  // To cite is not to repeat: such an edge joins only the claim whose evidence was taken from the other.
  const edges = provenance.filter(({ claim, relation }) => claim === null && relation !== 'cites');
  for (const { from, to } of edges) everywhere.join(from, to);
  const byClaim = groupBy(provenance.filter(({ claim }) => claim !== null), ({ claim }) => claim ?? '');
  const taking = new Map([...byClaim].map(([claim, own]) => [claim, new Set(own.flatMap(({ from, relation }) => (relation === 'cites' || relation === 'reposts' ? from : [])))]));
  return { everywhere, members: everywhere.members(), edges: groupBy(edges, ({ from }) => everywhere.find(from)), byClaim, taking };
});

/**
 * The voices of a claim over the given evidence. A calculation or inference adds no voice to those of its premises: a source
 * that speaks only through one joins the others that it stands on.
 */
export function voicesOf(ledger: LiveLedger, joins: Joins, claim: string, evidence: readonly Evidence[]): Voice[] {
  if (evidence.length === 0) return [];
  const scoped = joins.byClaim.get(claim) ?? [];
  // Groups joined for every claim are joined further for this one.
  const groups = new Union();
  const groupOf = (id: string): string => groups.find(joins.everywhere.find(id));
  const join = (a: string, b: string): boolean => groups.join(joins.everywhere.find(a), joins.everywhere.find(b));
  for (const { from, to } of scoped) join(from, to);

  const direct = new Set(evidence.flatMap(({ source }) => source ?? []));
  const reasons: { source: string; why: string }[] = [];
  for (const item of evidence.filter(({ source }) => source === null)) {
    const ids = inNumber(ledger.sourcesOf(item).map(({ id }) => id));
    const anchor = ids.find((id) => direct.has(id)) ?? ids[0];
    for (const id of ids) {
      if (anchor === undefined || id === anchor || direct.has(id)) continue;
      if (join(id, anchor)) reasons.push({ source: id, why: `${id} speaks here only through ${item.id}, which also stands on ${anchor}.` });
    }
  }

  const speaking = inNumber(new Set(evidence.flatMap((item) => ledger.sourcesOf(item).map(({ id }) => id))));
  const joinedGroups = groups.members();
  return [...groupBy(speaking, groupOf).entries()].map(([root, sources]) => {
    const roots = joinedGroups.get(root) ?? [root];
    const joined = (): ReadonlySet<string> => new Set([...roots.flatMap((one) => joins.members.get(one) ?? [one]), ...sources]);
    return new CountedVoice(sources, joined, (all) => {
      const edges = [...roots.flatMap((one) => joins.edges.get(one) ?? []), ...scoped.filter(({ from, to }) => all.has(from) && all.has(to))];
      return [...edges.map(describe), ...reasons.filter(({ source }) => all.has(source)).map(({ why }) => why)];
    });
  });
}

/** Most voices are counted, and nobody asks who is joined with them and why. */
class CountedVoice implements Voice {
  readonly #joined: () => ReadonlySet<string>;
  readonly #why: (joined: ReadonlySet<string>) => readonly string[];

  constructor(readonly sources: readonly string[], joined: () => ReadonlySet<string>, why: (joined: ReadonlySet<string>) => readonly string[]) {
    this.#joined = joined;
    this.#why = why;
  }

  get joined(): ReadonlySet<string> {
    return this.#joined();
  }

  get why(): readonly string[] {
    return this.#why(this.#joined());
  }
}

const verbs: Record<Provenance['relation'], string> = {
  'reposts': 'reposts', 'cites': 'takes this from', 'shares-data': 'shares its data with', 'same-author': 'has an author in common with', 'same-organisation': 'is of the same organisation as',
};

const describe = ({ from, to, relation, why }: Provenance): string => `${from} ${verbs[relation]} ${to} (${why.replace(/\.$/, '')}).`;

/** Disjoint sets of ids. An id that was never joined stands alone. */
export class Union {
  readonly #parents = new Map<string, string>();

  find(id: string): string {
    let root = id;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; parent = this.#parents.get(root)) root = parent;
    if (root !== id) this.#parents.set(id, root);
    return root;
  }

  /** Whether the two were apart until now. */
  join(a: string, b: string): boolean {
    const [one, other] = [this.find(a), this.find(b)];
    if (one === other) return false;
    const [low, high] = Number(one.slice(1)) < Number(other.slice(1)) ? [one, other] : [other, one];
    this.#parents.set(high, low);
    this.#parents.set(low, low);
    return true;
  }

  members(): Map<string, string[]> {
    return groupBy([...this.#parents.keys()], (id) => this.find(id));
  }
}
