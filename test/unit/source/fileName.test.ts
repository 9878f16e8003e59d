import { expect, test } from 'vitest';
import { fileNameOf } from '../../../src/core/source/addresses';

test.each([
  ['file:///home/a/winter-passengers.csv', 'winter-passengers.csv'],
  ['file:///home/a/%E6%A1%A5.csv', '桥.csv'],
  ['file:///home/a/100%25%E6.csv', '100%25%E6.csv'],
  ['https://example.org/a/b', 'https://example.org/a/b'],
])('%s is called %s', (address, name) => {
  expect(fileNameOf(address)).toBe(name);
});
