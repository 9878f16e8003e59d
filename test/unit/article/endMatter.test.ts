import { expect, test } from 'vitest';
import { endMatter } from '../../../src/core/article/endMatter';
import { wordingOf } from '../../../src/core/article/wording';
import { conflictsAfter } from '../../../src/core/ledger/conflict';
import { correctionDrafts } from '../../../src/core/ledger/corrections';
import { converge } from '../../../src/core/ledger/convergence';
import { changePlan } from '../../../src/core/tool/scopeTools';
import { callTool } from '../../fakes/callTool';
import { LogBuilder, requirementOf } from '../../fakes/builders';

/** A run on one claim in a language, and its end matter with nothing cited. */
function run(language: string): { log: LogBuilder; end: () => string; record: (change: Parameters<LogBuilder['evidence']>[0]) => void } {
  const log = new LogBuilder().scope({ language }).plan({ key: true, text: '桥可以承载重型卡车' });
  return {
    log,
    end: () => endMatter(log.state, new Map(), wordingOf(language), '2026-02-01T00:00:00.000Z'),
    record: (change) => {
      const id = log.evidence(change);
      const evidence = log.state.ledger.evidence.find((item) => item.id === id);
      if (evidence) log.append(...conflictsAfter(log.state, evidence));
    },
  };
}

test('a denial is said in the words of the article, not of the ledger', () => {
  const { end, record } = run('en');
  record({ quote: 'The bridge carries them.' });
  record({ relation: 'contradicts', quote: 'It does not carry them.' });
  expect(end()).toContain('- Conflict X1 is open\n  - the statement “The bridge carries them.” (E1)\n  - the denial “It does not carry them.” (E2)');
});

test('an article in Chinese has its end in Chinese', () => {
  const { log, end, record } = run('zh-CN');
  record({ quote: '桥可以承载。' });
  record({ relation: 'contradicts', quote: '桥不能承载。' });
  log.search({ query: '卡车' });
  expect(end()).toContain('否认“桥不能承载。”');
  const own = end().replaceAll(/^- Research Ledger: run-1$|\(folders\)|extractive; standard|：\d{4}\S+/gm, '');
  expect(own).not.toMatch(/[a-z]{4,}/);
});

test('a side says what its evidence says now', () => {
  const { log, end, record } = run('en');
  record({ figure: { value: 40, text: '40', unit: 't' } });
  record({ figure: { value: 38, text: '38', unit: 't' } });
  expect(end()).toContain('  - 40 t (E1)\n  - 38 t (E2)');
  const outcome = correctionDrafts(log.state, 'E2', 'figure', { ...log.state.ledger.evidence[1]?.figure, value: 36, text: '36' }, 'a typing error', 'user:Ada');
  if (outcome.ok) log.append(...outcome.drafts);
  expect(end()).toContain('  - 40 t (E1)\n  - 36 t (E2)');
});

test('what the researcher added or raised after the plan was frozen is said to be that, in the receipt and where it is short', async () => {
  const log = new LogBuilder().plan({ key: true, requirement: requirementOf({ voices: 1 }) }, { text: 'It is cheap', requirement: requirementOf({ voices: 1 }) });
  for (const claim of ['C1', 'C2']) log.evidence({ claim });
  const change = { reason: 'seen', budget_effect: 'none', add: [{ text: 'It is old', part: 'P1', kind: 'fact', risk: 'low', key: false }], raise: [{ claim: 'C2', voices: 2 }] };
  expect((await callTool(log, changePlan, change)).text).toContain('Convergence is judged by the plan as frozen, without this; C3, C2 are listed as not covered');
  const end = (language: string): string => endMatter(log.state, new Map(), wordingOf(language), '2026-02-01T00:00:00.000Z');
  expect(end('en')).toContain('- C2 It is cheap (raised during the research): ');
  expect(end('en')).toContain('- C3 It is old (added during the research): ');
  expect(end('zh-CN')).toContain('- C3 It is old（研究中增加）: ');
  expect(converge(log.state, '2026-02-01T00:00:00.000Z').conditions.find(({ name }) => name === 'key claims')?.holds).toBe(true);
});
