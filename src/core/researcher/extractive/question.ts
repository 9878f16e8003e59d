import { facts, type RunState } from '../../run/state';

/** Reads a question by rule, in English and Chinese: its parts and its language. */

/** What is asked now: the last follow-up, else the question the run began with. */
export const questionOf = (state: RunState): string => facts(state).followUps.at(-1) ?? facts(state).question;

const han = /[\u3400-\u9fff]/g;

/** BCP 47 tag of a text by its script: Chinese when a fifth of its letters are Han, English else. */
export function languageOf(text: string): 'zh' | 'en' {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const hans = text.match(han)?.length ?? 0;
  return letters > 0 && hans / letters >= 0.2 ? 'zh' : 'en';
}

const questionWord = String.raw`(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|do|does|did|can|could|should|will|would|has|have)`;
/** A comma or "and" before a question word begins a new part; inside a list of nouns it does not. */
const latinJoint = new RegExp(String.raw`\s*(?:[;?？；]+|,?\s+and\s+(?=${questionWord}\b)|,\s+(?=${questionWord}\b))\s*`, 'i');
const hanJoint = /[？?；;]+|[，,](?=(?:以及|并且|同时|另外)?(?:[^，,？?]{0,40})(?:多少|什么|哪|谁|何时|为何|为什么|如何|怎么|怎样|是否|几))|(?:以及|并且|和)(?=[^，,？?]{0,20}(?:多少|什么|哪|谁|何时|为什么|如何|是否|几))/;

/** Sub-questions in the order asked; the whole question when it has no joints. */
export function partsOf(question: string): string[] {
  const trimmed = question.replace(/\s+/g, ' ').trim();
  const pieces = trimmed.split(languageOf(trimmed) === 'zh' ? hanJoint : latinJoint).map((piece) => piece.replace(/^(?:and|以及|并且|同时|另外)\s*/i, '').replace(/[?？。.\s]+$/, '').trim());
  const parts = withoutLead(pieces.filter((piece) => piece.length >= 4));
  return (parts.length > 0 ? parts : [trimmed]).slice(0, 12).map(asSentence);
}

/** "In the trial, how much …": what comes before the first question names its subject and asks nothing by itself. */
function withoutLead(pieces: readonly string[]): string[] {
  const asks = (piece: string): boolean => new RegExp(String.raw`\b${questionWord}\b`, 'i').test(piece) || /多少|什么|哪|谁|何时|为何|为什么|如何|怎么|怎样|是否|几|吗/.test(piece);
  const first = pieces.findIndex(asks);
  return first > 0 ? pieces.slice(first) : [...pieces];
}

const asSentence = (part: string): string => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}${languageOf(part) === 'zh' ? '？' : '?'}`;

/** The words before the first question, which every part is about; empty when there are none. */
export function leadOf(question: string): string {
  const [first = ''] = partsOf(question);
  const at = question.toLowerCase().indexOf(first.slice(0, -1).toLowerCase());
  return at > 0 ? question.slice(0, at) : '';
}
