import { expect, test } from 'vitest';
import { parseTemplate } from '../../../src/core/run/template';

test('a template declares depth, hints and preferred sources, each with a default', () => {
  expect(parseTemplate('{"name": "Market"}', 'm.json')).toEqual({ name: 'Market', depth: 'standard', planHints: [], preferredSources: [] });
  expect(parseTemplate('{"name": "Market", "depth": "deep", "planHints": ["size"], "preferredSources": ["filing"]}', 'm.json').depth).toBe('deep');
});

test('what does not fit is said with the file', () => {
  expect(() => parseTemplate('{', 'm.json')).toThrow('m.json is no JSON');
  expect(() => parseTemplate('{"name": "x", "depth": "bottomless"}', 'm.json')).toThrow('m.json does not fit');
});
