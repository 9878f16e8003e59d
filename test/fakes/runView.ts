import type { ToPanel } from '../../src/shared/messages';
import type { BlockView, ClaimView, EvidenceView, NoticeView, RunView, SearchView, SourceView, TraceLine } from '../../src/shared/view';

/** A rich run as the panel sees it, in English or Chinese. Names of people and organisations are invented. */

type Language = 'en' | 'zh';
type Pick = (en: string, zh: string) => string;

const marker = /\[\[cite:\s*([^\]\s]+)\s*\]\]/g;
const at = (time: string) => `2026-03-31T${time}:00Z`;
const sha = (digit: string) => digit.repeat(64);

function source(id: string, title: string, publisher: string, tier: string, published: string, more: Partial<SourceView> = {}): SourceView {
  return {
    id, address: `https://example.org/${id.toLowerCase()}`, title, publisher, authors: [], tier, state: 'archived', reason: null, interest: null, method: null, missing: [],
    snapshots: [{ id: id.replace('S', 'N'), retrievedAt: '2026-03-04T09:00:00Z', publishedAt: published, modifiedAt: null, rawSha256: sha('a'), textSha256: sha('b'), language: 'en', holds: true }],
    ...more,
  };
}

function evidence(id: string, claim: string, relation: EvidenceView['relation'], of: string | null, quote: string | null, more: Partial<EvidenceView> = {}): EvidenceView {
  return {
    id, claim, relation, kind: 'direct', source: of, snapshot: of?.replace('S', 'N') ?? null, start: quote === null ? null : 100, end: quote === null ? null : 100 + quote.length, quote,
    match: quote === null ? null : 'verbatim', differences: [], state: 'active', reason: null, extractor: 'harbor-large', worker: 'main', scope: null, asOf: null, figure: null, headings: [], cells: null, result: null,
    locator: { page: null, sheet: null, cell: null, row: null }, premises: [], reasoning: null, ...more,
  };
}

function claim(id: string, text: string, risk: string, status: ClaimView['status'], voices: string[][], more: Partial<ClaimView> = {}): ClaimView {
  return {
    id, parent: null, part: 'P1', dimension: null, text, kind: 'fact', risk, key: false, status, reason: '', confidence: status === 'supported' ? 'medium' : 'low', voices, constraint: null,
    requirement: { kinds: [], voices: 1, orFirstHand: false, period: null, method: null, disinterested: false, counterSearch: false }, ...more,
  };
}

function search(id: string, query: string, intent: string, provider: string, time: string, results: number, chosen: number, gain: Partial<SearchView['gain']>, more: Partial<SearchView> = {}): SearchView {
  return {
    id, query, intent, provider, at: at(time), claims: ['C1'], failure: null, repeats: null, gain: { slots: 0, confidence: 0, conflicts: 0, highValue: false, ...gain },
    results: Array.from({ length: results }, (_, n) => ({ id: `R${id.slice(1)}${n}`, address: `https://example.org/${n}`, title: `Result ${n}`, decision: n < chosen ? 'chosen' as const : 'dropped' as const, reason: n < chosen ? null : 'known' })),
    ...more,
  };
}

/** A block whose citations and sentences are cut from its text as the host would. */
export function block(id: string, text: string, more: Partial<BlockView> = {}): BlockView {
  const sentences = text.split('\n\n').flatMap((paragraph, index, all) => {
    const base = all.slice(0, index).join('\n\n').length + (index > 0 ? 2 : 0);
    return [...paragraph.matchAll(/[^.。]+(?:[.。](?:\[\[[^\]]*\]\])*|$)/g)].map((found) => ({ start: base + found.index, end: base + found.index + found[0].length, paragraph: index }));
  });
  return {
    id, revision: 1, kind: 'fact', heading: null, text, quotations: false, claims: [], sentences, notices: [], premises: [], constraint: null,
    citations: [...text.matchAll(marker)].map((found, n) => ({ ordinal: n + 1, evidence: found[1] ?? null, state: 'bound' as const, start: found.index, end: found.index + found[0].length })),
    ...more,
  };
}

const notice = (kind: NoticeView['kind'], paragraph: number | null, refs: string[] = [], text = '', sentence: number | null = null): NoticeView => ({ kind, paragraph, refs, text, sentence });

export function richRun(language: Language = 'en'): RunView {
  const t: Pick = (en, zh) => (language === 'zh' ? zh : en);
  const sources = [
    source('S3', 'Annual accounts 2024, capital projects', t('City of Norrvik', '诺尔维克市'), 'filing', '2025-03-20'),
    source('S10', 'Life-cycle cost of charging on the way', t('Institute for Urban Traction', '城市牵引研究所'), 'paper', '2025-10-02'),
    source('S1', 'Winter trial 2024/25: energy log', t('Ostermark Transport Authority', '奥斯特马克交通局'), 'statistics', '2025-06-12'),
    source('S2', 'C12e data sheet, rev. D', t('Corvane Motors', '科文汽车'), 'first-hand', '2024-02', { interest: t('manufacturer', '制造商') }),
    source('S4', 'Report 18/2023: wiring of tram and trolley lines', t('Lysmark Audit Office', '利斯马克审计署'), 'filing', '2023-11-30', {
      snapshots: [{ id: 'N4', retrievedAt: '2026-03-04T09:00:00Z', publishedAt: '2023-11-30', modifiedAt: null, rawSha256: sha('c'), textSha256: sha('d'), language: 'en', holds: false }],
    }),
    source('S5', 'Trolley wire “costs 2.4 million a kilometre”', t('Tessel Wire', '泰塞尔通讯社'), 'secondary', '2019-11-06', {
      snapshots: [
        { id: 'N5', retrievedAt: '2026-03-04T09:00:00Z', publishedAt: '2019-11-06', modifiedAt: null, rawSha256: sha('e'), textSha256: sha('e'), language: 'en', holds: true },
        { id: 'N15', retrievedAt: '2026-03-30T09:00:00Z', publishedAt: '2019-11-06', modifiedAt: '2026-03-28', rawSha256: sha('f'), textSha256: sha('f'), language: 'en', holds: true },
      ],
    }),
    source('S6', 'Wire at 2.4 million', 'Harbour Post', 'secondary', '2019-11-07'),
    source('S7', 'What the wire costs', 'Lysmark Today', 'secondary', '2019-11-08'),
    source('S8', 'In short', 'Transit Digest', 'secondary', '2019-11-09'),
    source('S9', 'Halvard opens its new line', t('Halvard press office', '哈尔瓦德新闻处'), 'first-hand', '2019-11-05'),
    source('S11', 'Maintenance record 2025', t('Norrvik Lines', '诺尔维克客运'), 'first-hand', '2025-12-01'),
  ];
  const items = [
    evidence('E1', 'C2', 'supports', 'S3', 'Overhead line, double, incl. masts: 1.08 M€/km (11.4 km).', { cells: 'item: Overhead line, double; M€/km: 1.08', locator: { page: 41, sheet: null, cell: null, row: null } }),
    evidence('E2', 'C4', 'supports', 'S10', 'the break-even lies between five and seven departures an hour', { match: 'near', differences: [{ quote: 'between five and seven', text: 'between 5 and 7' }] }),
    evidence('E3', 'C1', 'supports', 'S1', 'On days at or below −10 °C mean consumption rose to 2.31 kWh/km (14 vehicles, 38 days), the annual mean being 1.42.', {
      locator: { page: 7, sheet: null, cell: null, row: null }, asOf: '2025-05-31', scope: t('12 m buses, winter 2024/25', '12 米公交，2024/25 冬季'),
      figure: { value: 2.31, text: '2.31', unit: 'kWh/km', denominator: null, period: '2024/25', basis: null, sample: '14 vehicles, 38 days', rowHeading: null, columnHeading: null, formula: null },
    }),
    evidence('E4', 'C1', 'contradicts', 'S2', 'Winter operation: 1.6 kWh/km.'),
    evidence('E5', 'C1', 'supports', 'S10', 'consumption of 2.3 kWh/km on the coldest days'),
    evidence('E7', 'C2', 'supports', 'S4', 'between 0.9 and 1.3 M€ per kilometre', { state: 'broken', reason: t('the archived text no longer matches its hash', '存档文本与记录的哈希不符') }),
    evidence('E8', 'C2', 'contradicts', 'S5', 'A single kilometre of wire comes to 2.4 million euro.'),
    evidence('E9', 'C4', 'supports', null, null, { kind: 'calculation', premises: ['E1'], reasoning: t('1.1 M€ per km, median of three accounts', '每公里 110 万欧元，取三份账目的中位数'), match: null }),
    evidence('E12', 'C4', 'partial', null, null, { kind: 'inference', premises: ['E1', 'E2'], reasoning: t('31 km × 1.1 M€ ÷ 15 years ÷ 34 buses = 67,000 € per bus and year', '31 km × 110 万 ÷ 15 年 ÷ 34 辆 = 每车每年 6.7 万欧元') }),
    evidence('E13', 'C5', 'supports', 'S11', '12 of 14 packs were exchanged during the eighth year of service.'),
    evidence('E14', 'C5', 'contradicts', 'S2', 'The traction battery is designed for a service life of twelve years.'),
  ];
  const blocks = [
    block('B1', t(
      'On lines with six or more buses an hour, charging on the way is the cheaper system over 15 years; on quieter lines, charging at the depot is[[cite:E1]][[cite:E2]]. The answer turns on two quantities: what a battery bus uses on a cold day, and what a kilometre of overhead wire costs.',
      '每小时六班及以上的线路，在途充电的 15 年总成本更低；班次更少的线路，夜间充电更便宜[[cite:E1]][[cite:E2]]。答案取决于两个量：纯电动公交在冷天的能耗，以及一公里架空线的造价。',
    ), { heading: t('Wire the trunk lines, charge the rest at the depot', '先给主干线架线，其余线路夜间充电'), claims: ['C4'] }),
    block('B2', t(
      'In the Ostermark trial, twelve-metre buses charged at the depot used **2.31 kWh/km** on the 38 days at or below −10 °C, against 1.42 kWh/km over the whole year[[cite:E3]]. That is 63 % more. The manufacturer’s data sheet gives 1.6 kWh/km for “winter operation”, but it counts every day below +5 °C and leaves cabin heating out[[cite:E4]]; the two figures do not measure the same thing.\n\nDrivers describe heating as roughly half of the difference, and pre-heating at the depot as the cheapest remedy.',
      '奥斯特马克的试验中，夜间充电的 12 米公交在气温不高于 −10 °C 的 38 天里平均耗电 **2.31 kWh/km**，而全年平均为 1.42 kWh/km[[cite:E3]]，高出 63%。厂家数据表给出的“冬季工况”是 1.6 kWh/km，但它把所有低于 +5 °C 的日子都算作冬季，并且不含车厢取暖[[cite:E4]]；两个数字量的不是同一件事。\n\n司机们认为取暖约占差额的一半，而在车场预热是最便宜的办法。',
    ), { revision: 2, heading: t('What a cold day costs', '冷天的代价'), claims: ['C1'], notices: [notice('revised', null, ['E14']), notice('conflict-explained', 0, ['X1']), notice('no-citation', 1)] }),
    block('B3', t(
      'Municipal accounts put double overhead wire at 0.9 to 1.3 M€ per kilometre, masts included and substations not[[cite:E1]][[cite:E7]]. The 2.4 M€ that newspapers repeat goes back to one press release of 2019, which adds the resurfacing of the street[[cite:E8]].\n\n| Account | M€ per km | Length |\n| --- | --- | --- |\n| Norrvik 2024 | 1.08[[cite:E1]] | 11.4 km |\n| Lysmark 2023 | 0.9 to 1.3 | 31 km |',
      '市政账目显示，双向架空线每公里造价 90 万至 130 万欧元，含立柱，不含变电站[[cite:E1]][[cite:E7]]。报纸反复引用的 240 万欧元出自 2019 年同一份新闻稿，其中加进了道路重铺的费用[[cite:E8]]。\n\n| 账目 | 百万欧元/公里 | 长度 |\n| --- | --- | --- |\n| 诺尔维克 2024 | 1.08[[cite:E1]] | 11.4 km |\n| 利斯马克 2023 | 0.9 至 1.3 | 31 km |',
    ), { heading: t('What a kilometre of wire costs', '一公里架空线的代价'), claims: ['C2'], notices: [notice('broken', 0, ['E7'], t('Citation 5 does not hold: the archived text no longer matches its hash', '引用 5 不成立：存档文本与记录的哈希不符')), notice('source-changed', 0, ['S5'])] }),
    block('B4', t(
      'Above six buses an hour the wire’s yearly cost, shared among them, falls below what a second battery and the chargers cost each[[cite:E2]]. At four an hour it is 11 % dearer[[cite:E99]].',
      '每小时超过六班时，分摊到每辆车的架空线年成本，就低于第二组电池和充电桩[[cite:E2]]。每小时四班时则贵 11%[[cite:E99]]。',
    ), { kind: 'analysis', heading: t('Where the wire pays', '从哪里开始更便宜'), claims: ['C4'], premises: ['E9', 'E1', 'E12'], notices: [notice('waiting', 0, ['C4'], t('High-risk sentence; the check says “partly supported”', '高风险句：自动核查判为“部分支持”'), 0)] }),
    block('B5', t('Wire the three trunk lines first, 31 km in all, and keep depot charging on the nine branch lines.', '先给三条主干线架线，共 31 公里；九条支线继续夜间充电。'),
      { kind: 'recommendation', constraint: t('capital spending ≤ 90 M€ before 2030', '2030 年前资本支出 ≤ 9000 万欧元') }),
  ];
  const unverified = blocks[3]?.citations[1];
  if (unverified) { unverified.state = 'unverified'; unverified.evidence = null; }
  const axis = (grant: number | null, spent: number, reserved: number, unknown = 0) => ({ grant, spent, reserved, unknown });
  return {
    format: 1,
    run: {
      id: 'run-trolley', question: t('For a city fleet of 120 buses with cold winters, do trolleybuses that charge on the way cost less over 15 years than battery buses that charge at the depot?', '冬季寒冷的城市里，一支 120 辆的公交车队采用在途充电无轨电车，15 年总成本是否低于夜间充电的纯电动公交？'),
      followUps: [], language: t('en', 'zh-Hans'), state: 'running', waitingFor: 'nothing', reason: null, outcome: null, stopReason: null, why: null,
      nextSearches: [t('battery maintenance records of fleets older than ten years', '服役十年以上车队的电池维护记录'), t('trolleybus purchase contracts since 2024', '2024 年以后的无轨电车采购合同')],
      depth: 'auto', folder: '.research/runs/run-trolley', researcher: 'openai:harbor-large', writer: true, readOnly: null, heldBy: null, notices: [],
    },
    scope: {
      version: 1, question: 'Q', parts: [{ id: 'P1', text: t('Which costs less?', '哪个更便宜？') }], period: { from: '2018-01-01', to: '2026-03-31' },
      regions: [t('cities with days below −10 °C', '冬季低于 −10 °C 的城市'), t('12 m single-deck', '12 米单层车')],
      terms: [{ term: t('charging on the way', '在途充电'), meaning: t('the vehicle’s battery charges from overhead wire while it drives', '有架空线的路段边行驶边给车载电池充电') }],
      dimensions: [t('total cost per km over 15 years', '15 年单位里程总成本'), t('winter consumption', '冬季能耗'), t('infrastructure', '基础设施投资')], acceptableSources: ['statistics', 'filing', 'first-hand'],
      constraints: [t('capital spending ≤ 90 M€ before 2030', '2030 年前资本支出 ≤ 9000 万欧元')], delivery: 'full', deadline: at('18:00'), language: t('en', 'zh-Hans'), assumed: [],
    },
    plan: { version: 1, hash: '7f3a19cc'.repeat(8), changes: [] },
    claims: [
      claim('C1', t('At or below −10 °C, a 12 m depot-charged bus uses 2.2 to 2.4 kWh/km.', '气温不高于 −10 °C 时，夜间充电的 12 米公交耗电 2.2 至 2.4 kWh/km。'), 'high', 'supported', [['S1'], ['S10'], ['S2']], { key: true, requirement: { kinds: ['statistics', 'first-hand'], voices: 2, orFirstHand: false, period: null, method: null, disinterested: false, counterSearch: true } }),
      claim('C2', t('Double overhead wire costs 0.9 to 1.3 M€ per km without substations.', '双向架空线每公里造价 90 万至 130 万欧元，不含变电站。'), 'high', 'partial', [['S3'], ['S5', 'S6', 'S7', 'S8', 'S9']], { requirement: { kinds: ['filing'], voices: 2, orFirstHand: false, period: { from: '2018', to: null }, method: null, disinterested: false, counterSearch: false }, reason: t('needs two independent voices and has one', '需要两个独立声音，现有一个') }),
      claim('C4', t('Above six buses an hour, charging on the way costs less over 15 years.', '每小时超过六班时，在途充电的 15 年总成本更低。'), 'high', 'uncertain', [['S10']], { kind: 'analysis', key: true, requirement: { kinds: [], voices: 1, orFirstHand: false, period: null, method: null, disinterested: false, counterSearch: true } }),
      claim('C5', t('Batteries are replaced in year eight.', '电池在第八年更换。'), 'medium', 'conflicting', [['S11'], ['S2']], { key: true, requirement: { kinds: ['first-hand'], voices: 1, orFirstHand: true, period: null, method: 'field-experience', disinterested: false, counterSearch: false } }),
      claim('C6', t('Wire the three trunk lines first.', '先给三条主干线架线。'), 'medium', 'supported', [], { kind: 'recommendation', constraint: t('capital spending ≤ 90 M€ before 2030', '2030 年前资本支出 ≤ 9000 万欧元') }),
      claim('C7', t('New trolleybuses take 18 to 24 months to deliver.', '新无轨电车的交付周期为 18 至 24 个月。'), 'low', 'unknown-failed', [], { requirement: { kinds: ['first-hand', 'filing'], voices: 1, orFirstHand: false, period: { from: '2024', to: null }, method: null, disinterested: false, counterSearch: false } }),
      claim('C8', t('Heating is about half of the winter difference.', '取暖约占冬季差额的一半。'), 'low', 'open', [], { parent: 'C1' }),
    ],
    searches: [
      search('Q1', t('overhead wire cost per km accounts', '架空线 每公里 造价 账目'), 'explore', t('folder', '文件夹'), '14:09', 24, 6, { slots: 2, confidence: 1, highValue: true }),
      search('Q2', t('Ostermark winter trial energy log', '奥斯特马克 冬季试验 能耗日志'), 'find-primary', 'Crossref', '14:13', 17, 3, { slots: 1, highValue: true }),
      search('Q3', t('trolleybus delivery time 2024', '无轨电车 交付周期 2024'), 'verify', 'OpenAlex', '14:22', 0, 0, {}, { failure: t('429: throttled twice', '429：两次被限流') }),
      search('Q4', t('battery bus winter consumption counter-example', '电动公交 冬季 能耗 反例'), 'counter', t('folder', '文件夹'), '14:30', 9, 0, {}),
    ],
    requests: [], sources,
    provenance: [
      { from: 'S5', to: 'S9', relation: 'reposts', by: 'host', score: 0.94, why: 'containment' }, { from: 'S6', to: 'S5', relation: 'reposts', by: 'host', score: 0.97, why: 'containment' },
      { from: 'S7', to: 'S5', relation: 'reposts', by: 'host', score: 0.97, why: 'containment' }, { from: 'S8', to: 'S5', relation: 'reposts', by: 'host', score: 0.91, why: 'containment' },
      { from: 'S10', to: 'S1', relation: 'shares-data', by: 'researcher', score: null, why: 'reference list' },
    ],
    evidence: items,
    conflicts: [
      { id: 'X1', claim: 'C1', evidence: ['E3', 'E4'], sides: [{ says: '2.31 kWh/km', evidence: ['E3'] }, { says: '1.6 kWh/km', evidence: ['E4'] }], state: 'explained', comparability: { definition: 'different', time: 'same', sample: 'same', environment: 'unknown', version: 'same' }, cause: 'definition', explanation: t('The data sheet counts every day below +5 °C and leaves heating out.', '数据表把所有低于 +5 °C 的日子都算作冬季，并且不含取暖。'), carries: 0, needed: null, fallen: false },
      { id: 'X2', claim: 'C5', evidence: ['E13', 'E14'], sides: [{ says: t('year eight', '第八年'), evidence: ['E13'] }, { says: t('twelve years', '十二年'), evidence: ['E14'] }], state: 'kept', comparability: { definition: 'same', time: 'different', sample: 'unknown', environment: 'same', version: 'same' }, cause: null, explanation: null, carries: null, needed: t('maintenance records of a fleet older than ten years', '服役十年以上车队的维护记录'), fallen: false },
    ],
    article: {
      version: 6, blocks,
      versions: [
        { version: 1, at: at('14:15'), block: 'B1', revision: 1, why: null }, { version: 2, at: at('14:18'), block: 'B2', revision: 1, why: null }, { version: 3, at: at('14:21'), block: 'B3', revision: 1, why: null },
        { version: 4, at: at('14:25'), block: 'B4', revision: 1, why: null }, { version: 5, at: at('14:27'), block: 'B5', revision: 1, why: null }, { version: 6, at: at('14:32'), block: 'B2', revision: 2, why: 'E14' },
      ],
      revisions: [
        ...blocks.map((one) => ({ block: one.id, revision: one.revision, at: at('14:32'), text: one.text, heading: one.heading, why: null, because: [] })),
        { block: 'B2', revision: 1, at: at('14:18'), text: t('The data sheet gives 1.6 kWh/km in winter[[cite:E4]].', '数据表给出的冬季能耗是 1.6 kWh/km[[cite:E4]]。'), heading: t('What a cold day costs', '冷天的代价'), why: null, because: [] },
      ],
      takenBack: [],
      end: t('## Sources\n\n1. Annual accounts\n\n## Method\n\nFour searches over the folder *transit-notes*, Crossref and OpenAlex; one failed (429).\n\n- cut-off 2026-03-31\n- written by `harbor-large`', '## 来源\n\n1. 年度账目\n\n## 方法\n\n检索文件夹 *transit-notes*、Crossref 与 OpenAlex 共四次，一次失败（429）。\n\n- 截至 2026-03-31\n- 由 `harbor-large` 撰写'),
      markdown: '',
    },
    updates: [
      { id: 'U1', at: at('14:08'), text: t('Plan fixed: 7 claims, 3 of them high-risk.', '计划已定：7 个论断，其中 3 个高风险。'), about: [] },
      { id: 'U2', at: at('14:15'), text: t('First part published: the short answer, with 2 citations.', '第一段已发布：简短回答，2 处引用。'), about: ['B1'] },
      { id: 'U3', at: at('14:22'), text: t('Delivery times (C7): the search was throttled twice. Nothing can be concluded yet.', '交付周期（C7）：检索两次被限流，目前不能得出任何结论。'), about: ['Q3', 'C7'] },
      { id: 'U4', at: at('14:27'), text: t('Four newspaper pages with 2.4 M€ per km are one press release. They count as one voice.', '四个报纸页面的 240 万欧元其实是同一份新闻稿，只算一个声音。'), about: ['S5', 'C2'] },
      { id: 'U5', at: at('14:32'), text: t('Replaced “What a cold day costs”: the data sheet’s figure leaves out heating, so the two do not measure the same thing.', '“冷天的代价”已替换：数据表的数字不含取暖，两个数字量的不是同一件事。'), about: ['B2', 'X1'] },
    ],
    activity: {
      claim: 'C4', text: t('Looking for the opposite: has a city taken down the wire on a busy line?', '在找相反的证据：有没有城市在高频线路上拆掉了架空线？'),
      calls: [
        { id: 'c1', title: t('Searched the folder transit-notes: 12 results, 2 new', '检索文件夹 transit-notes：12 条，2 条新'), state: 'done', at: at('14:32'), milliseconds: 100 },
        { id: 'c2', title: t('Reading audit report 18/2023, pages 12–19', '阅读审计报告 18/2023，第 12–19 页'), state: 'running', at: at('14:32'), milliseconds: 6000 },
        { id: 'c3', title: t('OpenAlex did not answer (429); this is not “nothing found”', 'OpenAlex 没有应答（429），不算“没有找到”'), state: 'failed', at: at('14:32'), milliseconds: 12_000 },
      ],
    },
    turns: [6100, 8000, 11_200, 14_900, 16_300, 17_000, 18_200, 18_000, 19_600, 20_200, 20_800, 21_400, 21_100, null].map((tokens, n) => ({
      turn: n + 1, seq: 20 + n * 30, at: at(`14:${String(8 + n * 2).padStart(2, '0')}`), tokens, calls: [2, 1, 3, 2, 0, 2, 0, 1, 3, 0, 2, 1, 2, 1][n] ?? 0, publications: n === 4 || n === 9 || n === 11 ? 1 : 0, failures: n === 6 || n === 7 ? 1 : 0, spent: Math.round(n * 1.5) + 1, reserved: 6,
    })),
    checks: [
      { id: 'V1', block: 'B1', revision: 1, sentence: 0, source: 'S3', checker: 'quay-small', selfChecked: false, verdict: 'supported', why: '', quote: null, parts: false },
      { id: 'V2', block: 'B2', revision: 2, sentence: 2, source: 'S1', checker: 'quay-small', selfChecked: false, verdict: 'partly', why: t('The source speaks of 14 vehicles, not of all.', '来源只说到 14 辆车。'), quote: null, parts: true },
    ],
    corrections: [],
    budget: {
      depth: 'standard',
      axes: { turns: axis(36, 14, 0), requests: axis(57, 20, 6), searches: axis(6, 4, 1), reads: axis(72, 31, 4), publications: axis(48, 6, 4), milliseconds: axis(3_600_000, 1_440_000, 360_000), money: axis(5, 1.84, 0.4, 0.22) },
      usage: { input: 210_000, cached: 140_000, output: 18_000, cost: 1.84, unknownRequests: 2, unknownCosts: 2 },
      reservations: [
        { id: 'finalization', purpose: t('publish and finish', '发布和结束'), left: { requests: 4, turns: 0, publications: 4, milliseconds: 180_000 } },
        { id: 'D1', purpose: t('child D1', '子任务 D1'), left: { requests: 1, reads: 4, searches: 1 } },
      ],
      decisions: [
        { at: at('14:20'), what: t('deep wanted (researcher)', '申请深度（研究者）'), reason: t('two accounts of the same line disagree', '同一条线路的两份账目不一致') },
        { at: at('14:20'), what: t('deep refused', '拒绝深度'), reason: t('The user chose standard depth: it is never raised silently.', '用户选择了标准深度：不会悄悄提升。') },
      ],
    },
    convergence: {
      holds: false,
      conditions: [
        { name: t('High-risk claims meet their requirement', '高风险论断满足各自的证据要求'), holds: false, why: t('2 of 3. C2 needs two independent voices and has one.', '3 个中 2 个。C2 需要两个独立声音，现有一个。') },
        { name: t('Key claims have two voices or one authoritative first-hand source', '关键论断有两个独立来源，或一个权威一手来源'), holds: true, why: t('C1 has two voices; C4 and C5 have what their requirement asks', 'C1 有两个声音；C4、C5 按各自要求满足') },
        { name: t('Conflicts are explained or kept', '冲突都已解释或保留'), holds: true, why: t('X1 explained; X2 kept, with what would settle it', 'X1 已解释；X2 保留，并写明什么能定论') },
        { name: t('Each key claim had its counter-search', '每个关键论断做过反向检索'), holds: false, why: t('C1 and C5 had theirs; C4’s is running (Q5)', 'C1、C5 已做，C4 进行中（Q5）') },
        { name: t('The last 3 searches brought nothing new of weight', '最近 3 次检索没有带来高价值的新证据'), holds: false, why: t('1 quiet so far (Q4); Q3 failed and does not count; Q2 raised the confidence of C1', '安静的有 1 次（Q4）；Q3 失败，不计；Q2 提高了 C1 的可信度') },
        { name: t('Budget and deadline are not passed', '预算与截止时间未越过'), holds: true, why: t('31 requests left; deadline 18:00', '剩 31 次请求；截止 18:00') },
      ],
    },
    times: { started: at('14:08'), firstUpdate: at('14:08'), firstPublication: at('14:15'), firstUseful: at('14:15'), ended: null },
  };
}

/** A run right after its start: nothing is known yet. */
export function freshRun(language: Language = 'en'): RunView {
  const run = richRun(language);
  return {
    ...run, claims: [], searches: [], sources: [], evidence: [], conflicts: [], provenance: [], updates: [], turns: [], activity: null, checks: [], article: { version: 0, versions: [], blocks: [], revisions: [], takenBack: [], end: '', markdown: '' },
    convergence: { holds: false, conditions: [] },
  };
}

export function snapshot(view: RunView, n = 1, locale = 'en'): Extract<ToPanel, { type: 'snapshot' }> {
  return { type: 'snapshot', protocol: 1, n, view, locale, omitted: 0, offer: startOffer };
}

const startOffer = {
  questions: [{ question: 'Does the cost of the wire include resurfacing the street?', suggestion: 'No: wire, masts and mounting only.' }],
  places: [
    { id: 'folder:transit-notes', label: 'transit-notes', note: '214 files', chosen: true, usable: true },
    { id: 'wikipedia', label: 'Wikipedia, Crossref, OpenAlex', note: 'no key needed', chosen: true, usable: true },
    { id: 'brave', label: 'Brave', note: 'Has no key yet', chosen: false, usable: false },
  ],
  depths: [{ id: 'auto' as const, note: 'about €2–4, 20–60 min' }, { id: 'standard' as const, note: 'up to 57 requests, 60 min' }, { id: 'deep' as const, note: 'up to 85 requests, 90 min' }],
  depth: 'auto' as const,
  researchers: [{ id: 'extractive', label: 'Extractive: quotations only, no model, no cost' }, { id: 'openai:harbor-large', label: 'harbor-large writes, quay-small checks' }],
  researcher: 'extractive',
};

/** Trace lines as the host would cut them: newest last. */
export function traceLines(from: number, count: number): TraceLine[] {
  const types = ['call.started', 'call.settled', 'evidence.recorded', 'block.published', 'search.done', 'conflict.settled', 'budget.reserved'];
  return Array.from({ length: count }, (_, n) => {
    const seq = from + n + 1;
    const type = types[seq % types.length] ?? 'call.started';
    return { seq, at: at(`14:${String(seq % 60).padStart(2, '0')}`), type, by: 'host', title: `${type} number ${seq}`, detail: '' };
  });
}
