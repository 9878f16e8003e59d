import { describe, expect, test } from 'vitest';
import { explainSentence, sentenceAddress } from '../../../src/core/check/explain';
import { withdrawSourceDrafts } from '../../../src/core/ledger/withdraw';
import { recheckSource } from '../../../src/core/source/recheck';
import { type Recorder } from '../../../src/core/run/recorder';
import { bindCitations } from '../../../src/core/article/binding';
import { LogBuilder } from '../../fakes/builders';
import { asksNothing, memoryWorld, MemoryLog, research, type MemoryWorld } from '../../fakes/memoryWorld';

const files = { 'report.md': '---\npublisher: Office\n---\n\nIn the trial 91.4 percent of sailings were punctual.\n' };

async function done(): Promise<{ world: MemoryWorld; recorder: Recorder; sentence: number }> {
  const world = memoryWorld(files);
  const recorder = await research(world, 'What share of sailings was punctual in the trial?');
  const block = recorder.state.article.blocks['B1']?.revisions.at(-1);
  const sentence = block?.sentences.findIndex(({ start, end }) => block.citations.some((citation) => citation.start >= start && citation.end <= end)) ?? -1;
  return { world, recorder, sentence };
}

describe('a complaint about a sentence', () => {
  test('finds nothing wrong when marker, evidence, span and bytes agree', async () => {
    const { world, recorder, sentence } = await done();
    const { fault, lines } = await explainSentence(recorder.state, 'B1', sentence, world.archive, asksNothing);
    expect(fault).toBe('nothing');
    expect(lines.join('\n')).toContain('91.4 percent');
  });

  test('names the extraction when the archived text was altered', async () => {
    const { world, recorder, sentence } = await done();
    const hash = recorder.state.source.snapshots[0]?.textSha256 ?? '';
    world.archive.texts.set(hash, (world.archive.texts.get(hash) ?? '').replace('91.4', '91.6'));
    expect((await explainSentence(recorder.state, 'B1', sentence, world.archive, asksNothing)).fault).toBe('extraction');
  });

  test('names a withdrawn source, and an outdated one', async () => {
    const { world, recorder, sentence } = await done();
    world.documents.set('report.md', files['report.md'].replace('91.4', '91.6'));
    const recheck = await recheckSource(recorder.state, 'S1', world.parts(new MemoryLog()).library, new AbortController().signal);
    await recorder.commit(recheck.drafts);
    expect((await explainSentence(recorder.state, 'B1', sentence, world.archive, asksNothing)).fault).toBe('out-of-date');
    await recorder.commit((state) => withdrawSourceDrafts(state, 'S1', 'it was a draft', 'user:ann'));
    expect((await explainSentence(recorder.state, 'B1', sentence, world.archive, asksNothing)).fault).toBe('withdrawn');
  });

  test('names a citation that proved nothing from the start: no such evidence, or some that did not stand', async () => {
    const log = new LogBuilder().plan({});
    log.evidence({});
    log.append({ type: 'evidence.stateChanged', by: 'main', data: { evidence: ['E1'], state: 'withdrawn', reason: 'it misread the table' } });
    for (const text of ['It is so [[cite:E1]].', 'It is more [[cite:E9]].']) log.block({ text, citations: bindCitations(text, log.state.ledger) });
    const said = await Promise.all(['B1', 'B2'].map((block) => explainSentence(log.state, block, 0, memoryWorld({}).archive, asksNothing)));
    expect(said.map(({ fault, lines }) => [fault, lines[1]])).toEqual([
      ['unverified', '[[cite:E1]] named evidence that did not stand when it was written: E1 is withdrawn (it misread the table).'],
      ['unverified', '[[cite:E9]] names no evidence of this run.'],
    ]);
  });

  test('says in one line against which sources it was not checked', async () => {
    const { world, recorder, sentence } = await done();
    const about = { block: 'B1', revision: 1, sentence, checker: 'quay', selfChecked: false, verdict: 'not-checked', why: 'no budget: none is left' } as const;
    await recorder.commit(() => ['S1', 'S2', 'S3'].map((source, at) => ({ type: 'check.done' as const, by: 'host', data: { ...about, id: `V${at + 1}`, source } })));
    const { fault, lines } = await explainSentence(recorder.state, 'B1', sentence, world.archive, asksNothing);
    expect([fault, lines.filter((line) => line.includes('not checked'))]).toEqual(['nothing', [`V1, V2, V3, quay: B1:${sentence + 1} against S1, S2, S3: not checked: no budget: none is left.`]]);
  });

  test('is refused for a part or sentence that is not there', async () => {
    const { world, recorder } = await done();
    await expect(explainSentence(recorder.state, 'B9', 0, world.archive, asksNothing)).rejects.toThrow('Parts: B1');
    await expect(explainSentence(recorder.state, 'B1', 99, world.archive, asksNothing)).rejects.toThrow('there is no 99');
    expect(sentenceAddress('B2:3')).toEqual({ block: 'B2', index: 2 });
    expect(() => sentenceAddress('B2')).toThrow('such as B1:3');
  });
});
