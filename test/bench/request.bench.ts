import { type ModelMessage, type ModelRequest } from '../../src/core/request/modelClient';
import { deepResearch } from '../fakes/deepResearch';
import { bytesOf, median, partsOf, shares } from '../fakes/requestShape';

/**
 * What a request of a deep research of 54 turns costs: ours against the whole transcript of the same run, which every server's cache
 * holds and which grows for ever. Then where the bytes of a late request are, beside those of turn 10.
 */
export interface Row {
  what: string;
  ours: number;
  peer: number;
  ratio: number;
  met: boolean;
}

/** Numbers to reach: per cent identical in the median, pairs in which less than half is, growth from turn 10. */
const reach = { identical: 70, broken: 13, growth: 1.5 };
/** A late turn of research, before the run finalizes. */
const late = 47;

export async function rows(): Promise<Row[]> {
  const { model } = await deepResearch();
  const ours = model.requests.filter(({ about }) => about.worker === 'main');
  const peer = transcripts(ours);
  const both = (measure: (requests: ModelRequest[]) => number): [number, number] => [measure(ours), measure(peer)];
  const row = (what: string, [mine, others]: [number, number], met: (mine: number) => boolean, ratio = mine / others): Row => ({ what, ours: round(mine), peer: round(others), ratio: round(ratio), met: met(mine) });
  const against = (turn: number) => (requests: ModelRequest[]) => bytesOf(at(requests, turn)) / bytesOf(at(requests, 10));
  const broken = both((requests) => shares(requests).filter((share) => share < 0.5).length);
  const [before, now] = [partsOf(at(ours, 10)), partsOf(at(ours, late))];
  return [
    row('request identical to the one before from its start, median of 53 pairs, %', both((requests) => 100 * median(shares(requests))), (percent) => percent >= reach.identical),
    row('pairs of 53 in which less than half is identical', broken, (pairs) => pairs <= reach.broken, broken[1] / Math.max(1, broken[0])),
    row('request at turn 54 / at turn 10', both(against(54)), (times) => times <= reach.growth),
    row('largest request / that at turn 10', both((requests) => Math.max(...requests.map((_, index) => against(index + 1)(requests)))), (times) => times <= reach.growth),
    ...[...now].map(([part, bytes]) => row(`turn ${late} beside turn 10, ${part}, bytes`, [bytes, before.get(part) ?? 0], () => true, bytes / Math.max(1, before.get(part) ?? 0))),
  ];
}

/** The same run as one growing conversation: every exchange from the first, and no state of now. */
function transcripts(requests: readonly ModelRequest[]): ModelRequest[] {
  const said: ModelMessage[] = [];
  return requests.map((request) => {
    const newest = request.messages.findLastIndex(({ role }) => role === 'assistant');
    if (newest >= 0) said.push(...request.messages.slice(newest, -1));
    return { ...at(requests, 3), about: request.about, messages: [...at(requests, 3).messages.slice(0, 2), ...said] };
  });
}

function at(requests: readonly ModelRequest[], turn: number): ModelRequest {
  const request = requests[turn - 1];
  if (!request) throw new Error(`The run has no turn ${turn}.`);
  return request;
}

const round = (value: number): number => Math.round(value * 100) / 100;
