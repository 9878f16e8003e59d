import { facts } from '../../run/state';
import { type TurnView } from '../researcher';
import { askOf, writtenWords } from './ask';
import { asksForFigure } from './answerType';
import { languageOf, partsOf, questionOf } from './question';

/** The scope as the question says it, with every default stated; a rule cannot know what else might be meant, so it asks nothing. */
export function scopeArgs(view: TurnView): Record<string, unknown> {
  const asked = questionOf(view.state);
  const run = facts(view.state);
  const language = run.options.language ?? languageOf(asked);
  const years = [...asked.matchAll(/\b((?:19|20)\d\d)\b/g)].map((match) => match[1] ?? '').sort();
  const [from] = years;
  const period = from === undefined || years.length < 2 ? null : { from, to: years.at(-1) ?? from };
  const chinese = language.startsWith('zh');
  return {
    parts: partsOf(asked), period, regions: [], terms: [], dimensions: [], acceptable_sources: [], constraints: [], delivery: 'full', language,
    assumed: chinese
      ? [period === null ? '不限时期。' : '时期取自问题。', '所有类型的来源均可接受，并标明其层级。', '没有给出的条件不作猜测。']
      : [period === null ? 'Any period.' : 'The period is the one named in the question.', 'Any kind of source, with its tier shown.', 'Conditions that the question does not name are not guessed.'],
    unclear: [],
  };
}

/** One key claim a part: what must be known to answer it. Numbers and times are asked of two voices, or one first-hand. */
export function planArgs(view: TurnView): Record<string, unknown> {
  const parts = (view.state.ledger.scope?.parts ?? []).filter(({ id }) => !view.state.ledger.claims.some((claim) => claim.part === id));
  const first = view.state.ledger.claims.length;
  return {
    claims: parts.map(({ id, text }) => ({
      text, part: id, dimension: null, parent: null, kind: 'fact', risk: asksForFigure(text) ? 'high' : 'medium', key: true, constraint: null, requirement: null,
    })),
    searches: parts.map(({ text }, index) => ({ claim: `C${first + index + 1}`, query: queryOf(text, questionOf(view.state)) })),
  };
}

/** The part's own words with what the question is about, as the question writes them. */
export const queryOf = (part: string, whole: string): string => contentQuery(part, whole) || part;

function contentQuery(part: string, whole: string): string {
  const { subject, context } = askOf(part, whole);
  if (languageOf(part) === 'zh') return [...new Set(`${subject} ${context}`.trim().split(' '))].join(' ');
  return writtenWords(`${subject} ${context}`).join(' ');
}
