/** The few sentences the extractive researcher writes itself; everything else it publishes is quoted. */
export interface Frame {
  searching: (claims: number) => string;
  found: (claim: string, sources: number) => string;
  disagree: (sides: string[]) => string;
  corrected: (now: string, before: string) => string;
  differ: (cause: string) => string;
  keep: string;
  needed: string;
  /** `id`: what corrects, without which the explanation does not stand. */
  corrects: (id: string) => string;
  /** What a basis is called in this language. */
  basis: (name: string) => string;
  explains: (who: string, words: string) => string;
  quote: (text: string, cells: string | null, marker: string, from: string) => string;
  /** Words for a search that looks for what speaks against. */
  counter: string[];
  /** Words for the two further errands: to check, and to find who measured or decided. */
  other: Record<'verify' | 'find-primary', string[]>;
  causes: Record<'definition' | 'time' | 'sample' | 'environment' | 'version', string>;
}

const english: Frame = {
  searching: (claims) => `Looking for evidence on ${claims} claim${claims === 1 ? '' : 's'}.`,
  found: (claim, sources) => `${claim}: ${sources} source${sources === 1 ? '' : 's'} quoted.`,
  disagree: (sides) => `The sources give different figures: ${sides.join(' against ')}.`,
  corrected: (now, before) => `A later correction gives ${now} instead of ${before}.`,
  differ: (cause) => `The figures are not measured alike: ${cause}.`,
  keep: 'Both stand; nothing found here decides between them.',
  needed: 'A measurement by a party without interest, with the same definition, period and sample.',
  corrects: (id) => `${id}, a correction published later, replaces the earlier figure.`,
  basis: (name) => name,
  explains: (who, words) => `${who} says what differs: “${words}”`,
  quote: (text, cells, marker, from) => `“${text}”${cells === null ? '' : ` (${cells})`} ${marker} (${from})`,
  counter: ['correction', 'criticism', 'limits', 'failure', 'dispute', 'revised'],
  other: { verify: ['measured', 'independent', 'results'], 'find-primary': ['official', 'report', 'statistics'] },
  causes: { definition: 'the definition differs', time: 'the period differs', sample: 'the sample differs', environment: 'the conditions differ', version: 'the edition differs' },
};

const chineseBases: Readonly<Record<string, string>> = {
  'year on year': '同比', 'month on month': '环比', 'cold days': '低温', 'whole year': '全年', 'with heating': '含取暖', 'without heating': '不含取暖', 'test cycle': '台架测试',
};

const chinese: Frame = {
  searching: (claims) => `正在为 ${claims} 条论点查找证据。`,
  found: (claim, sources) => `${claim}：引用了 ${sources} 个来源。`,
  disagree: (sides) => `各来源给出的数字不同：${sides.join('，')}。`,
  corrected: (now, before) => `后来的更正将 ${before} 改为 ${now}。`,
  differ: (cause) => `这些数字的口径不同：${cause}。`,
  keep: '两者并列；这里没有能够裁定的证据。',
  needed: '由无利益关系的一方，按相同定义、时期和样本所做的测量。',
  corrects: (id) => `之后发布的更正 ${id} 取代了先前的数字。`,
  basis: (name) => name.split(', ').map((one) => chineseBases[one] ?? one).join('，'),
  explains: (who, words) => `${who}说明了差别：“${words}”`,
  quote: (text, cells, marker, from) => `“${text}”${cells === null ? '' : `（${cells}）`}${marker}（${from}）`,
  counter: ['更正', '争议', '批评', '局限', '失败', '修订'],
  other: { verify: ['实测', '独立', '结果'], 'find-primary': ['官方', '报告', '统计'] },
  causes: { definition: '定义不同', time: '时期不同', sample: '样本不同', environment: '条件不同', version: '版本不同' },
};

export const frameOf = (language: string): Frame => (language.toLowerCase().startsWith('zh') ? chinese : english);
