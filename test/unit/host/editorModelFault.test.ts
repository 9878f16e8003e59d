import { describe, expect, it } from 'vitest';
import { editorFault } from '../../../src/host/editorModelFault';

const plain = { code: 'Error', said: 'It broke.', begun: true, heard: false, tools: true };

describe('a fault of an editor’s model', () => {
  it.each([
    ['the person or an administrator refused it', { code: 'NoPermissions' }, { kind: 'refused', settlement: 'released', temporary: false }],
    ['it is gone', { code: 'NotFound' }, { kind: 'gone', settlement: 'released', temporary: false }],
    ['it is blocked for a while, or its quota is used up', { code: 'Blocked' }, { kind: 'blocked', settlement: 'released', temporary: true }],
    ['the editor cancelled it', { code: 'Canceled' }, { kind: 'cancelled', settlement: 'released', temporary: false }],
    ['it takes no tools', { said: 'This model does not support tool calling.' }, { kind: 'no-tools', settlement: 'released', temporary: true }],
    ['it failed in its own way before a word', {}, { kind: 'failed', settlement: 'unknown', temporary: true }],
    ['it failed before the editor passed the request on', { code: '', begun: false }, { kind: 'failed', settlement: 'released', temporary: true }],
    ['it was blocked in the middle of its answer', { code: 'Blocked', heard: true }, { kind: 'blocked', settlement: 'unknown', temporary: true }],
    ['its stream broke, whatever the words', { said: 'tool stream reset', heard: true }, { kind: 'failed', settlement: 'unknown', temporary: true }],
    ['words of tools where none were offered are no refusal of them', { said: 'No tool for this.', tools: false }, { kind: 'failed', settlement: 'unknown', temporary: true }],
  ] as const)('%s', (_what, fault, expected) => {
    expect(editorFault({ ...plain, ...fault })).toEqual(expected);
  });
});
