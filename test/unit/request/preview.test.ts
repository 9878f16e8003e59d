import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LivePreview, previewOf, type Preview, type Writing } from '../../../src/core/request/preview';
import { modelResearcher } from '../../../src/core/researcher/model/modelResearcher';
import { type ModelClient } from '../../../src/core/request/modelClient';
import { memoryWorld, research } from '../../fakes/memoryWorld';

const said = (text: string, call: Writing['call'] = null): Preview | null => previewOf({ text, call });
const part = (args: string): Preview | null => said('', { name: 'send_answer_part', arguments: args });

describe('what is shown of an answer while it is written', () => {
  test('of a part, its heading and its text, as far as they are', () => {
    expect(part('{"heading": "Punctu')).toBeNull();
    expect(part('{"heading": "Punctuality", "text": "In the tri')).toEqual({ kind: 'part', text: '## Punctuality\n\nIn the tri' });
    expect(part('{"heading": null, "text": "First.\\n\\nSecond \\"quo')).toEqual({ kind: 'part', text: 'First.\n\nSecond "quo' });
  });

  test('a word that stands as a name elsewhere in the arguments is not its text', () => {
    expect(part('{"heading": "The \\"text\\": nothing", "text": "Real')).toEqual({ kind: 'part', text: '## The "text": nothing\n\nReal' });
  });

  test('of anything else what is said beside the calls, and nothing of a search', () => {
    expect(said('I look for the statistics.', { name: 'search', arguments: '{"queries": [' })).toEqual({ kind: 'words', text: 'I look for the statistics.' });
    expect(said('', { name: 'search', arguments: '{"queries": [{"text": "x' })).toBeNull();
    expect(said('', { name: 'send_research_update', arguments: '{"text": "Checking the accou' })).toEqual({ kind: 'words', text: 'Checking the accou' });
  });

  test('no reasoning, closed or not, and no call that stands in the text', () => {
    expect(said('<think>They want a number')).toBeNull();
    expect(said('<think>Hm.</think>Now the accounts.')).toEqual({ kind: 'words', text: 'Now the accounts.' });
    expect(said('Now it is clear.\n```json\n{"tool": "send_answer_part", "arguments": {"heading": "H", "text": "Half of')).toEqual({ kind: 'part', text: '## H\n\nHalf of' });
    expect(said('Next.\n{"tool": "search", "arguments": {"queries": []}}')).toEqual({ kind: 'words', text: 'Next.' });
  });

  test('no more than a part may have, its newest end', () => {
    const shown = part(`{"text": "${'word '.repeat(10_000)}end`);
    expect(shown?.text.length).toBeLessThan(8_100);
    expect(shown?.text).toMatch(/^….*end$/);
  });

  test('cut anywhere, what is shown is a beginning of what will be there', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, cut) => {
      const written = JSON.stringify({ heading: null, text: `${text}.` });
      const shown = part(written.slice(0, cut % (written.length + 1)))?.text ?? '';
      expect(`${text}.`.startsWith(shown.replace(/\\u?[\da-f]{0,3}$/, ''))).toBe(true);
    }));
  });
});

describe('the preview of a run', () => {
  test('is there while the answer comes, gone with it, and in no event', async () => {
    const live = new LivePreview();
    const shown: (string | null)[] = [];
    live.onChange(() => { shown.push(live.now?.text ?? null); });
    const client: ModelClient = {
      name: 'slow', tools: true,
      complete(_request, _signal, onWriting) {
        onWriting({ text: 'I am th', call: null });
        onWriting({ text: 'I am thinking.', call: null });
        return Promise.resolve({ ok: false, settlement: 'released', message: 'That is all.', temporary: false, retryAfter: null, needsKey: false });
      },
    };
    const recorder = await research(memoryWorld({}), 'What?', {}, modelResearcher(client, live.show));
    expect(shown).toEqual(['I am th', 'I am thinking.', null]);
    expect(live.writing).toBe(false);
    expect(JSON.stringify(recorder.events)).not.toContain('thinking');
  });
});
