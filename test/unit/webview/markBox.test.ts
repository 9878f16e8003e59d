import { expect, test } from 'vitest';
import { markBox } from '../../../webview/page/markBox';

/** Ten letters of ten points each, drawn from (100, 200); the third to the fifth are marked. */
const item = { page: 1, x: 100, y: 200, width: 100, height: 10, text: 'abcdefghij', from: 2, to: 5 };
const box = (turned?: number) => markBox({ ...item, ...(turned === undefined ? {} : { turned }) }, (text) => text.length).map((number) => Math.round(number * 10) / 10);

test('upright text is marked along its line, a little below and above it', () => {
  expect(box()).toEqual([120, 197.8, 150, 208.7]);
});

test('text that runs up, down or upside down is marked where it stands', () => {
  expect(box(90)).toEqual([91.3, 220, 102.2, 250]);
  expect(box(-90)).toEqual([97.8, 150, 108.7, 180]);
  expect(box(180)).toEqual([50, 191.3, 80, 202.2]);
});
