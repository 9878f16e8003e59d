/** Reads a question by rule, in English and Chinese: its parts, what kind of answer each wants, and its language. */

export type Wanted = 'number' | 'time' | 'person' | 'place' | 'reason' | 'any';

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
const hanJoint = /[？?；;]+|[，,](?=(?:以及|并且|同时|另外)?(?:[^，,？?]{0,12})(?:多少|什么|哪|谁|何时|为何|为什么|如何|怎么|怎样|是否|几))|(?:以及|并且|和)(?=[^，,？?]{0,10}(?:多少|什么|哪|谁|何时|为什么|如何|是否|几))/;

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

const wants: readonly [Wanted, RegExp][] = [
  ['number', /\bhow (?:many|much|long|far|fast|large|big|high|old|often|heavy|expensive)\b|\b(?:number|cost|costs|price|rate|share|percentage|consumption|range|size|limit|maximum|minimum|default value|figure)\b|多少|几[个台辆种次年天]|多[长大高远久]|成本|价格|费用|比例|能耗|数量|上限|下限|默认值|最[大小高低多少]/i],
  ['time', /\bwhen\b|\b(?:year|date|since)\b|何时|什么时候|哪[一]?年|日期|时间/i],
  ['person', /\bwho(?:m|se)?\b|谁|何人|哪位/i],
  ['place', /\bwhere\b|\bwhich (?:file|directory|folder|city|line|place)\b|哪里|何处|哪个(?:文件|目录|城市|地方)|在哪/i],
  ['reason', /\bwhy\b|\breasons?\b|\bcauses?\b|为什么|为何|原因/i],
];

export const wantedOf = (part: string): Wanted => wants.find(([, pattern]) => pattern.test(part))?.[0] ?? 'any';

/** Does the sentence hold the kind of thing that is asked for? */
export function answers(wanted: Wanted, sentence: string): boolean {
  switch (wanted) {
    case 'number': return /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|none|zero)\b|[一二三四五六七八九十百千万亿两]+(?:个|台|辆|种|次|年|天|倍|元|公里)/i.test(sentence);
    case 'time': return /\b(?:1[5-9]|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\d+\s*[年月日]/i.test(sentence);
    case 'person': return /(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|[\u3400-\u9fff]{2,4}(?:先生|女士|表示|说|指出|主任|教授)/u.test(sentence);
    case 'place': return /\/[\w.-]+|(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}+|[\u3400-\u9fff]+(?:市|省|县|区|路|站|目录|文件)/u.test(sentence);
    case 'reason': return /\b(?:because|since|due to|owing to|as a result|therefore|so that|reason|caused?)\b|因为|由于|因此|原因|所以|导致/i.test(sentence);
    case 'any': return true;
  }
}
