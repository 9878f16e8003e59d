import { type ModelAnswer } from '../../request/modelClient';
import { readObject, tryParse, withoutFence } from './looseJson';
import { repairAnswer } from './repair';

/** The entries that a model was asked to report with one tool, as `{ [key]: […] }`: from its calls, or where it made none from JSON in its text. */
export function listInAnswer(answer: ModelAnswer, tool: string, key: string): unknown[] {
  const { text, calls } = repairAnswer(answer, [{ name: tool, parameters: {} }]);
  const written = calls.filter(({ name }) => name === tool).map(({ args }) => args);
  if (written.length === 0) {
    const bare = withoutFence(text);
    const whole = tryParse(bare);
    const read = whole.ok ? whole : readObject(bare);
    // A call that stands among other words is none for a run; here nothing but its content can be meant.
    if (read.ok) written.push(argumentsOf(read.value));
  }
  return written.flatMap((one) => {
    if (Array.isArray(one)) return one as unknown[];
    if (typeof one !== 'object' || one === null) return [];
    const held = (one as Record<string, unknown>)[key];
    const inner = typeof held === 'string' ? tryParse(held) : { ok: true as const, value: held };
    // One entry without its list is meant as that entry.
    return inner.ok && Array.isArray(inner.value) ? inner.value as unknown[] : [one];
  });
}

const argumentsOf = (value: unknown): unknown =>
  (typeof value === 'object' && value !== null && 'arguments' in value && typeof value.arguments === 'object' && value.arguments !== null ? value.arguments : value);
