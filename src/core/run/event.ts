import * as z from 'zod';
import { articleEvents } from '../article/events';
import { budgetEvents } from '../budget/events';
import { checkEvents } from '../check/events';
import { ledgerEvents } from '../ledger/events';
import { sourceEvents } from '../source/events';
import { runEvents } from './events';

/** Every type of event with the schema of its data. A run is the fold of its events; nothing else is the truth. */
export const eventCatalog = { ...runEvents, ...budgetEvents, ...ledgerEvents, ...sourceEvents, ...articleEvents, ...checkEvents } as const;

type Catalog = typeof eventCatalog;
export type EventType = keyof Catalog;
export type EventData<T extends EventType> = z.infer<Catalog[T]>;

/** An event before it has its place: what happened, and by whom (`host`, a worker, or a person's name). */
export type EventDraft = { [T in EventType]: { type: T; by: string; data: EventData<T> } }[EventType];

/** A line of the run's log. */
export type RunEvent = { [T in EventType]: { seq: number; at: string; v: number; type: T; by: string; data: EventData<T> } }[EventType];

/** Version of each type's data; a type that is not named stands at 1. Raised together with an upcaster below. */
export const eventVersions: Partial<Record<EventType, number>> = {};

/** From the data of version n to that of n + 1. Pure. */
export type Upcaster = (data: unknown) => unknown;
const upcasters: Partial<Record<EventType, Upcaster[]>> = {};

const envelope = z.object({ seq: z.int().min(1), at: z.string(), v: z.int().min(1), type: z.string(), by: z.string(), data: z.unknown() });

export class EventRefused extends Error {
  override readonly name = 'EventRefused';
}

/** Reads one line from outside. Throws EventRefused, also for what is no JSON. */
export function parseEventLine(json: string): RunEvent {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new EventRefused(`An event is no JSON: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
  return parseEvent(value);
}

/** Checks one line from outside (a journal, an image, a bundle) and brings it to today's version. Throws EventRefused. */
export function parseEvent(value: unknown): RunEvent {
  const head = envelope.safeParse(value);
  if (!head.success) throw new EventRefused(`An event is not readable: ${z.prettifyError(head.error)}`);
  const { type, v } = head.data;
  if (!Object.hasOwn(eventCatalog, type)) throw new EventRefused(`Event ${head.data.seq} has the unknown type "${type}". It was written by a newer version: update Research Ledger to open this run.`);
  const known = type as EventType;
  const current = eventVersions[known] ?? 1;
  if (v > current) throw new EventRefused(`Event ${head.data.seq} (${type}) has format ${v}, this version reads up to ${current}: update Research Ledger to open this run.`);
  let data = head.data.data;
  for (let from = v; from < current; from++) data = upcasters[known]?.[from - 1]?.(data) ?? data;
  const body = eventCatalog[known].safeParse(data);
  // Beside an unreadable depth the run is whole, and goes on as standard.
  if (!body.success && type.startsWith('depth.')) return { ...head.data, v: 1, type: 'depth.unreadable', data: { of: type, problem: onOneLine(z.prettifyError(body.error)), was: data ?? null } };
  if (!body.success) throw new EventRefused(`Event ${head.data.seq} (${type}) does not hold: ${z.prettifyError(body.error)}`);
  return { ...head.data, v: current, data: body.data } as RunEvent;
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
