import { type Tier } from '../ledger/records';
import { type WorkMetadata } from './reader';

/** What a rule looks at; all of it comes from the source itself. */
interface Seen {
  address: string;
  title: string;
  publisher: string;
  /** The kind of work it declares in its own front matter, as `type: audit report`; empty when it declares none. */
  declared: string;
  /** The first 1,500 characters. */
  head: string;
  identifiers: string;
}

interface TierRule {
  tier: Tier;
  why: string;
  where: (seen: Seen) => string;
  pattern: RegExp;
}

const declared = (seen: Seen): string => seen.declared;
const names = (seen: Seen): string => `${seen.publisher}\n${seen.title}`;
const body = ({ publisher, title }: Seen): string => `${publisher}: ${title}`;
const all = (seen: Seen): string => `${seen.publisher}\n${seen.title}\n${seen.head}`;

/** A publisher that is one, before what its work is called. */
const publicBody = String.raw`^[^:]*(?:\b(?:Agency|Authority|Ministry|Department|Board|Bureau|Council|Commission|Inspectorate|Administration|Government|Parliament)\b|[部局署厅]|委员会|政府)[^:]*: `;

/**
 * First rule that fits. A guess, marked as such, which a person can correct; it decides what counts as first-hand,
 * so a rule asks for what a work of that kind says of itself, not for a host name.
 */
const rules: readonly TierRule[] = [
  { tier: 'paper', why: 'it carries a DOI or arXiv identifier of its own', where: ({ identifiers }) => identifiers, pattern: /\b(doi|arxiv):/i },
  { tier: 'filing', why: 'it declares itself a report, decision or account', where: declared, pattern: /\b(report|decision|audit|accounts|minutes|filing|correction|notice)\b|报告|决定|公告|更正/i },
  { tier: 'paper', why: 'it declares itself a paper', where: declared, pattern: /\b(paper|preprint|thesis|dissertation|journal article)\b|论文/i },
  { tier: 'specification', why: 'it declares itself a specification', where: declared, pattern: /\b(specification|standard|manual)\b|规范|标准|手册/i },
  { tier: 'statistics', why: 'it declares itself statistics', where: declared, pattern: /\bstatistics\b|统计/i },
  { tier: 'first-hand', why: 'it declares itself the word of the one who did it', where: declared, pattern: /\b(data sheet|press release|interview|diary|log)\b|新闻稿|访谈/i },
  { tier: 'secondary', why: 'it declares itself a news report', where: declared, pattern: /\b(news|review|blog)\b|新闻|报道/i },
  { tier: 'paper', why: 'it calls itself a working paper or appeared in a journal or proceedings', where: all, pattern: /\b(working paper|discussion paper|research (report|note)|proceedings of|journal of)\b|工作论文|学报/i },
  { tier: 'specification', why: 'it calls itself a specification, standard or reference manual', where: names, pattern: /\b(RFC \d+|specification|standard \d|ISO \d{3,}|reference manual|policy manual|documentation)\b|规范|标准文件|参考手册/i },
  { tier: 'statistics', why: 'it is published by a statistical office or as statistics', where: names, pattern: /\b(statistic(s|al)|census|open data)\b|统计(局|公报|年鉴)?/i },
  { tier: 'filing', why: 'it is a report, account or notice of a body about its own acts', where: names, pattern: /\b((annual|interim|progress|final|special|budget|evaluation|inspection|activity) report|audit(ed)? (report|accounts)|council (minutes|paper|report)|minutes of|10-K|prospectus|tender|audit office|court of audit(ors)?|(correction|corrigendum|erratum) to our)\b|审计署|年报|审计报告|会议纪要|评估报告/i },
  { tier: 'specification', why: 'a public body published it as a rule in force', where: body, pattern: new RegExp(`${publicBody}.*(?:\\b(?:ordinance|regulations?|by-?laws?|statutes?|decree|directive)\\b|条例|规章|法规)`, 'i') },
  { tier: 'filing', why: 'a public body published it as a report, survey or decision', where: body, pattern: new RegExp(`${publicBody}.*(?:\\b(?:reports?|papers?|decisions?|stud(?:y|ies)|reviews?|assessments?|accounts|plans?|surveys?|monitoring|measurements|memo(?:randum)?|audits?|notes on)\\b|报告|研究|决定|规划|调查|监测|公告|公报|通报|备忘录)`, 'i') },
  { tier: 'paper', why: 'an institute or laboratory published what it measured', where: body, pattern: /^[^:]*\b(?:Institute|Laborator(?:y|ies)|Observatory)\b[^:]*: .*\b(?:survey|monitoring|measurements|stud(?:y|ies))\b/i },
  { tier: 'paper', why: 'a university or research institute published it', where: ({ publisher }) => publisher, pattern: /\b(Universit(y|ät|é|à)|Research (Institute|Cent(er|re))|Institute (for|of)|Academy of)\b|大学|研究[所院]|科学院/i },
  { tier: 'filing', why: 'it declares itself a study', where: declared, pattern: /\bstudy\b|研究/i },
  { tier: 'secondary', why: 'a newspaper or magazine published it', where: ({ publisher }) => publisher, pattern: /\b(Courier|Post|Herald|Tribune|Gazette|Times|Daily|Weekly|Monthly|News|Magazine|Journal)\b|[日晚]报|周刊|杂志/i },
  { tier: 'first-hand', why: 'it is a release of the body that it is about', where: all, pattern: /\b(press release|news release|for immediate release|media contact|press contact)\b|新闻稿\s*$/im },
  { tier: 'secondary', why: 'an agency or a newspaper retells what others said', where: all, pattern: /\b(Reuters|Associated Press|AP News|Newswire|Xinhua|AFP|dpa|[Nn]ewspaper|[A-Z][a-z]+ (?:Herald|Tribune|Gazette|Courier|Times|Daily|News|Post))\b|新华社|日报|晚报|记者/ },
  { tier: 'first-hand', why: 'it is told by one who was there or who did it', where: all, pattern: /\b(interview|diary|field notes|log ?book|I (noted|counted|kept|measured|wrote down|logged)|we (measured|monitored|surveyed|tested|drove|operated|recorded)|our own measurements?|my (shift|route|experience)|measurement protocol|data sheet)\b|新闻稿|亲历|访谈|我们(测量|测试|记录)/i },
  { tier: 'source-code', why: 'it is program source', where: ({ address }) => address, pattern: /\.(c|h|cc|cpp|rs|go|py|ts|js|java|rb)$/i },
];

export function guessTier(address: string, metadata: WorkMetadata, text: string): { tier: Tier; reason: string } {
  const seen: Seen = {
    address, title: metadata.title?.value ?? '', publisher: metadata.publisher?.value ?? '', head: text.slice(0, 1500), declared: declaredType(text),
    identifiers: metadata.identifiers.map(({ value }) => value).join(' '),
  };
  const rule = rules.find(({ where, pattern }) => pattern.test(where(seen)));
  return rule ? { tier: rule.tier, reason: `guessed: ${rule.why}` } : { tier: 'other', reason: 'guessed: nothing in it says what it is' };
}

/** The `type:` line of a front matter. */
function declaredType(text: string): string {
  const front = /^---\n([\s\S]{0,2000}?)\n---(?:\n|$)/.exec(text)?.[1] ?? '';
  return /^type: *["']?(.+?)["']?$/im.exec(front)?.[1] ?? '';
}
