import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunView } from '../../src/shared/view';
import { freshRun, richRun } from '../fakes/runView';
import { usePanels } from './support/setup';

const open = usePanels();
const inState = (run: Partial<RunView['run']>, more: Partial<RunView> = {}): RunView => { const view = richRun(); return { ...view, ...more, run: { ...view.run, ...run } }; };

async function ask(page: Page, question: string, answerer: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask this ledger…' }).click();
  await page.getByRole('textbox', { name: 'Question to the finished ledger' }).fill(question);
  await answerer();
}

describe('the header', () => {
  it('pauses, stops, and offers more', async () => {
    const panel = await open();
    const { page } = panel;
    expect(await page.locator('.state .what').innerText()).toBe('Running turn 14, 24 min');
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await panel.last('control')).toEqual({ type: 'control', action: 'pause', text: null });
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    expect(await panel.last('control')).toMatchObject({ action: 'stop' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Export');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await panel.last('control')).toMatchObject({ action: 'verify' });
    expect(await page.getByRole('menu').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Export');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More actions');
  });

  it('unfolds the scope and the budget, and asks for deep', async () => {
    const panel = await open();
    const { page } = panel;
    await page.getByText('Scope 1').click();
    expect(await page.locator('.scope dl').innerText()).toContain('2018-01-01 – 2026-03-31');
    expect(await page.locator('.budget > summary .meter').getAttribute('aria-label')).toBe('Searches: 4 of 6 spent, 1 reserved, 0 unknown, 1 left');
    await page.getByText('Standard depth').click();
    expect(await page.getByRole('row', { name: /Model requests/ }).innerText()).toMatch(/57\s+20\s+6\s+0\s+31/);
    expect(await page.getByRole('row', { name: /Money/ }).innerText()).toMatch(/5\.00\s+1\.84\s+0\.40\s+0\.22\s+2\.54/);
    const more = (await page.locator('.facts').innerText()).replace(/\s+/g, ' ');
    expect(more).toContain('Set aside publish and finish: 4 requests, 4 publications, 3 min child D1: 1 request, 1 search, 4 reads under way: 1 request, 3 min, 0.40 money');
    expect(more).toContain('Used 210k tokens in, of which 140k from a cache, 18.0k out 1.84 spent on what has a price What 2 requests cost is unknown.');
    expect(more).toContain('14:20 deep refused The user chose standard depth: it is never raised silently.');
    await page.getByRole('button', { name: 'Ask for deep…' }).click();
    expect(await panel.last('control')).toMatchObject({ action: 'deep' });
  });

  it('shows a cost that nobody knows as unknown, never as nothing', async () => {
    const { budget } = richRun();
    const free = { grant: null, spent: 0, reserved: 0, unknown: 0 };
    const { page } = await open({ view: { ...richRun(), budget: { ...budget, axes: { ...budget.axes, money: free }, usage: { ...budget.usage, cost: null, unknownCosts: 22 } } } });
    await page.getByText('Standard depth').click();
    expect(await page.getByRole('row', { name: /Money/ }).innerText()).toMatch(/no limit\s+–\s+0\.00\s+all\s+–/);
    expect(await page.locator('.facts').innerText()).toContain('What 22 requests cost is unknown. A model’s price is named in the setting researchLedger.roles.');
  });

  it.each([320, 400, 520, 600])('keeps the budget table within %i pixels, and its words whole', async (width) => {
    const { page } = await open({ width });
    await page.getByText('Standard depth').click();
    expect(await page.locator('.axes').evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0);
    expect(await page.getByRole('rowheader', { name: 'Publications' }).evaluate((cell) => cell.clientHeight)).toBeLessThan(32);
  });

  it('continues an incomplete run with a question', async () => {
    const panel = await open({ view: inState({ state: 'ended', outcome: 'incomplete', why: 'stopped by you' }) });
    const { page } = panel;
    await page.getByText('3 of 6 conditions do not hold').waitFor();
    await page.getByRole('button', { name: 'Continue…' }).click();
    const field = page.getByRole('textbox', { name: 'What should be researched further?' });
    expect(await field.inputValue()).toContain('battery maintenance records');
    await field.fill('And in hilly cities?');
    await field.press('Enter');
    expect(await panel.last('control')).toEqual({ type: 'control', action: 'continue', text: 'And in hilly cities?' });
    await page.getByRole('button', { name: 'See the next searches' }).click();
    await page.getByRole('button', { name: 'Continue with this… trolleybus purchase contracts since 2024' }).click();
    expect(await field.inputValue()).toBe('trolleybus purchase contracts since 2024');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await panel.last('control')).toMatchObject({ text: 'And in hilly cities?' });
  });

  it('asks the finished ledger by rule where no model is set up, and says so before and after', async () => {
    const panel = await open({ view: inState({ state: 'ended', outcome: 'incomplete', why: 'stopped by you' }) });
    const { page } = panel;
    await ask(page, 'What is missing?', () => panel.post({ type: 'answerer', model: null, why: 'no-model' }));
    expect(await page.locator('.asking').innerText()).toContain('No model is set up');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await panel.last('ask')).toEqual({ type: 'ask', question: 'What is missing?', by: 'model' });
    await panel.post({
      type: 'answered', question: 'What is missing?', answer: {
        by: 'rule', why: 'no-model', missing: ['hilly'], open: [{ claim: 'C2', status: 'partial', reason: 'one voice of two' }],
        items: [{ evidence: 'E1', claim: 'C2', status: 'partial', setAside: 'X1', quote: 'Two of nine lines were wired.', cells: null, source: 'Ostermark trial' }],
      },
    });
    const answer = page.locator('.answer');
    expect(await answer.innerText()).toContain('Ostermark trial · C2 partial · set aside by X1');
    expect(await answer.innerText()).toContain('The ledger holds nothing on: hilly');
    expect(await answer.innerText()).toContain('No model is set up');
    await answer.getByRole('button', { name: 'Open span E1' }).click();
    expect(await panel.last('openEvidence')).toMatchObject({ evidence: 'E1' });
    await answer.getByRole('button', { name: 'Close' }).click();
    await answer.waitFor({ state: 'detached' });
    expect(await panel.last('stopAsking')).toBeDefined();
  });

  it('puts the question to a model: its marks open their spans, what proves nothing shows as such, and it becomes a research only by a press', async () => {
    const panel = await open({ view: inState({ state: 'ended', outcome: 'converged', why: null }) });
    const { page } = panel;
    await ask(page, 'What does wire cost?', () => panel.post({ type: 'answerer', model: 'harbor-large', why: null }));
    expect(await page.locator('.asking').innerText()).toContain('harbor-large answers from the ledger alone: one request, no search, no read.');
    await page.getByRole('button', { name: 'Send' }).click();
    await panel.post({ type: 'answered', question: 'What does wire cost?', answer: { by: 'asking', model: 'harbor-large' } });
    const answer = page.locator('.answer');
    await answer.getByText('harbor-large reads the ledger…').waitFor();
    const text = 'About **1.08 M€** per km[[cite:E1]], and it is loud[[cite:E77]]. Broken: [[cite:E7]].';
    const mark = (id: string, ordinal: number, state: 'bound' | 'unverified', evidence: string | null = id) => ({ ordinal, evidence, state, start: text.indexOf(`[[cite:${id}]]`), end: text.indexOf(`[[cite:${id}]]`) + 10 });
    await panel.post({ type: 'answered', question: 'What does wire cost?', answer: { by: 'model', model: 'harbor-large', text, citations: [mark('E1', 1, 'bound'), mark('E77', 2, 'unverified', null), mark('E7', 3, 'unverified')], missing: ['loud'] } });
    await answer.getByText('Answered by harbor-large from the ledger alone').waitFor();
    expect(await answer.locator('.cite').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(['Citation 1', 'Citation ?, not verified', 'Citation 5, not verified']);
    expect(await answer.innerText()).toContain('names nothing in this ledger');
    expect(await answer.innerText()).toContain('The ledger holds nothing on: loud');
    await answer.getByRole('button', { name: 'Citation 1', exact: true }).click();
    expect(await panel.last('openEvidence')).toMatchObject({ evidence: 'E1', beside: true });
    await answer.getByRole('button', { name: 'Quotations by rule' }).click();
    expect(await panel.last('ask')).toMatchObject({ by: 'rule' });
    await answer.getByRole('button', { name: 'Continue with this…' }).click();
    expect(await page.getByRole('textbox', { name: 'What should be researched further?' }).inputValue()).toBe('What does wire cost?');
    expect((await panel.sent()).filter(({ type }) => type === 'control')).toEqual([]);
  });

  it('says why a model did not answer, and offers the rule instead', async () => {
    const panel = await open({ view: inState({ state: 'ended', outcome: 'converged', why: null }) });
    await panel.post({ type: 'answered', question: 'What does wire cost?', answer: { by: 'failure', model: 'harbor-large', message: 'http://server refused the key (401).', needsKey: true } });
    const answer = panel.page.locator('.answer');
    await answer.getByText('harbor-large did not answer. http://server refused the key (401).').waitFor();
    await answer.getByRole('button', { name: 'Add a key…' }).click();
    expect(await panel.last('control')).toMatchObject({ action: 'addKey' });
    await answer.getByRole('button', { name: 'Quotations by rule' }).click();
    expect(await panel.last('ask')).toEqual({ type: 'ask', question: 'What does wire cost?', by: 'rule' });
  });

  it('proposes what would settle a conflict, and researches nothing before it is sent', async () => {
    const panel = await open({ tab: 'ledger', view: inState({ state: 'ended', outcome: 'incomplete', why: 'stopped by you', writer: false, readOnly: 'left' }) });
    const { page } = panel;
    await page.locator('.conf').getByRole('button', { name: /^Continue with this…/ }).first().click();
    const field = page.getByRole('textbox', { name: 'What should be researched further?' });
    expect(await field.inputValue()).not.toBe('');
    expect((await panel.sent()).filter(({ type }) => type === 'control')).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await panel.last('control')).toMatchObject({ action: 'continue' });
  });

  it('says nothing in another language than the frame’s', async () => {
    const { page } = await open({ locale: 'zh-cn', view: { ...inState({ state: 'ended', outcome: 'incomplete', why: null, nextSearches: [] }) } });
    await expect.poll(() => page.getByRole('status').last().textContent()).not.toBe('');
    expect(await page.getByRole('status').last().textContent()).toBe('已结束：未完成');
  });

  it('is taken over where its writer is gone, unless it has ended', async () => {
    const ended = await open({ view: inState({ state: 'ended', outcome: 'incomplete', why: 'stopped by you', writer: false, readOnly: 'left' }) });
    await ended.page.getByText('3 of 6 conditions do not hold').waitFor();
    expect(await ended.page.getByRole('button', { name: 'Take over and go on' }).count()).toBe(0);
    const left = await open({ view: inState({ writer: false, readOnly: 'left' }) });
    expect(await left.page.locator('.state').innerText()).toContain('Interrupted');
    await left.page.getByRole('button', { name: 'Take over and go on' }).click();
    expect(await left.last('control')).toMatchObject({ action: 'resume' });
  });

  it('says no longer that all holds when what it rested on has fallen', async () => {
    const { page } = await open({ view: inState({ state: 'ended', outcome: 'converged', why: 'every condition of convergence holds' }) });
    expect(await page.locator('.state').innerText()).toMatch(/Ended: converged, but no longer\s+3 of 6 conditions do not hold/);
    await page.getByRole('region', { name: '3 of 6 conditions do not hold' }).waitFor();
    await page.getByRole('button', { name: 'Continue…' }).waitFor();
  });

  it('says why a run is paused, as an alert, with the likely action first', async () => {
    const panel = await open({ view: inState({ state: 'paused', reason: 'The model server has not answered since 14:33' }) });
    const alert = panel.page.getByRole('alert');
    expect(await alert.innerText()).toContain('The model server has not answered since 14:33');
    await alert.getByRole('button', { name: 'Try now' }).click();
    expect(await panel.last('control')).toMatchObject({ action: 'resume' });
    await alert.getByRole('button', { name: 'Choose another model…' }).click();
    expect(await panel.last('control')).toMatchObject({ action: 'chooseModel' });
  });

  it('lets a web query wait for a word', async () => {
    const panel = await open({ view: inState({ waitingFor: 'query', reason: '“trolleybus delivery time 2024” to OpenAlex' }) });
    await panel.page.getByRole('button', { name: 'Deny' }).click();
    expect(await panel.last('control')).toMatchObject({ action: 'denyQuery' });
  });

  it.each([
    ['another window', { program: 'editor', host: null }, 'Another window on this machine has this run open'],
    ['the command line elsewhere', { program: 'command-line', host: 'quay-7' }, 'The command line on quay-7 has this run open'],
    ['an older version', { program: null, host: null }, 'Another window or program on this machine has this run open'],
  ] as const)('offers nothing that writes while %s writes, and says who does', async (_who, heldBy, said) => {
    const { page } = await open({ view: inState({ writer: false, readOnly: 'followed', heldBy }) });
    expect(await page.locator('.state').innerText()).toMatch(/Read-only, following\s+Running/);
    await page.getByText(said).waitFor();
    await page.locator('.note.ask').first().waitFor();
    for (const name of ['Pause', 'Stop', 'Approve', 'Reject…', 'Take over and go on']) expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    await page.getByRole('tab', { name: /Ledger/ }).click();
    await page.getByRole('treegrid').waitFor();
    expect(await page.getByRole('button', { name: /^Correct/ }).count()).toBe(0);
  });

  it('shows what the host could not do, until it is dismissed', async () => {
    const panel = await open();
    await panel.post({ type: 'failed', request: 'openEvidence', message: 'The archived text of S1 is missing.' });
    await panel.page.getByRole('status').getByText('The archived text of S1 is missing.').waitFor();
    await panel.page.getByRole('button', { name: 'Dismiss' }).click();
    await panel.page.getByText('The archived text of S1 is missing.').waitFor({ state: 'detached' });
  });
});

describe('the tabs', () => {
  it('move with arrows, keep one stop in the tab order, and count what is missing', async () => {
    const { page } = await open();
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Article').focus();
    await page.keyboard.press('ArrowRight');
    expect(await tab('Progress, 3 conditions missing').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('End');
    expect(await tab('Trace').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await tab('Article').getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('[role=tab][tabindex="0"]').count()).toBe(1);
    expect(await tab('Ledger, 5 claims fall short').count()).toBe(1);
    expect(await page.getByRole('tabpanel', { name: 'Article' }).count()).toBe(1);
  });

  it('carry the state once the header has scrolled away', async () => {
    const panel = await open({ height: 500 });
    expect(await panel.page.locator('.stuck').count()).toBe(0);
    await panel.page.evaluate(() => scrollTo(0, 900));
    await panel.page.locator('.stuck').getByText('Running').waitFor();
  });

  it('keep their reading place, and never bring a scrolled header back', async () => {
    const panel = await open({ height: 500 });
    const { page } = panel;
    const place = () => page.locator('#B4 h2').evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await page.locator('#B4 h2').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await panel.frame();
    const before = await place();
    await page.getByRole('tab', { name: /Progress/ }).click();
    await page.locator('.two').waitFor();
    await panel.frame();
    expect(await page.locator('.tabs').evaluate((bar) => Math.round(bar.getBoundingClientRect().top))).toBe(0);
    await page.getByRole('tab', { name: 'Article' }).click();
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
  });

  it('follow a command of the editor', async () => {
    const panel = await open();
    await panel.post({ type: 'command', command: 'showTab', argument: 'ledger' });
    await panel.page.getByRole('treegrid').waitFor();
  });
});

describe('progress', () => {
  it('shows the claim at work, failing conditions first, and a failed search as unknown', async () => {
    const { page } = await open({ tab: 'progress' });
    expect(await page.locator('.now').innerText()).toContain('Above six buses an hour');
    const holds = await page.locator('.check > li .i').evaluateAll((glyphs) => glyphs.map((glyph) => glyph.getAttribute('aria-label')));
    expect(holds).toEqual(['Does not hold', 'Does not hold', 'Does not hold', 'Holds', 'Holds', 'Holds']);
    expect(await page.locator('.qs li').nth(1).innerText()).toContain('failed');
    expect(await page.locator('.qs li').nth(1).locator('.i-question').count()).toBe(1);
  });

  it('leads to a claim in the ledger, and to the revision that an update names', async () => {
    const panel = await open({ tab: 'progress' });
    await panel.page.getByRole('button', { name: 'Compare revisions 1 and 2' }).click();
    expect(await panel.last('compare')).toMatchObject({ block: 'B2' });
    await panel.page.locator('.check').getByRole('button', { name: 'Show C2' }).click();
    const row = panel.page.locator('#C2');
    await row.waitFor();
    await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true');
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('shows what is being written as not saved, and leads to the part in the article', async () => {
    const panel = await open({ tab: 'progress' });
    const written = panel.page.locator('.preview');
    await panel.post({ type: 'preview', preview: { kind: 'words', text: 'Searching: accounts\nReading: the annual report' } });
    expect(await written.innerText()).toContain('Preview, not saved');
    expect(await written.innerText()).toContain('Reading: the annual report');
    expect(await written.locator('button').count()).toBe(0);
    await panel.post({ type: 'preview', preview: { kind: 'part', text: '## Batteries\n\nAll three operators[[cite:E1]] plan' } });
    expect(await written.innerText()).not.toContain('[[cite');
    await written.getByRole('button', { name: 'Show Article' }).click();
    await panel.page.getByRole('region', { name: 'Preview' }).waitFor();
    await panel.page.getByRole('tab', { name: /Progress/ }).click();
    await panel.post({ type: 'preview', preview: null });
    expect(await written.count()).toBe(0);
  });

  it('says what is still to come', async () => {
    const { page } = await open({ view: freshRun(), tab: 'progress' });
    expect(await page.locator('.empty').innerText()).toContain('The plan is being made');
  });
});

describe('the ledger', () => {
  it('is a grid for the keyboard: arrows move, → and ← unfold and fold, Enter opens the span', async () => {
    const panel = await open({ tab: 'ledger' });
    const { page } = panel;
    const active = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['row']);
    await page.locator('#C5').focus();
    await page.keyboard.press('ArrowDown');
    expect(await active()).toBe('C2');
    await page.keyboard.press('ArrowRight');
    await page.locator('#E1').waitFor();
    expect(await page.locator('#C2').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowRight');
    expect(await active()).toBe('E1');
    expect(await page.locator('#E1').getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('Enter');
    expect(await panel.last('openEvidence')).toMatchObject({ evidence: 'E1' });
    await page.keyboard.press('ArrowLeft');
    expect(await active()).toBe('C2');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#C2').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('End');
    expect(await active()).toBe('C6');
  });

  it('shows voices, not counts', async () => {
    const { page } = await open({ tab: 'ledger' });
    expect(await page.locator('#C2 .ev').getAttribute('aria-label')).toBe('1 voice for, 1 voice against, 1 uncertain or broken, 4 reprints');
    expect(await page.locator('#C2 .vo').innerText()).toContain('1/2');
  });

  it('filters by words and by status, and sorts', async () => {
    const { page } = await open({ tab: 'ledger' });
    const rows = () => page.locator('.claims [data-row]').evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row']));
    await page.getByRole('searchbox', { name: 'Filter claims and evidence' }).fill('tessel');
    await expect.poll(rows).toEqual(['C2']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('supported');
    await expect.poll(rows).toEqual(['C1', 'C6']);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('all');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('plan');
    await expect.poll(rows).toEqual(['C1', 'C8', 'C2', 'C4', 'C5', 'C6', 'C7']);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('Nothing fits this filter.').waitFor();
  });

  it('takes a correction with its reason, and withdraws a source', async () => {
    const panel = await open({ tab: 'ledger' });
    const { page } = panel;
    await page.getByRole('button', { name: 'Expand C2' }).click();
    await page.getByRole('button', { name: 'Correct E8' }).click();
    await page.getByRole('combobox', { name: 'New value' }).selectOption('uncertain');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Includes street works');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await panel.last('correct')).toEqual({ type: 'correct', target: 'E8', field: 'relation', value: 'uncertain', reason: 'Includes street works' });
    await page.getByRole('button', { name: 'Correct E8' }).click();
    await page.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'S5: withdraw this source' });
    await page.getByRole('textbox', { name: 'Reason' }).fill('A press release');
    await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
    expect(await panel.last('withdraw')).toEqual({ type: 'withdraw', source: 'S5', reason: 'A press release' });
  });

  it('counts a withdrawn source again', async () => {
    const run = richRun();
    const panel = await open({ tab: 'ledger', view: { ...run, sources: run.sources.map((source) => (source.id === 'S5' ? { ...source, state: 'withdrawn', reason: 'A press release' } : source)) } });
    const { page } = panel;
    await page.getByRole('button', { name: 'Expand C2' }).click();
    await page.getByRole('button', { name: 'Correct E8' }).click();
    await page.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'S5: count this source again' });
    await page.getByRole('textbox', { name: 'Reason' }).fill('The release names its data');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await panel.last('restore')).toEqual({ type: 'restore', source: 'S5', reason: 'The release names its data' });
  });

  it('draws how sources become voices, and says the same as a list', async () => {
    const { page } = await open({ tab: 'ledger' });
    const sentence = 'Against: Halvard press office (S9), Tessel Wire (S5, reposts S9), Harbour Post (S6, reposts S5), Lysmark Today (S7, reposts S5), Transit Digest (S8, reposts S5). One voice.';
    expect(await page.locator('.voices').innerText()).toContain(sentence);
    expect(await page.locator('.graph svg').getAttribute('aria-label')).toContain(sentence);
    await page.locator('#C5').click();
    expect(await page.locator('.voices').innerText()).toContain('For: Norrvik Lines (S11). One voice.');
  });

  it('unfolds a search into its results and why they were dropped', async () => {
    const { page } = await open({ tab: 'ledger' });
    await page.getByText('17 results').click();
    expect(await page.locator('.found details[open] li').count()).toBe(17);
    expect(await page.locator('.found details[open] li').nth(5).innerText()).toContain('known');
  });
});
