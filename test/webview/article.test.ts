import { describe, expect, it } from 'vitest';
import type { ToPanel } from '../../src/shared/messages';
import type { RunView } from '../../src/shared/view';
import { block, freshRun, richRun, snapshot } from '../fakes/runView';
import { usePanels } from './support/setup';

const open = usePanels();
const delta = (n: number, parts: Partial<RunView>): ToPanel => ({ type: 'delta', n, parts, upserts: {} });
const long = Array.from({ length: 60 }, (_, n) => `Sentence ${n} of a long paragraph that takes some room on the page.`).join(' ');

/** An article that is longer than the window, published block by block. */
function longRun(blocks: number, from = 1): RunView {
  const run = richRun();
  const list = Array.from({ length: blocks }, (_, n) => block(`B${n + from}`, `${long}[[cite:E1]]`, { heading: `Part ${n + from}` }));
  return { ...run, article: { ...run.article, version: blocks, blocks: list, versions: list.map(({ id }, n) => ({ version: n + 1, at: '2026-03-31T14:00:00Z', block: id, revision: 1, why: null })) } };
}

describe('a citation', () => {
  it('is a button whose name says whether it holds, described by publisher and date', async () => {
    const { page } = await open();
    const names = await page.locator('button.cite').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    expect(names).toEqual(['Citation 1', 'Citation 2, approximate match', 'Citation 3', 'Citation 4', 'Citation 1', 'Citation 5, does not hold', 'Citation 6, source changed', 'Citation 1', 'Citation 2, approximate match', 'Citation ?, not verified']);
    expect(await page.locator('button.cite').nth(2).getAttribute('aria-description')).toBe('Ostermark Transport Authority, 2025-06-12');
  });

  it('names the cells of a quoted row by their headings', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Citation 1' }).first().hover();
    await page.getByRole('dialog').getByText('item: Overhead line, double; M€/km: 1.08').waitFor();
  });

  it('opens the archived span beside, by pointer and by key', async () => {
    const panel = await open();
    await panel.page.getByRole('button', { name: 'Citation 3' }).click();
    expect(await panel.last('openEvidence')).toEqual({ type: 'openEvidence', evidence: 'E3', beside: true });
    await panel.page.getByRole('button', { name: 'Citation 4' }).focus();
    await panel.page.keyboard.press('Enter');
    expect(await panel.last('openEvidence')).toMatchObject({ evidence: 'E4' });
  });

  it('shows its card on hover, keeps it under the pointer, and closes it with Escape', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Citation 3' }).hover();
    const card = page.getByRole('dialog', { name: 'Citation 3' });
    await card.waitFor();
    expect(await card.innerText()).toContain('mean consumption rose to 2.31 kWh/km');
    expect(await card.innerText()).toContain('statistics · published 2025-06-12 · retrieved 2026-03-04 · as of 2025-05-31');
    await card.hover();
    await page.waitForTimeout(250);
    expect(await card.isVisible()).toBe(true);
    await page.mouse.move(1, 1);
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Citation 3' }).hover();
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  });

  it('keeps its card in sight when what it opened takes half of the width', async () => {
    const { page } = await open({ width: 1200 });
    await page.getByRole('button', { name: 'Citation 3' }).focus();
    const card = page.getByRole('dialog');
    await card.waitFor();
    await page.setViewportSize({ width: 560, height: 800 });
    await expect.poll(() => card.evaluate((element) => element.getBoundingClientRect().right <= innerWidth)).toBe(true);
  });

  it('leads from its card to the page or the sheet, where the source has one', async () => {
    const run = richRun();
    const panel = await open({ view: { ...run, evidence: run.evidence.map((item) => (item.id === 'E4' ? { ...item, locator: { ...item.locator, sheet: 'Costs', cell: 'C2' } } : item)) } });
    const { page } = panel;
    for (const [citation, button, evidence] of [['Citation 3', 'Show page', 'E3'], ['Citation 4', 'Show sheet', 'E4']] as const) {
      await page.getByRole('button', { name: citation, exact: true }).hover();
      await page.getByRole('dialog', { name: citation }).getByRole('button', { name: button }).click();
      expect(await panel.last('showPage')).toEqual({ type: 'showPage', evidence });
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Citation 2, approximate match' }).first().hover();
    expect(await page.getByRole('dialog', { name: 'Citation 2' }).getByRole('button', { name: /^Show/ }).count()).toBe(0);
  });

  it('says in its card which model checked its sentence against the source, and what it found', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Citation 3' }).hover();
    await page.getByRole('dialog').getByText('Check by quay-small: supported in part · The source speaks of 14 vehicles, not of all. (read in parts)').waitFor();
    await page.getByRole('button', { name: 'Citation 4' }).hover();
    await page.getByRole('dialog', { name: 'Citation 4' }).waitFor();
    expect(await page.getByRole('dialog').innerText()).not.toContain('Check by');
  });

  it('calls a check by the writer itself a self-check, and one that was not made not done', async () => {
    const run = richRun();
    const [, check] = run.checks;
    const shown = (change: Partial<RunView['checks'][number]>) => ({ ...run, checks: check ? [{ ...check, ...change, why: 'Why.', parts: false }] : [] });
    const own = await open({ view: shown({ checker: 'harbor-large', selfChecked: true, verdict: 'supported' }) });
    await own.page.getByText('Written by harbor-large and checked by itself only.').waitFor();
    await own.page.getByRole('button', { name: 'Citation 3' }).hover();
    await own.page.getByText('Self-check by harbor-large: supported · Why.').waitFor();
    const none = await open({ view: shown({ verdict: 'not-checked' }) });
    await none.page.getByText('Written by harbor-large.').waitFor();
    await none.page.getByRole('button', { name: 'Citation 3' }).hover();
    await none.page.getByText('Check by quay-small: not done · Why.').waitFor();
  });

  it('is entered with ↓, and Escape returns to it', async () => {
    const panel = await open();
    const { page } = panel;
    const cite = page.getByRole('button', { name: 'Citation 5, does not hold' });
    await cite.focus();
    await page.keyboard.press('ArrowDown');
    const card = page.getByRole('dialog');
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await cite.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await panel.last('control')).toEqual({ type: 'control', action: 'verify', text: 'E7' });
    await page.keyboard.press('Escape');
    expect(await cite.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await cite.getAttribute('aria-expanded')).toBe('false');
  });

  it('takes a complaint and shows where the fault is', async () => {
    const panel = await open();
    const { page } = panel;
    await page.getByRole('button', { name: 'Citation 3' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'What is wrong here?' }).click();
    await page.getByRole('textbox', { name: 'What is wrong with this sentence?' }).fill('The figure is older');
    await page.getByRole('button', { name: 'Find the fault' }).click();
    expect(await panel.last('explain')).toMatchObject({ block: 'B2', revision: 2, complaint: 'The figure is older' });
    const sentence = (await panel.last('explain'))?.sentence ?? -1;
    await panel.post({ type: 'detail', id: `B2:${sentence}`, text: 'Nothing is wrong: the span holds.' });
    await page.getByText('Nothing is wrong: the span holds.').waitFor();
  });

  it('becomes a sheet in a narrow panel, and its sentence stays in view', async () => {
    const { page } = await open({ width: 400, height: 700 });
    const cite = page.getByRole('button', { name: 'Citation 5, does not hold' });
    await cite.scrollIntoViewIfNeeded();
    await cite.focus();
    await page.keyboard.press('ArrowDown');
    const card = await page.getByRole('dialog').boundingBox();
    const box = await cite.boundingBox();
    expect(card?.width).toBe(400);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0);
  });
});

describe('notices', () => {
  it('stand beside their paragraph and say the exact words', async () => {
    const { page } = await open({ width: 1000 });
    const row = page.locator('#B2 .row').nth(2);
    expect(await row.locator('.mrg').innerText()).toBe('no verifiable inline citation recorded in this paragraph');
    const [text, margin] = await Promise.all([row.locator('> :first-child').boundingBox(), row.locator('.note').boundingBox()]);
    expect(Math.abs((text?.y ?? 0) - (margin?.y ?? 99))).toBeLessThan(12);
    expect(await page.locator('#B3 .mrg').nth(1).textContent()).toMatch(/^Citation 5 does not hold: the archived text no longer matches its hash/);
  });

  it('are reached one after another with F8 and back with Shift+F8', async () => {
    const { page } = await open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('F8');
    expect(await focused()).toContain('revised');
    await page.keyboard.press('F8');
    expect(await focused()).toContain('Conflict X1');
    await page.keyboard.press('Shift+F8');
    expect(await focused()).toContain('revised');
  });

  it('let a person approve, or reject with a reason', async () => {
    const panel = await open();
    const { page } = panel;
    await page.getByRole('button', { name: 'Approve' }).click();
    expect(await panel.last('review')).toEqual({ type: 'review', block: 'B4', revision: 1, sentence: 0, verdict: 'approved', reason: null });
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Two accounts only. [sic]');
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    expect(await panel.last('review')).toMatchObject({ verdict: 'rejected', reason: 'Two accounts only. [sic]' });
  });

  it('lead to both sides of a conflict', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'see both sides' }).click();
    await page.locator('#X1').waitFor();
    await expect.poll(() => page.locator('#X1').evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('reading', () => {
  it('moves between citations with ] and [, and leaves letters in a field alone', async () => {
    const { page } = await open();
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.keyboard.press(']');
    expect(await name()).toBe('Citation 1');
    await page.keyboard.press(']');
    expect(await name()).toBe('Citation 2, approximate match');
    await page.keyboard.press('[');
    expect(await name()).toBe('Citation 1');
    await page.getByRole('button', { name: 'Reject…' }).click();
    const field = page.getByRole('textbox', { name: 'Reason' });
    await field.pressSequentially('[a].');
    expect(await field.inputValue()).toBe('[a].');
  });

  it('shows an earlier version under a band, with its own numbers', async () => {
    const panel = await open();
    const { page } = panel;
    await page.getByRole('combobox', { name: 'Version' }).selectOption('2');
    await page.getByText('You are reading version 2; the latest is 6').waitFor();
    // What is off screen is not laid out, so it has no inner text yet.
    expect(await page.locator('#B2').textContent()).toContain('The data sheet gives 1.6 kWh/km in winter');
    expect(await page.locator('.block').count()).toBe(2);
    await page.getByRole('button', { name: 'Compare 2 and 6' }).click();
    expect(await panel.last('compare')).toEqual({ type: 'compare', block: null, from: 2, to: 6 });
    await page.getByRole('button', { name: 'Go to the latest' }).click();
    await expect.poll(() => page.locator('.block').count()).toBe(5);
    await page.getByRole('button', { name: 'Compare revisions 1 and 2' }).click();
    expect(await panel.last('compare')).toEqual({ type: 'compare', block: 'B2', from: 1, to: 2 });
  });

  it('makes nothing of HTML in a model’s text', async () => {
    const run = richRun();
    const hostile = block('B1', 'Look <img src="https://evil.test/x" onerror="alert(1)"> and [here](https://evil.test) <script>alert(1)</script>.', { heading: '<b>Heading</b>' });
    const { page } = await open({ view: { ...run, article: { ...run.article, blocks: [hostile] } } });
    expect(await page.locator('#B1 img, #B1 script, #B1 a, #B1 b').count()).toBe(0);
    expect(await page.locator('#B1').textContent()).toContain('<img src="https://evil.test/x" onerror="alert(1)">');
  });

  it('unfolds premises, sources and method', async () => {
    const panel = await open();
    const { page } = panel;
    await page.getByText('Rests on 3 premises').click();
    expect(await page.locator('.prem').textContent()).toContain('Calculation: 1.1 M€ per km');
    await page.getByRole('link', { name: 'Annual accounts 2024, capital projects' }).click();
    expect(await panel.last('openSource')).toEqual({ type: 'openSource', source: 'S3' });
    await page.locator('.end summary').click();
    expect(await page.locator('.method').textContent()).toContain('one failed (429)');
  });

  it('names counter-evidence that was taken back, and no conflict that fell away', async () => {
    const run = richRun();
    const line = 'Taken back: the denial “It never ran.” (E9), because: I misread it (the researcher)';
    const { page } = await open({ view: { ...run, conflicts: run.conflicts.map((conflict) => ({ ...conflict, fallen: true })), article: { ...run.article, takenBack: [line] } } });
    expect(await page.locator('.end').textContent()).toContain(`Conflicts, both sides${line}`);
    expect(await page.locator('.end .sides').count()).toBe(0);
  });

  it('says what an empty article waits for', async () => {
    const { page } = await open({ view: freshRun() });
    expect(await page.locator('.empty').innerText()).toContain('Nothing is published yet');
    await page.getByRole('button', { name: 'See what is being checked' }).click();
    await page.getByRole('tab', { name: 'Progress', selected: true }).waitFor();
  });
});

describe('growing text', () => {
  const top = (panel: Awaited<ReturnType<typeof open>>, id: string) => panel.page.locator(`#${id} h2`).first().evaluate((element) => element.getBoundingClientRect().top);

  it('never moves what is being read: a part that grows above, and a preview below', async () => {
    const run = longRun(6);
    const panel = await open({ view: run, height: 600 });
    await panel.page.locator('#B4 h2').evaluate((element) => { element.scrollIntoView({ block: 'start' }); scrollBy(0, -100); });
    await panel.frame();
    const before = await top(panel, 'B4');
    const blocks = run.article.blocks.map((one) => (one.id === 'B3' ? { ...one, revision: 2, text: `${long}\n\n${one.text}` } : one));
    await panel.post(delta(2, { article: { ...run.article, version: 7, blocks, versions: [...run.article.versions, { version: 7, at: '2026-03-31T14:40:00Z', block: 'B3', revision: 2, why: 'E3' }] } }));
    await panel.post({ type: 'preview', preview: { kind: 'part', text: long } });
    await panel.frame();
    expect(Math.abs((await top(panel, 'B4')) - before)).toBeLessThanOrEqual(2);
  });

  it('is followed only by a reader at its end', async () => {
    const panel = await open({ view: longRun(3), height: 600 });
    const gap = () => panel.page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
    await panel.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await panel.frame();
    await panel.post({ type: 'preview', preview: { kind: 'part', text: `${long}\n\n${long}` } });
    await panel.frame();
    expect(await gap()).toBeLessThan(40);
    await panel.page.evaluate(() => scrollBy(0, -300));
    await panel.frame();
    const read = () => panel.page.locator('.end').evaluate((element) => element.getBoundingClientRect().top);
    const before = await read();
    await panel.post({ type: 'preview', preview: { kind: 'part', text: `${long}\n\n${long}\n\n${long}` } });
    await panel.frame();
    expect(Math.abs((await read()) - before)).toBeLessThanOrEqual(2);
    expect(await gap()).toBeGreaterThan(200);
  });

  it('is counted in the tab bar until it was seen; . goes there', async () => {
    const run = longRun(3);
    const panel = await open({ view: run, height: 500 });
    const more = longRun(5);
    await panel.post(delta(2, { article: more.article }));
    const jump = panel.page.getByRole('button', { name: '2 parts are new' });
    await jump.waitFor();
    expect(await panel.page.getByRole('status').last().innerText()).toBe('2 parts are new');
    await panel.page.keyboard.press('.');
    await panel.page.getByRole('button', { name: '1 part is new' }).waitFor();
    expect(await top(panel, 'B4')).toBeLessThan(500);
  });

  it('shows a preview as such, without working citations, and takes it away', async () => {
    const panel = await open();
    await panel.post({ type: 'preview', preview: { kind: 'part', text: 'Being **written**[[cite:E1]] now[[cite:E' } });
    const preview = panel.page.getByRole('region', { name: 'Preview' });
    expect(await preview.innerText()).toContain('Preview, not saved');
    expect(await preview.getAttribute('aria-busy')).toBe('true');
    expect(await preview.locator('button').count()).toBe(0);
    expect(await preview.innerText()).not.toContain('[[cite');
    await panel.post({ type: 'preview', preview: null });
    expect(await preview.count()).toBe(0);
  });

  it('asks again after a gap, and shows the new snapshot', async () => {
    const panel = await open();
    await panel.post(delta(5, { activity: null }));
    expect(await panel.last('resync')).toEqual({ type: 'resync', have: 1 });
    const run = richRun();
    await panel.post(snapshot({ ...run, run: { ...run.run, question: 'A new question?' } }, 5));
    await panel.page.getByRole('heading', { name: 'A new question?' }).waitFor();
  });
});

describe('coming back', () => {
  it('restores tab and reading place from a few hundred bytes', async () => {
    const first = await open({ view: longRun(6), height: 600 });
    await first.page.locator('#B4 h2').evaluate((element) => { element.scrollIntoView({ block: 'start' }); scrollBy(0, -80); });
    await first.frame();
    await first.frame();
    const saved = await first.savedState();
    expect(JSON.stringify(saved).length).toBeLessThan(300);
    const place = await first.page.locator('#B4 h2').evaluate((element) => element.getBoundingClientRect().top);
    const second = await open({ view: longRun(6), height: 600, saved });
    await second.frame();
    expect(Math.abs((await second.page.locator('#B4 h2').evaluate((element) => element.getBoundingClientRect().top)) - place)).toBeLessThanOrEqual(4);
  });

  it('keeps the run’s name from the first moment, and starts fresh for another run', async () => {
    const panel = await open({ saved: { run: 'run-other', tab: 'ledger', anchor: null, version: null, seen: null } });
    expect(await panel.savedState()).toMatchObject({ run: 'run-trolley', tab: 'article' });
  });

  it('starts fresh from a state that is not one', async () => {
    const { page } = await open({ saved: { tab: 'nowhere', anchor: 3 } });
    await page.getByRole('tab', { name: 'Article', selected: true }).waitFor();
  });
});
