import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { depthRefusal } from '../../../src/core/budget/depth';
import { emptyBudget } from '../../../src/core/budget/state';
import { parseEvent } from '../../../src/core/run/event';
import { recorded, SaidError, say, spoken, wordsOf } from '../../../src/core/run/said';
import { facts } from '../../../src/core/run/state';
import { TraceIndex } from '../../../src/core/run/traceRange';
import { faultOf, withoutKey } from '../../../src/node/model/openaiFault';
import { fault, scriptedModel } from '../../fakes/scriptedModel';
import { memoryWorld, research } from '../../fakes/memoryWorld';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';

const chinese = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../l10n/bundle.l10n.zh-cn.json'), 'utf8')) as Record<string, string>;
const inChinese = (words: Parameters<typeof spoken>[0]): string => spoken(words, (template) => chinese[template] ?? template);

describe('what the host says', () => {
  it('is an English sentence in the log, and the same in another language wherever its template is translated', () => {
    const budget = { ...emptyBudget, meters: { ...emptyBudget.meters, tokens: { grant: 10, spent: 4, reserved: 0, unknown: 6 } } };
    const no = depthRefusal(budget, 'user', { preference: 'auto', finalizing: false, now: '2026-01-01T00:00:00.000Z' });
    expect(recorded(no ?? '').reason).toBe('Deep would have nothing to work with: no tokens are left (4 of 10 spent, 0 reserved, 6 unknown).');
    expect(inChinese(no ?? '')).toBe('转为深度也无额度可用：词元已用尽（已用 4/10，预留 0，未知 6）。');
    expect(inChinese('The server’s own words')).toBe('The server’s own words');
    expect(inChinese(say('A newer version says {0}', 1))).toBe('A newer version says 1');
  });

  it('puts no value into another’s place, whatever the values are', () => {
    expect(spoken(say('{0} and {1}', '{1}', '{0}'))).toBe('{1} and {0}');
    expect(spoken(say('{0} {2}', 'one'))).toBe('one {2}');
  });

  it('goes with an error to where it is shown, without a key', () => {
    const cause = new SaidError(say('{0} wrote nothing.', 'harbor'));
    expect([cause.message, inChinese(wordsOf(cause))]).toEqual(['harbor wrote nothing.', 'harbor 没有写出任何内容。']);
    const refused = withoutKey(faultOf(new Error('bad key sk-secret-1234'), { baseURL: 'http://server', model: 'm' }), 'sk-secret-1234');
    expect(JSON.stringify(refused)).not.toContain('secret');
    expect(inChinese(refused.said ?? '')).toBe('http://server 的回答被截断或无法读取：bad key •••。');
  });

  it('stands beside the reason for which a run paused', async () => {
    const said = say('{0} refused the key ({1}). Set a key that may use {2}.', 'http://server', 401, 'm');
    const { state, events } = await research(memoryWorld({}), 'How cold?', {}, modelResearcher(scriptedModel([fault({ message: spoken(said), said, needsKey: true })])));
    expect(facts(state)).toMatchObject({ state: 'paused', reason: 'http://server refused the key (401). Set a key that may use m.' });
    expect(inChinese(facts(state).said ?? '')).toBe('http://server 拒绝了密钥（401）。请设置可以使用 m 的密钥。');
    expect(parseEvent(JSON.parse(JSON.stringify(events.at(-1))))).toEqual(events.at(-1));
  });
});

describe('the trace in Chinese', () => {
  it('has no title with an English word but the names of tools, and finds what is shown', async () => {
    const { events } = await research(memoryWorld({ 'statistics.md': 'In the trial 91.4 percent of sailings were punctual.\n' }), 'What share of sailings was punctual?');
    const titles = new TraceIndex(() => events, inChinese).range({ from: 0, count: 500, filter: null, kind: null }).lines.filter(({ type }) => type !== 'call.started').map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(20);
    expect(titles.filter((title) => /[a-z]{2,}/i.test(title))).toEqual([]);
    expect(new TraceIndex(() => events, inChinese).range({ from: 0, count: 500, filter: '已存档', kind: null }).total).toBeGreaterThan(0);
  });
});
