import { type ModelMessage, type ModelRequest } from '../../core/request/modelClient';
import { toolsAsText } from '../../core/request/toolsAsText';
import { type Failure } from './openaiFault';

/** What a server, or the model behind it, may not take. The words stand in logs: they are added to, never changed. */
export type Lack = 'stream' | 'usage' | 'max_tokens' | 'alternation' | 'system' | 'tools' | 'background' | 'summary';

interface Lesson {
  /** Words of a refusal. */
  says: RegExp;
  /** What is left out then: the first that is not yet. */
  lacks: readonly Lack[];
}

/** How servers name what they do not take; the first that fits. */
const lessons: readonly Lesson[] = [
  { says: /\btools?\b.*\b(?:with|and|when)\b.*\bstream|\bstream\w*\b.*\b(?:with|and|when)\b.*\btools?\b/i, lacks: ['stream', 'tools'] },
  { says: /stream[_ ]options|include_usage/i, lacks: ['usage'] },
  { says: /max_completion_tokens/i, lacks: ['max_tokens'] },
  // Templates that know the word "tool" count its messages as none of either side.
  { says: /roles? must alternate|alternat\w+ (?:between )?user|after the optional system message/i, lacks: ['alternation', 'tools'] },
  { says: /system (?:role|messages?|prompts?)\b|role[^.]{0,20}\bsystem\b/i, lacks: ['system'] },
  { says: /\bsummar(?:y|ies)\b/i, lacks: ['summary'] },
  { says: /\bbackground\b/i, lacks: ['background'] },
  { says: /\btools?\b|tool_choice|function.?call/i, lacks: ['tools'] },
  { says: /\bstream(?:s|ed|ing)?\b/i, lacks: ['stream'] },
];

/** Says beyond doubt that it is the feature that is missing: asked of an error that may be about anything. */
const refusing = /\b(?:not|cannot|no|un)\b.{0,40}\b(?:support|implement|allow|enabl|accept|recogni|found)|n['’]t (?:support|accept|allow)|unsupported|unrecognized|unknown (?:field|parameter|argument)|\brequires?\b|must (?:alternate|be verified)|cannot use|disabled/i;

/** A refused key, a wait and a limit are about no feature, whatever their words count up. */
const ofAnother = new Set([401, 403, 408, 413, 429]);
const ofLimit = /context (?:length|window|size)|maximum (?:context|number|length)|too (?:long|large|many)|exceed|quota|credit|billing/i;

/**
 * What is known of one model behind one server: learnt from its refusals, or from what was recorded of them, so that it is not asked
 * again for what it does not take. `may`: what its client can do without.
 */
export class KnownServer {
  readonly #lacks: Set<Lack>;

  constructor(private readonly server: { baseURL: string; model: string; lacks?: readonly string[] }, private readonly may: readonly Lack[]) {
    this.#lacks = new Set(may.filter((one) => server.lacks?.includes(one)));
  }

  takes(feature: Lack): boolean {
    return !this.#lacks.has(feature);
  }

  /** The request in the form that this server takes. */
  fitted(request: ModelRequest): ModelRequest {
    const asked = this.takes('tools') ? request : toolsAsText(request);
    const messages = this.takes('system') ? asked.messages : asked.messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' as const } : message));
    return { ...asked, messages: this.takes('system') && this.takes('alternation') ? messages : joined(messages) };
  }

  /** A refusal that names a feature is worth another try without it, and is kept with the run. */
  learnt({ refused, ...fault }: Failure): Failure {
    if (!refused || ofAnother.has(refused.status) || ofLimit.test(refused.words)) return fault;
    // What a model is called says nothing of what it takes.
    const words = refused.words.split(/([\s"'`,;()]+)/).filter((word) => word !== this.server.model).join('');
    if (refused.status !== 400 && refused.status !== 422 && !refusing.test(words)) return fault;
    const lack = lessons.filter(({ says }) => says.test(words)).map(({ lacks }) => lacks.find((one) => this.may.includes(one) && this.takes(one))).find((one) => one !== undefined);
    if (lack === undefined) return fault;
    this.#lacks.add(lack);
    return { ...fault, temporary: true, retryAfter: 0, learnt: { server: this.server.baseURL, model: this.server.model, lacks: lack } };
  }
}

/** Neighbouring messages of one side as one. */
function joined(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.reduce<ModelMessage[]>((all, message) => {
    const last = all.at(-1);
    const both = last && 'content' in last ? [last.content, message.content].filter((part) => part !== '').join('\n\n') : '';
    if (last?.role === 'user' && message.role === 'user') return [...all.slice(0, -1), { ...last, content: both }];
    if (last?.role === 'assistant' && message.role === 'assistant') return [...all.slice(0, -1), { ...last, content: both, calls: [...last.calls, ...message.calls] }];
    return [...all, message];
  }, []);
}
