import { type Check } from '../check/events';
import { type ConditionName } from '../ledger/convergence';
import { type Status } from '../ledger/status';

/** Words that the host writes around an article, in the language of the scope. */
export interface Wording {
  noCitation: string;
  unverified: string;
  broken: (n: string, why: string) => string;
  sourceChanged: (n: string) => string;
  withdrawn: (ids: string, why: string) => string;
  /** What a cited evidence says was corrected after the paragraph was written. */
  corrected: (n: string) => string;
  /** Counter-evidence that the researcher took back, or that says something else since. */
  takenBack: (what: string, ids: string, why: string) => string;
  /** Numbers of a sentence that none of its citations holds. */
  strange: (n: number, strange: readonly string[], cited: readonly string[]) => string;
  saysElse: (what: string, ids: string, why: string) => string;
  /** Who changed something: a person by name, a worker of the run by what it is. */
  who: { main: string; host: string; child: (id: string) => string };
  revised: (revision: number, because: string) => string;
  conflict: Record<'open' | 'explained' | 'kept', (id: string, why: string) => string>;
  /** The n-th sentence of a part, counted from 1, and the claims that it bears on. */
  waiting: (n: number, claims: string) => string;
  /** `named`: addresses such as `B1:2`. */
  waitingCount: (count: number, named: string) => string;
  /** What a model found: the n-th sentence, the number or id of its source, and why. */
  found: Record<'partly' | 'unsupported' | 'contradicted', (n: number, source: string, why: string) => string>;
  /** Behind a check that the model made of its own words. */
  selfChecked: string;
  near: string;
  quoted: string;
  sources: string;
  conflicts: string;
  notCovered: string;
  /** Behind a claim that convergence does not judge as it stands. */
  sinceFrozen: Record<'added' | 'raised', string>;
  /** Parts of a report, by their calls. */
  unpublished: (parts: string) => string;
  reportCut: string;
  nextSearches: string;
  method: string;
  /** In place of parts: where looking found nothing, where it failed and nobody knows, and where it was not looked to the end. */
  empty: Record<'found-nothing' | 'failed' | 'unpublished', string>;
  askedFurther: string;
  /** In place of the outcome, of a run that would not end converged any more. */
  fallen: string;
  outcome: Record<'converged' | 'incomplete' | 'cancelled' | 'failed' | 'going', string>;
  published: string;
  retrieved: string;
  /** Of a link to the archived span. */
  archived: string;
  asOf: string;
  validity: string;
  noDate: string;
  settles: string;
  methodLines: {
    question: string; scope: string; queries: string; failed: string; dropped: string; noResult: string; researcher: string; limits: string; lowered: string; cutOff: string; corrections: string; checks: string;
  };
  verdicts: Record<Check['verdict'], string>;
  causes: Record<'definition' | 'time' | 'sample' | 'environment' | 'version', string>;
  tiers: Record<string, string>;
  kinds: Record<'direct' | 'table' | 'calculation' | 'inference', string>;
  statuses: Record<Status, string>;
  conditions: Record<ConditionName, string>;
  spent: Record<'searches' | 'reads' | 'requests' | 'publications', string>;
  intents: Record<string, string>;
}

const english: Wording = {
  noCitation: 'No verifiable inline citation recorded in this paragraph.',
  unverified: 'Some inline citations in this paragraph could not be verified.',
  broken: (n, why) => `Citation ${n} does not hold: ${why}`,
  sourceChanged: (n) => `The source of citation ${n} changed after it was archived.`,
  withdrawn: (ids, why) => `${ids} was withdrawn: ${why}`,
  corrected: (n) => `What citation ${n} says was corrected after this was written.`,
  takenBack: (what, ids, why) => `Taken back: ${what} ${ids}, because: ${why}`,
  strange: (n, strange, cited) => `Sentence ${n}: ${strange.join(', ')} ${strange.length > 1 ? 'stand' : 'stands'} in ${cited.length > 1 ? `none of citations ${cited.join(', ')}` : `nothing that citation ${cited.join()} rests on`}.`,
  saysElse: (what, ids, why) => `Corrected: ${what} ${ids}, because: ${why}`,
  who: { main: 'the researcher', host: 'the host', child: (id) => `helper ${id}` },
  revised: (revision, because) => `revised · ${revision - 1}${because === '' ? '' : ` because of ${because}`}`,
  conflict: {
    open: (id) => `Conflict ${id} is open`,
    explained: (id, why) => `Conflict ${id}, explained: ${why}`,
    kept: (id, why) => `Conflict ${id}, kept with both sides: ${why}`,
  },
  waiting: (n, claims) => `Sentence ${n} bears on a high-risk claim (${claims}) and waits for a person’s word.`,
  waitingCount: (count, named) => `${count === 1 ? '1 sentence on a high-risk claim waits' : `${count} sentences on high-risk claims wait`} for a person’s word: ${named}`,
  found: {
    partly: (n, source, why) => `Sentence ${n} goes beyond what source ${source} says: ${why}`,
    unsupported: (n, source, why) => `Source ${source} does not say sentence ${n}: ${why}`,
    contradicted: (n, source, why) => `Source ${source} says otherwise than sentence ${n}: ${why}`,
  },
  selfChecked: ' (self-checked)',
  near: 'near',
  quoted: 'These are quotations, chosen by rule; no model wrote them.',
  sources: 'Sources', conflicts: 'Where sources disagree', notCovered: 'Not covered', sinceFrozen: { added: ' (added during the research)', raised: ' (raised during the research)' }, unpublished: (parts) => `Parts of the report that could not be published; the trace keeps each as it was meant: ${parts}`, reportCut: 'The report was ended before its end: what it would have said further is missing.', nextSearches: 'Searches worth doing next', method: 'Method',
  askedFurther: 'Asked further:',
  empty: {
    'found-nothing': 'Nothing was found that answers the question, so this article claims nothing.',
    failed: 'Not all that was looked for could be had, so whether there is an answer is not known, and this article claims nothing.',
    unpublished: 'Nothing has been published, so this article claims nothing.',
  },
  fallen: 'Converged when it ended; since then something that this rested on has fallen, and it no longer does',
  outcome: { converged: 'Converged', incomplete: 'Incomplete', cancelled: 'Cancelled', failed: 'Failed', going: 'In progress' },
  published: 'published', retrieved: 'retrieved', archived: 'archived words', asOf: 'as of', validity: 'validity:', noDate: 'no date given', settles: 'What would settle it:',
  methodLines: {
    question: 'Question', scope: 'Taken without asking', queries: 'Searches', failed: 'failed', dropped: 'not opened', noResult: 'found nothing', researcher: 'Researcher', limits: 'Limits', lowered: 'Lowered by a person', cutOff: 'Cut-off', corrections: 'Corrections', checks: 'Checks against the whole source',
  },
  verdicts: { supported: 'supported', partly: 'partly', unsupported: 'unsupported', contradicted: 'contradicted', 'not-checked': 'not checked', 'unknown-failed': 'unknown: failed' },
  causes: { definition: 'different definition', time: 'different period', sample: 'different sample', environment: 'different conditions', version: 'a later version' },
  kinds: { direct: 'quotation', table: 'table', calculation: 'calculation', inference: 'inference' },
  statuses: { conflicting: 'conflicting', uncertain: 'uncertain', contradicted: 'contradicted', supported: 'supported', partial: 'partial', 'unknown-failed': 'unknown, failed', open: 'open' },
  conditions: { 'high-risk claims': 'high-risk claims', 'key claims': 'key claims', conflicts: 'conflicts', 'counter-search': 'counter-search', 'quiet searches': 'quiet searches', 'budget and deadline': 'budget and deadline' },
  spent: { searches: 'searches', reads: 'reads', requests: 'requests', publications: 'publications' },
  tiers: { specification: 'specification', 'source-code': 'source code', paper: 'paper', filing: 'filing', statistics: 'statistics', 'first-hand': 'first-hand account', secondary: 'secondary', other: 'other' },
  intents: { explore: 'explore', verify: 'verify', counter: 'counter', 'find-primary': 'find primary' },
};

const chinese: Wording = {
  noCitation: '本段未记录可核验的行内引用。',
  unverified: '本段部分行内引用未能核验。',
  broken: (n, why) => `引用 ${n} 不成立：${why}`,
  sourceChanged: (n) => `引用 ${n} 的来源在存档之后有改动。`,
  withdrawn: (ids, why) => `${ids} 已撤回：${why}`,
  corrected: (n) => `引用 ${n} 的内容在本段写成之后有更正。`,
  takenBack: (what, ids, why) => `已收回：${what}${ids}，原因：${why}`,
  strange: (n, strange, cited) => `第 ${n} 句：引用 ${cited.join('、')} 中没有 ${strange.join('、')}。`,
  saysElse: (what, ids, why) => `已更正：${what}${ids}，原因：${why}`,
  who: { main: '研究者', host: '主程序', child: (id) => `助手 ${id}` },
  revised: (revision, because) => `已修订 · ${revision - 1}${because === '' ? '' : `，因 ${because}`}`,
  conflict: {
    open: (id) => `冲突 ${id} 尚未解决`,
    explained: (id, why) => `冲突 ${id}，已解释：${why}`,
    kept: (id, why) => `冲突 ${id}，两方并列：${why}`,
  },
  waiting: (n, claims) => `第 ${n} 句涉及高风险论断（${claims}），等待人工确认。`,
  waitingCount: (count, named) => `${count} 个涉及高风险论断的句子等待人工确认：${named}`,
  found: {
    partly: (n, source, why) => `第 ${n} 句超出来源 ${source} 所述：${why}`,
    unsupported: (n, source, why) => `来源 ${source} 没有说到第 ${n} 句：${why}`,
    contradicted: (n, source, why) => `来源 ${source} 的说法与第 ${n} 句相反：${why}`,
  },
  selfChecked: '（自行核查）',
  near: '近似',
  quoted: '以下为按规则选取的引文，并非模型撰写。',
  sources: '来源', conflicts: '来源分歧', notCovered: '未覆盖', sinceFrozen: { added: '（研究中增加）', raised: '（研究中提高要求）' }, unpublished: (parts) => `报告中未能发布的部分（追踪记录中保留原文）：${parts}`, reportCut: '报告在写完之前被中止，其后的内容缺失。', nextSearches: '建议的后续检索', method: '方法',
  askedFurther: '追问：',
  empty: {
    'found-nothing': '没有找到能回答问题的内容，因此本文不作任何陈述。',
    failed: '所查找的内容未能全部取得，是否有答案尚不清楚，因此本文不作任何陈述。',
    unpublished: '尚未发布任何内容，因此本文不作任何陈述。',
  },
  fallen: '结束时已收敛；此后其所依据的内容有变，现已不再成立',
  outcome: { converged: '已收敛', incomplete: '未完成', cancelled: '已取消', failed: '失败', going: '进行中' },
  published: '发布', retrieved: '存档', archived: '存档原文', asOf: '截至', validity: '适用范围：', noDate: '未注明日期', settles: '何种证据可以裁定：',
  methodLines: {
    question: '问题', scope: '未经询问的默认', queries: '检索', failed: '失败', dropped: '未打开', noResult: '没有结果', researcher: '研究者', limits: '限额', lowered: '由人降低的要求', cutOff: '截止', corrections: '更正', checks: '对照全文的核查',
  },
  verdicts: { supported: '支持', partly: '部分支持', unsupported: '不支持', contradicted: '相反', 'not-checked': '未核查', 'unknown-failed': '未知：失败' },
  causes: { definition: '定义不同', time: '时期不同', sample: '样本不同', environment: '条件不同', version: '较新版本' },
  kinds: { direct: '引文', table: '表格', calculation: '计算', inference: '推论' },
  statuses: { conflicting: '有冲突', uncertain: '不确定', contradicted: '被反驳', supported: '得到支持', partial: '部分', 'unknown-failed': '未知（失败）', open: '待证' },
  conditions: { 'high-risk claims': '高风险论点', 'key claims': '关键论点', conflicts: '冲突', 'counter-search': '反向检索', 'quiet searches': '无新收获的检索', 'budget and deadline': '预算与期限' },
  spent: { searches: '检索', reads: '阅读', requests: '请求', publications: '发布' },
  tiers: { specification: '规范', 'source-code': '源代码', paper: '论文', filing: '报告文件', statistics: '统计', 'first-hand': '第一手', secondary: '二手', other: '其他' },
  intents: { explore: '探索', verify: '核实', counter: '反向', 'find-primary': '寻找原始来源' },
};

export const wordingOf = (language: string): Wording => (language.toLowerCase().startsWith('zh') ? chinese : english);

/** `user:Ada` → Ada; `main`, `D1` and `host` → what they are; the name of a model stays as it is. */
export const nameOf = (by: string, { who }: Wording): string => {
  if (by === 'main' || by === 'host') return who[by];
  return /^D\d+$/.test(by) ? who.child(by) : by.replace(/^user:/, '');
};
