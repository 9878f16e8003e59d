import { type RunEvent } from '../run/event';
import { roundMoney } from '../run/records';
import { say, type Said, type Words } from '../run/said';
import { lengthOf } from '../run/storedText';
import { axes, outerAxes, type Amounts, type Axis, type DepthIntent, type Settlement } from './events';

/** The four figures of a resource axis. `grant` null: no limit. */
export interface Meter {
  grant: number | null;
  spent: number;
  reserved: number;
  unknown: number;
}

export type Depth = 'standard' | 'recorded-pending' | 'deep' | 'unknown';

/** Amounts set aside for a child, a check or the end, and how much of them is left. */
export interface Reservation {
  id: string;
  purpose: Words;
  left: Amounts;
}

export interface BudgetState {
  meters: Readonly<Record<Axis, Meter>>;
  /** Limits that were set explicitly: they outrank both columns. */
  explicit: readonly Axis[];
  deadline: string | null;
  depth: Depth;
  /** Deep was asked for, and nothing is decided yet. */
  wish: { intent: DepthIntent; reason: string; said?: Said | null | undefined } | null;
  reservations: Readonly<Record<string, Reservation>>;
  /** Calls that have started and not settled. */
  open: Readonly<Record<string, { spends: Amounts; reservation: string | null; units: number }>>;
  /** Tokens and cost as far as servers said; `unknownRequests` counts answers without usage, `unknownCosts` those whose cost nobody knows. */
  usage: { input: number | null; cached: number | null; output: number | null; cost: number | null; unknownRequests: number; unknownCosts: number };
  /** UTF-16 code units sent and tokens counted of the requests whose usage is known: what estimates are calibrated by. */
  measured: { units: number; tokens: number };
  decisions: readonly { at: string; what: Said; reason: Words }[];
}

const emptyMeter: Meter = { grant: null, spent: 0, reserved: 0, unknown: 0 };

/** Undefined when there is none of that name; a name such as `constructor` from a log is no reservation. */
export const reservationOf = ({ reservations }: Pick<BudgetState, 'reservations'>, id: string | null): Reservation | undefined => (id !== null && Object.hasOwn(reservations, id) ? reservations[id] : undefined);

export const emptyBudget: BudgetState = {
  meters: Object.fromEntries(axes.map((axis) => [axis, emptyMeter])) as Record<Axis, Meter>,
  explicit: [], deadline: null, depth: 'standard', wish: null, reservations: {}, open: {},
  usage: { input: null, cached: null, output: null, cost: null, unknownRequests: 0, unknownCosts: 0 },
  measured: { units: 0, tokens: 0 },
  decisions: [],
};

/** Made with the grant and released when the run turns to finalizing: what was kept for the end is then free for it. */
export const finalizationId = 'finalization';

const entries = (amounts: Amounts): [Axis, number][] => Object.entries(amounts) as [Axis, number][];

function move(meters: BudgetState['meters'], amounts: Amounts, change: (meter: Meter, amount: number) => Meter): BudgetState['meters'] {
  const next = { ...meters };
  for (const [axis, amount] of entries(amounts)) next[axis] = change(next[axis], amount);
  return next;
}

const sum = (a: number | null, b: number | null): number | null => (b === null ? a : (a ?? 0) + b);

/** What `amounts` takes out of a reservation, and what it takes beyond it. */
export function drawn(left: Amounts, amounts: Amounts): { inside: Amounts; beyond: Amounts } {
  const inside: Amounts = {};
  const beyond: Amounts = {};
  for (const [axis, amount] of entries(amounts)) {
    const within = Math.min(amount, left[axis] ?? 0);
    if (within > 0) inside[axis] = within;
    if (amount > within) beyond[axis] = amount - within;
  }
  return { inside, beyond };
}

const minus = (left: Amounts, amounts: Amounts): Amounts => {
  const next: Amounts = { ...left };
  for (const [axis, amount] of entries(amounts)) next[axis] = Math.max(0, (next[axis] ?? 0) - amount);
  return next;
};

const plus = (left: Amounts, amounts: Amounts): Amounts => {
  const next: Amounts = { ...left };
  for (const [axis, amount] of entries(amounts)) next[axis] = (next[axis] ?? 0) + amount;
  return next;
};

/** Meters are a fold of the run's events: nobody adds to them from anywhere else. */
export function reduceBudget(state: BudgetState, event: RunEvent): BudgetState {
  switch (event.type) {
    case 'budget.granted': {
      const { grant, explicit, deadline, finalization } = event.data;
      let meters = move(state.meters, grant, (meter, amount) => ({ ...meter, grant: amount }));
      meters = move(meters, finalization, (meter, amount) => ({ ...meter, reserved: meter.reserved + amount }));
      return { ...state, meters, explicit, deadline, reservations: { ...state.reservations, [finalizationId]: { id: finalizationId, purpose: say('publish and finish'), left: finalization } } };
    }
    case 'budget.reserved': {
      const { id, purpose, said, amounts } = event.data;
      return {
        ...state,
        meters: move(state.meters, amounts, (meter, amount) => ({ ...meter, reserved: meter.reserved + amount })),
        reservations: { ...state.reservations, [id]: { id, purpose: said ?? purpose, left: amounts } },
      };
    }
    case 'budget.released':
      return released(state, event.data.id);
    case 'run.ended':
      // A run that ended of itself never turned to its end: what is asked of it later may use what it kept for that.
      return released(state, finalizationId);
    case 'call.started': {
      const { id, spends, reservation, sent } = event.data;
      const held = reservationOf(state, reservation);
      const { inside, beyond } = drawn(held?.left ?? {}, spends);
      return {
        ...state,
        open: { ...state.open, [id]: { spends, reservation, units: lengthOf(sent) } },
        // What a reservation holds is reserved already; only what goes beyond it is new.
        meters: move(state.meters, beyond, (meter, amount) => ({ ...meter, reserved: meter.reserved + amount })),
        reservations: held ? { ...state.reservations, [held.id]: { ...held, left: minus(held.left, inside) } } : state.reservations,
      };
    }
    case 'call.settled': {
      const { id, settlement, usage } = event.data;
      const call = state.open[id];
      if (!call) return state;
      const { [id]: _settled, ...open } = state.open;
      const { tokens: _tokens, money: _money, ...counted } = call.spends;
      const held = reservationOf(state, call.reservation);
      // A released cost goes back to where it came from: to its reservation while that stands, else to the general budget.
      const back = settlement === 'released' && held !== undefined;
      const meters = move(state.meters, counted, (meter, amount) => (back ? meter : settle(meter, amount, settlement)));
      return {
        ...state, open, usage: countUsage(state, usage, settlement, call.spends),
        measured: usage?.input == null ? state.measured : { units: state.measured.units + call.units, tokens: state.measured.tokens + usage.input },
        meters: settleOuter(meters, call.spends, settlement, usage),
        reservations: back ? { ...state.reservations, [held.id]: { ...held, left: plus(held.left, counted) } } : state.reservations,
      };
    }
    case 'time.passed':
      return { ...state, meters: move(state.meters, { milliseconds: event.data.milliseconds }, (meter, amount) => ({ ...meter, spent: meter.spent + amount })) };
    case 'turn.answered':
      return event.data.worker === 'main' ? { ...state, meters: move(state.meters, { turns: 1 }, (meter, amount) => ({ ...meter, spent: meter.spent + amount })) } : state;
    case 'scope.frozen':
      // The user may have set another when the scope was asked.
      return { ...state, deadline: event.data.scope.deadline ?? state.deadline };
    case 'depth.wanted': {
      // Another's wish does not take the place of the user's own.
      const wish = state.wish?.intent === 'user' ? state.wish : event.data;
      return decided({ ...state, wish }, event.at, wanted[event.data.intent], event.data.said ?? event.data.reason);
    }
    case 'depth.decided': {
      const depth = event.data.granted && state.depth !== 'deep' ? 'recorded-pending' : state.depth;
      return decided({ ...state, depth, wish: null }, event.at, event.data.granted ? say('deep granted') : say('deep refused'), event.data.said ?? event.data.reason);
    }
    case 'depth.applied': {
      // What was applied stays applied, once.
      if (state.depth === 'deep') return state;
      if (!follows(state, event.data.grant)) return decided({ ...state, depth: 'unknown' }, event.at, say('depth unknown'), say('deep was applied without a decision that allows it'));
      return decided({ ...state, depth: 'deep', meters: move(state.meters, event.data.grant, (meter, amount) => ({ ...meter, grant: amount })) }, event.at, say('deep in force'), say('the meters stand on the deep grant'));
    }
    case 'depth.unreadable':
      return state.depth === 'deep' ? state : decided({ ...state, depth: 'unknown' }, event.at, say('depth unknown'), event.data.problem);
    default:
      return state;
  }
}

function released(state: BudgetState, id: string): BudgetState {
  const held = reservationOf(state, id);
  if (!held) return state;
  const { [id]: _gone, ...reservations } = state.reservations;
  return { ...state, reservations, meters: move(state.meters, held.left, (meter, amount) => ({ ...meter, reserved: meter.reserved - amount })) };
}

/** Deep is applied after it was granted, raises limits, and leaves those alone that were set explicitly. */
const follows = ({ depth, meters, explicit }: BudgetState, grant: Amounts): boolean =>
  depth === 'recorded-pending' && entries(grant).every(([axis, amount]) => !explicit.includes(axis) && amount >= (meters[axis].grant ?? Infinity));

function settle(meter: Meter, amount: number, settlement: Settlement): Meter {
  const reserved = meter.reserved - amount;
  if (settlement === 'released') return { ...meter, reserved };
  return settlement === 'spent' ? { ...meter, reserved, spent: meter.spent + amount } : { ...meter, reserved, unknown: meter.unknown + amount };
}

/** Who wants deep, as a decision begins. */
const wanted: Record<DepthIntent, Said> = { user: say('deep wanted (user)'), template: say('deep wanted (template)'), suggestion: say('deep wanted (suggestion)'), researcher: say('deep wanted (researcher)') };

function decided(state: BudgetState, at: string, what: Said, reason: Words): BudgetState {
  return { ...state, decisions: [...state.decisions, { at, what, reason }] };
}

type CallUsage = Extract<RunEvent, { type: 'call.settled' }>['data']['usage'];

function countUsage(state: BudgetState, usage: CallUsage, settlement: string, spends: Amounts): BudgetState['usage'] {
  if (spends.requests === undefined || settlement === 'released') return state.usage;
  const { usage: known } = state;
  if (usage === null) return { ...known, unknownRequests: known.unknownRequests + 1, unknownCosts: known.unknownCosts + 1 };
  return {
    input: sum(known.input, usage.input), cached: sum(known.cached, usage.cached), output: sum(known.output, usage.output), cost: sum(known.cost, usage.cost),
    unknownRequests: known.unknownRequests + (usage.input === null ? 1 : 0),
    unknownCosts: known.unknownCosts + (usage.cost === null ? 1 : 0),
  };
}

/** What the server says it used takes the place of what was expected; what it does not say stays unknown, at least at that. */
function settleOuter(meters: BudgetState['meters'], expected: Amounts, settlement: Settlement, usage: CallUsage): BudgetState['meters'] {
  const known = { tokens: (usage?.input ?? 0) + (usage?.output ?? 0), money: usage?.cost ?? 0 };
  const whole = { tokens: usage?.input != null && usage.output !== null, money: usage?.cost != null };
  const next = { ...meters };
  for (const axis of outerAxes) {
    const meter = next[axis];
    const asked = expected[axis] ?? 0;
    const exact = axis === 'money' ? roundMoney : (amount: number) => amount;
    const reserved = exact(meter.reserved - asked);
    next[axis] = settlement === 'released'
      ? { ...meter, reserved }
      : { ...meter, reserved, spent: exact(meter.spent + known[axis]), unknown: exact(meter.unknown + (whole[axis] ? 0 : Math.max(0, asked - known[axis]))) };
  }
  return next;
}
