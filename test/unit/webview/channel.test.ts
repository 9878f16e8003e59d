import { describe, expect, it } from 'vitest';
import { createChannel } from '../../../webview/channel';
import { richRun, snapshot } from '../../fakes/runView';

function connected() {
  const sent: unknown[] = [];
  const frames: (() => void)[] = [];
  let receive: (event: { data: unknown }) => void = () => undefined;
  const inbox = { addEventListener: (_type: string, listener: unknown) => { receive = listener as typeof receive; } };
  const channel = createChannel({ api: { postMessage: (message) => sent.push(message), getState: () => undefined, setState: () => undefined }, inbox, nextFrame: (draw) => frames.push(draw) });
  channel.start();
  return { channel, sent, frames, host: (data: unknown) => receive({ data }) };
}

describe('the channel to the host', () => {
  it('says ready first, and answers a pulse', () => {
    const { sent, host } = connected();
    host({ type: 'pulse' });
    expect(sent).toEqual([{ type: 'ready', protocol: 1 }, { type: 'pulse' }]);
  });

  it('asks once for a new snapshot after a gap', () => {
    const { sent, host, channel } = connected();
    host(snapshot(richRun(), 3));
    host({ type: 'delta', n: 5, parts: {}, upserts: {} });
    host({ type: 'delta', n: 6, parts: {}, upserts: {} });
    expect(sent.slice(1)).toEqual([{ type: 'resync', have: 3 }]);
    host(snapshot(richRun(), 6));
    host({ type: 'delta', n: 7, parts: {}, upserts: {} });
    expect(channel.state()).toMatchObject({ n: 7, gap: false });
    host({ type: 'delta', n: 9, parts: {}, upserts: {} });
    expect(sent.at(-1)).toEqual({ type: 'resync', have: 7 });
  });

  it('refuses what is not a message, says where, and does not ask in circles', () => {
    const { sent, host, channel } = connected();
    const view = { ...richRun(), claims: 'many' };
    host({ ...snapshot(richRun()), view });
    host({ ...snapshot(richRun()), view });
    expect(channel.state().view).toBeNull();
    expect(channel.state().failure?.message).toContain('claims');
    expect(sent.filter((message) => (message as { type: string }).type === 'resync')).toHaveLength(1);
  });

  it('refuses a delta whose items are not of their part', () => {
    const { host, channel } = connected();
    host(snapshot(richRun(), 1));
    host({ type: 'delta', n: 2, parts: {}, upserts: { claims: [{ id: 'C1' }] } });
    expect(channel.state().n).toBe(1);
    expect(channel.state().failure).not.toBeNull();
  });

  it('draws many messages once', () => {
    const { host, channel, frames } = connected();
    const drawn: number[] = [];
    channel.onChange((state) => drawn.push(state.n));
    host(snapshot(richRun(), 1));
    for (let n = 2; n <= 30; n++) host({ type: 'delta', n, parts: {}, upserts: {} });
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(drawn).toEqual([30]);
  });

  it('does not send what the host would refuse', () => {
    const { channel } = connected();
    expect(() => channel.send({ type: 'eventDetail', seq: 1.5 })).toThrow();
  });
});
