import { describe, expect, it } from 'vitest';
import { claimsFromForm, scopeFromForm } from '../../../src/core/ledger/reviewForms';
import { claimOf, scopeOf } from '../../fakes/builders';

describe('the start form', () => {
  const drafted = scopeOf({ question: 'How cold?', parts: [{ id: 'P1', text: 'How cold?' }], period: { from: '2018', to: '2020' }, terms: [{ term: 'cold', meaning: 'below zero' }], regions: ['north'] });

  it('leaves what no field names as it was drafted', () => {
    expect(scopeFromForm(drafted, [], {})).toEqual(drafted);
  });

  it('settles what was unclear by the person’s answer, or by the suggestion', () => {
    const unclear = [{ question: 'Which night?', suggestion: 'The whole of it.' }, { question: 'Where?', suggestion: 'At the pier.' }];
    expect(scopeFromForm({ ...drafted, assumed: ['Winter.'] }, unclear, { 'unclear:1': 'In the yard', 'unclear:0': ' ' }).assumed).toEqual(['Winter.', 'Which night? The whole of it.', 'Where? In the yard']);
  });

  it('takes a person’s words over, field by field', () => {
    const scope = scopeFromForm(drafted, [], { question: 'How cold at night?', regions: 'north, south；东部', constraints: '', acceptableSources: 'statistics, paper', 'term:cold': 'below −10 °C', language: 'zh', deadline: '2026-05-31' });
    expect(scope).toMatchObject({
      question: 'How cold at night?', parts: [{ id: 'P1', text: 'How cold at night?' }], regions: ['north', 'south', '东部'], constraints: [],
      acceptableSources: ['statistics', 'paper'], terms: [{ term: 'cold', meaning: 'below −10 °C' }], language: 'zh', deadline: '2026-05-31',
    });
  });

  it.each([
    ['2018–2026', { from: '2018', to: '2026' }],
    ['2024-05 to 2025-01-31', { from: '2024-05', to: '2025-01-31' }],
    ['since 2020', { from: '2020', to: null }],
    ['until 2020', { from: null, to: '2020' }],
    ['2020以来', { from: '2020', to: null }],
    ['2019', { from: '2019', to: '2019' }],
    ['', null],
  ])('reads the period "%s"', (written, period) => {
    expect(scopeFromForm(drafted, [], { period: written }).period).toEqual(period);
  });

  it.each([
    [{ question: '  ' }, /question is empty/],
    [{ period: 'lately' }, /period "lately"/],
    [{ deadline: 'soon' }, /deadline "soon"/],
    [{ acceptableSources: 'rumour' }, /"rumour" is not a kind of source/],
  ])('names the field that cannot be read: %o', (fields: Record<string, string>, message) => {
    expect(() => scopeFromForm(drafted, [], fields)).toThrow(message);
  });
});

describe('the plan’s review', () => {
  const proposed = [claimOf({ id: 'C1', key: true }), claimOf({ id: 'C2' })];
  const edit = { id: 'C2', text: ' Sharper ', key: true, risk: 'high', requirement: { voices: 3, orFirstHand: false, counterSearch: true, disinterested: true } };

  it('keeps what was not touched, changes what was, drops what was struck out', () => {
    const claims = claimsFromForm(proposed, [edit], ['C1']);
    expect(claims).toHaveLength(1);
    expect(claims[0]).toMatchObject({ id: 'C2', text: 'Sharper', key: true, risk: 'high', requirement: { ...proposed[1]!.requirement, voices: 3, orFirstHand: false, counterSearch: true, disinterested: true } });
  });

  it('refuses what was not proposed, and what cannot be read', () => {
    expect(() => claimsFromForm(proposed, [{ ...edit, id: 'C9' }], [])).toThrow(/no claim C9/);
    expect(() => claimsFromForm(proposed, [], ['C9'])).toThrow(/no claim C9/);
    expect(() => claimsFromForm(proposed, [{ ...edit, risk: 'huge' }], [])).toThrow(/"huge" is not a risk/);
    expect(() => claimsFromForm(proposed, [{ ...edit, text: ' ' }], [])).toThrow(/C2 has no text/);
  });
});
