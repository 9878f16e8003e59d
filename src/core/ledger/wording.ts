import { type Dimension } from './compare';
import { type Relation } from './records';

/**
 * The words in which the ledger gives its reasons, in the language of the scope. Ids, queries and what a source or provider
 * said stay as they are.
 */
export interface LedgerWording {
  against: string;
  comma: string;
  semicolon: string;
  stop: string;
  one: (says: string, ids: string) => string;
  /** Words of a source with the stand they take on the statement. */
  stand: Record<Relation, (words: string) => string>;

  conflictsOpen: (ids: string, sides: string) => string;
  conflictsKept: (ids: string, sides: string) => string;
  wouldSettle: (needed: string) => string;
  contradictedBy: (what: string) => string;
  supportedBy: (what: string) => string;
  setAside: (ids: string) => string;
  /** Of dated rows between two days, the steps that are missing. */
  gaps: (from: string, to: string, gaps: string) => string;
  /** Figures of the same side that say another thing, each with what it differs in. */
  apart: (items: string) => string;
  differs: Record<Dimension | 'value', string>;
  relation: Record<'supports' | 'contradicts' | 'partial', (ids: string, several: boolean) => string>;
  lacks: (said: string, what: string) => string;
  soFar: (what: string) => string;
  onlyUncertain: (ids: string) => string;
  onlySetAside: (ids: string) => string;
  searchedInVain: (ids: string) => string;
  /** Something was read, and nothing of it recorded. */
  readInVain: (ids: string) => string;
  also: (failures: string) => string;
  unknown: (failures: string) => string;
  openAgain: (fallen: string) => string;
  /** Of a conflict whose settlement rested on what no longer stands. */
  groundsFell: (ids: string) => string;
  noLongerStands: (id: string, why: string | null) => string;
  unseen: (parts: string) => string;
  unseenOf: (results: number, search: string) => string;
  unread: (snapshots: string) => string;
  onlyCounter: (ids: string) => string;
  notSearched: string;

  inference: (ids: string) => string;
  voices: (count: number, firstHand: boolean, named: string) => string;
  oneVoice: (sources: string, why: string) => string;

  slotInference: string;
  slotWholeInference: (ids: string, several: boolean) => string;
  slotConstraint: string;
  slotKind: (kinds: string) => string;
  slotVoice: (n: number, orFirstHand: boolean) => string;
  slotVoices: (count: number, more: boolean, orFirstHand: boolean) => string;
  slotPeriod: (from: string | null, to: string | null) => string;
  slotMethod: (method: string) => string;
  slotDisinterested: string;

  claimLacks: (id: string, what: string) => string;
  noHighRisk: string;
  meetRequirement: (ids: string, several: boolean) => string;
  noKeyPlan: string;
  haveVoices: (ids: string, several: boolean) => string;
  conflictOpen: (id: string, claim: string) => string;
  conflictWithoutNeed: (id: string, claim: string) => string;
  noConflict: string;
  takenBack: (ids: string) => string;
  conflictStates: Record<'open' | 'explained' | 'kept', string>;
  noCounter: (claim: string) => string;
  noCounterThatCounts: (claim: string, tried: string) => string;
  counterFailed: string;
  counterRepeats: string;
  noCounterDue: string;
  counterDone: (ids: string) => string;
  stillBrought: (search: string) => string;
  unseenResults: (search: string, count: number) => string;
  unreadSnapshots: (search: string, snapshots: string) => string;
  tooFewSearches: (count: number, wanted: number) => string;
  noneAsked: string;
  quiet: (count: number, ids: string) => string;
  pastGrant: (axis: string, grant: number) => string;
  pastDeadline: (deadline: string) => string;
  notPassed: string;
}

const ordinal = (n: number): string => ['a first', 'a second', 'a third'][n - 1] ?? `a ${n}th`;
const orFirst = (orFirstHand: boolean): string => (orFirstHand ? ' or one authoritative first-hand source' : '');

const english: LedgerWording = {
  against: ' against ', comma: ', ', semicolon: '; ', stop: '.',
  one: (says, ids) => `${says} (${ids})`,
  stand: { supports: (words) => `the statement “${words}”`, contradicts: (words) => `the denial “${words}”`, partial: (words) => `the partial statement “${words}”`, uncertain: (words) => `the doubt “${words}”` },
  conflictsOpen: (ids, sides) => `${ids} open: ${sides}.`,
  conflictsKept: (ids, sides) => `${ids} kept with both sides: ${sides}.`,
  wouldSettle: (needed) => ` Would settle it: ${needed}.`,
  contradictedBy: (what) => `Contradicted by ${what}.`,
  supportedBy: (what) => `Supported by ${what}.`,
  setAside: (ids) => ` Set aside: ${ids}.`,
  gaps: (from, to, gaps) => `${from} to ${to}, without ${gaps}`,
  apart: (items) => ` Not counted with it: ${items}.`,
  differs: { unit: 'another unit', denominator: 'another denominator', basis: 'another basis', period: 'another period', sample: 'another sample', value: 'another value' },
  relation: {
    supports: (ids, several) => `${ids} ${several ? 'support' : 'supports'}`,
    contradicts: (ids, several) => `${ids} ${several ? 'contradict' : 'contradicts'}`,
    partial: (ids, several) => `${ids} ${several ? 'partly support' : 'partly supports'}`,
  },
  lacks: (said, what) => `${said}; lacks ${what}.`,
  soFar: (what) => ` So far ${what}.`,
  onlyUncertain: (ids) => `Only uncertain evidence: ${ids}.`,
  onlySetAside: (ids) => `Only evidence that an explained conflict set aside: ${ids}.`,
  searchedInVain: (ids) => `Searched (${ids}) and nothing found.`,
  readInVain: (ids) => `Searched (${ids}); nothing on it was recorded from what was read.`,
  also: (failures) => ` Also: ${failures}.`,
  unknown: (failures) => `Unknown: ${failures}.`,
  openAgain: (fallen) => `Open again: ${fallen}.`,
  groundsFell: (ids) => `Open again: its explanation rested on ${ids}, which no longer stands.`,
  noLongerStands: (id, why) => `${id} no longer stands${why === null ? '' : ` (${why})`}`,
  unseen: (parts) => `Open: ${parts}.`,
  unseenOf: (results, search) => `${results} of the results of ${search} not looked at`,
  unread: (snapshots) => `opened ${snapshots}, nothing recorded yet`,
  onlyCounter: (ids) => `Open: only searched against it (${ids}).`,
  notSearched: 'Open: not searched yet.',
  inference: (ids) => `an inference (${ids}) whose premises belong to claims that meet their requirement`,
  voices: (count, firstHand, named) => `${count} independent voice${count === 1 ? '' : 's'}${firstHand ? (count === 1 ? ', first-hand' : ', first-hand among them') : ''}: ${named}`,
  oneVoice: (sources, why) => `${sources} (one voice: ${why})`,
  slotInference: 'an inference from live evidence of claims that meet their requirement',
  slotWholeInference: (ids, several) => `an inference that supports it whole (${ids} ${several ? 'are' : 'is'} only partial)`,
  slotConstraint: 'the constraint of the user that it serves',
  slotKind: (kinds) => `a source of an accepted kind (${kinds})`,
  slotVoice: (n, orFirstHand) => `${ordinal(n)} independent voice${orFirst(orFirstHand)}`,
  slotVoices: (count, more, orFirstHand) => `${count} ${more ? 'more ' : ''}independent voices${orFirst(orFirstHand)}`,
  slotPeriod: (from, to) => `evidence dated within ${from ?? 'any time'} to ${to ?? 'now'}`,
  slotMethod: (method) => `evidence by ${method.replace('-', ' ')}`,
  slotDisinterested: 'a voice without interest in the answer',
  claimLacks: (id, what) => `${id} lacks ${what}`,
  noHighRisk: 'The plan has no high-risk claim.',
  meetRequirement: (ids, several) => `${ids} meet${several ? ' their' : 's its'} requirement.`,
  noKeyPlan: 'no plan with a key claim was frozen',
  haveVoices: (ids, several) => `${ids} ha${several ? 've their' : 's its'} voices.`,
  conflictOpen: (id, claim) => `${id} on ${claim} is open`,
  conflictWithoutNeed: (id, claim) => `${id} on ${claim} is kept without what would settle it`,
  noConflict: 'No conflict.',
  takenBack: (ids) => ` Taken back or corrected by the researcher: ${ids}.`,
  conflictStates: { open: 'open', explained: 'explained', kept: 'kept' },
  noCounter: (claim) => `${claim} has had no counter-search`,
  noCounterThatCounts: (claim, tried) => `${claim} has had no counter-search that counts (${tried})`,
  counterFailed: 'failed',
  counterRepeats: 'repeats the words of the claim',
  noCounterDue: 'No counter-search is due yet.',
  counterDone: (ids) => `Done for ${ids}.`,
  stillBrought: (search) => `${search} still brought something that matters`,
  unseenResults: (search, count) => `${search} has ${count} result${count === 1 ? '' : 's'} neither opened nor dropped with a reason`,
  unreadSnapshots: (search, snapshots) => `${search} led to ${snapshots}, opened, not read through yet nor dropped with a reason`,
  tooFewSearches: (count, wanted) => `${count} of the ${wanted} searches for a key or high-risk claim that are needed`,
  noneAsked: 'None asked for.',
  quiet: (count, ids) => `The last ${count} (${ids}) brought nothing more that matters.`,
  pastGrant: (axis, grant) => `${axis} passed its grant of ${grant}`,
  pastDeadline: (deadline) => `the deadline ${deadline} has passed`,
  notPassed: 'Not passed.',
};

const orFirstChinese = (orFirstHand: boolean): string => (orFirstHand ? '或一个权威的第一手来源' : '');
const methods: Readonly<Record<string, string>> = { specification: '规范', measurement: '测量', 'field-experience': '实地经验', statistics: '统计' };

const chinese: LedgerWording = {
  against: ' 对 ', comma: '、', semicolon: '；', stop: '。',
  one: (says, ids) => `${says}（${ids}）`,
  stand: { supports: (words) => `肯定“${words}”`, contradicts: (words) => `否认“${words}”`, partial: (words) => `部分肯定“${words}”`, uncertain: (words) => `存疑“${words}”` },
  conflictsOpen: (ids, sides) => `${ids} 尚未解决：${sides}。`,
  conflictsKept: (ids, sides) => `${ids} 两方并列：${sides}。`,
  wouldSettle: (needed) => `可以裁定的证据：${needed}。`,
  contradictedBy: (what) => `被反驳：${what}。`,
  supportedBy: (what) => `得到支持：${what}。`,
  setAside: (ids) => `已搁置：${ids}。`,
  gaps: (from, to, gaps) => `${from} 至 ${to}，其中缺 ${gaps.replaceAll(' to ', '至')}`,
  apart: (items) => `不与之合计：${items}。`,
  differs: { unit: '单位不同', denominator: '分母不同', basis: '口径不同', period: '时期不同', sample: '样本不同', value: '数值不同' },
  relation: { supports: (ids) => `${ids} 支持`, contradicts: (ids) => `${ids} 反驳`, partial: (ids) => `${ids} 部分支持` },
  lacks: (said, what) => `${said}；缺少${what}。`,
  soFar: (what) => `目前有${what}。`,
  onlyUncertain: (ids) => `只有不确定的证据：${ids}。`,
  onlySetAside: (ids) => `只有被已解释的冲突搁置的证据：${ids}。`,
  searchedInVain: (ids) => `已检索（${ids}），没有找到。`,
  readInVain: (ids) => `已检索（${ids}）；读过的内容中没有记录与之相关的证据。`,
  also: (failures) => `另外：${failures}。`,
  unknown: (failures) => `未知：${failures}。`,
  openAgain: (fallen) => `重新待证：${fallen}。`,
  groundsFell: (ids) => `重新待定：其解释所依据的 ${ids} 已不再成立。`,
  noLongerStands: (id, why) => `${id} 不再成立${why === null ? '' : `（${why}）`}`,
  unseen: (parts) => `待证：${parts}。`,
  unseenOf: (results, search) => `${search} 有 ${results} 条结果尚未查看`,
  unread: (snapshots) => `已打开 ${snapshots}，尚未记录证据`,
  onlyCounter: (ids) => `待证：只做过反向检索（${ids}）。`,
  notSearched: '待证：尚未检索。',
  inference: (ids) => `推论（${ids}），其前提所属的论点均满足要求`,
  voices: (count, firstHand, named) => `${count} 个独立来源方${firstHand ? (count === 1 ? '，为第一手' : '，其中有第一手') : ''}：${named}`,
  oneVoice: (sources, why) => `${sources}（同一来源方：${why}）`,
  slotInference: '由满足要求的论点的有效证据得出的推论',
  slotWholeInference: (ids) => `完全支持它的推论（${ids} 只是部分支持）`,
  slotConstraint: '所服务的用户约束',
  slotKind: (kinds) => `可接受类型的来源（${kinds}）`,
  slotVoice: (n, orFirstHand) => `第 ${n} 个独立来源方${orFirstChinese(orFirstHand)}`,
  slotVoices: (count, more, orFirstHand) => `${more ? '另外 ' : ' '}${count} 个独立来源方${orFirstChinese(orFirstHand)}`,
  slotPeriod: (from, to) => `${from ?? '任何时间'}至${to ?? '现在'}之间的证据`,
  slotMethod: (method) => `通过${methods[method] ?? method}得到的证据`,
  slotDisinterested: '与答案无利害关系的来源方',
  claimLacks: (id, what) => `${id} 缺少${what}`,
  noHighRisk: '计划中没有高风险论点。',
  meetRequirement: (ids) => `${ids} 满足要求。`,
  noKeyPlan: '没有冻结含关键论点的计划',
  haveVoices: (ids) => `${ids} 已有所需的来源方。`,
  conflictOpen: (id, claim) => `${claim} 的 ${id} 尚未解决`,
  conflictWithoutNeed: (id, claim) => `${claim} 的 ${id} 已并列，但未说明何种证据可以裁定`,
  noConflict: '没有冲突。',
  takenBack: (ids) => `研究者收回或更正了：${ids}。`,
  conflictStates: { open: '未解决', explained: '已解释', kept: '并列' },
  noCounter: (claim) => `${claim} 尚未做反向检索`,
  noCounterThatCounts: (claim, tried) => `${claim} 没有可计入的反向检索（${tried}）`,
  counterFailed: '失败',
  counterRepeats: '重复了论点的用词',
  noCounterDue: '目前没有到期的反向检索。',
  counterDone: (ids) => `已完成：${ids}。`,
  stillBrought: (search) => `${search} 仍带来重要内容`,
  unseenResults: (search, count) => `${search} 有 ${count} 条结果既未打开，也未说明理由地舍弃`,
  unreadSnapshots: (search, snapshots) => `${search} 找到的 ${snapshots} 已打开，但尚未读完，也未说明理由地舍弃`,
  tooFewSearches: (count, wanted) => `针对关键或高风险论点的检索需要 ${wanted} 次，目前 ${count} 次`,
  noneAsked: '没有要求。',
  quiet: (count, ids) => `最近 ${count} 次（${ids}）没有再带来重要内容。`,
  pastGrant: (axis, grant) => `${axis} 超出了 ${grant} 的限额`,
  pastDeadline: (deadline) => `截止时间 ${deadline} 已过`,
  notPassed: '未超出。',
};

/** By BCP 47 tag; English where nothing else is written yet. */
export const ledgerWording = (language: string | undefined): LedgerWording => (language?.toLowerCase().startsWith('zh') === true ? chinese : english);
