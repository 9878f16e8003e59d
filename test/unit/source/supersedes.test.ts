import { expect, it } from 'vitest';
import { supersedesIn } from '../../../src/core/source/supersedes';
import { LogBuilder } from '../../fakes/builders';

const published = (value: string) => ({ published: { value, from: 'meta' as const, guessed: false } });

function isSuperseded(older: { title: string; publisher?: string }, newer: { title: string; publisher?: string }): boolean {
  const log = new LogBuilder().plan({});
  const first = log.source({ publisher: 'Castor Trains', ...older }, published('2022-02-10') as never);
  const second = log.source({ publisher: 'Castor Trains', ...newer }, published('2023-11-20') as never);
  return supersedesIn(log.state)(second, first) && !supersedesIn(log.state)(first, second);
}

it.each([
  ['Voltrail B3: data sheet, edition 1', 'Voltrail B3: data sheet, edition 2'],
  ['Voltrail B3: data sheet', 'Voltrail B3: data sheet (revision C)'],
  ['Guide to the line', 'Guide to the line, second edition'],
  ['哈罗线列车手册 第一版', '哈罗线列车手册 第二版'],
])('an edition takes the place of an earlier one: %s, %s', (older, newer) => {
  expect(isSuperseded({ title: older }, { title: newer })).toBe(true);
});

it.each([
  ['Voltrail B3: data sheet, edition 1', 'Voltrail C4: data sheet, edition 2'],
  ['Edition 1', 'Edition 2'],
])('another work does not: %s, %s', (older, newer) => {
  expect(isSuperseded({ title: older }, { title: newer })).toBe(false);
});

it('nor does the edition of another publisher', () => {
  expect(isSuperseded({ title: 'Data sheet, edition 1' }, { title: 'Data sheet, edition 2', publisher: 'Norrel' })).toBe(false);
});
