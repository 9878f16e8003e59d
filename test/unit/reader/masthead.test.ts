import { expect, test } from 'vitest';
import { mastheadOf } from '../../../src/node/reader/masthead';

test.each([
  ['# Field monitoring\n\nInstitute for Building Energy, Report 2023-14, published 14 March 2023\n\nWe monitored …', 'Institute for Building Energy', '2023-03-14'],
  ['# Corrigendum\n\nInstitute for Building Energy, 2 November 2023\n', 'Institute for Building Energy', '2023-11-02'],
  ['# A test\n\nConsumer Association, October 2024\n', 'Consumer Association', '2024-10'],
  ['# Efficiency\n\nTechnical University North, working paper 41, 2022\n', 'Technical University North', '2022'],
  ['# 实测研究\n\n华北建筑节能研究所，2023年6月\n', '华北建筑节能研究所', '2023-06'],
  ['# News\n\nCity Courier | March 20, 2023\n', 'City Courier', '2023-03-20'],
  ['# Minutes\n\n12 February 2025\n\nThe boiler must go.', null, '2025-02-12'],
])('%s', (start, publisher, published) => {
  const found = mastheadOf(start);
  expect([found.publisher?.value ?? null, found.published?.value ?? null]).toEqual([publisher, published]);
  expect(found.published?.guessed).toBe(true);
});

test('a sentence that mentions a year is no masthead', () => {
  expect(mastheadOf('# Ferry\n\nThe ferry, built in 1974, was sold. Nobody knows why.\n')).toEqual({ publisher: null, published: null });
  expect(mastheadOf('# Ferry\n\nThe ferry sails every hour, and in winter every two.\n')).toEqual({ publisher: null, published: null });
});
