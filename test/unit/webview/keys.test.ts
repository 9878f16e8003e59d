import { describe, expect, it } from 'vitest';
import { onceAPress, type Command } from '../../../webview/keys';

describe('a key that the editor binds as well', () => {
  it('counts once, and a second press counts again', () => {
    let now = 0;
    const ran: Command[] = [];
    const run = onceAPress((command) => ran.push(command), () => now);
    run('nextNotice', null, 'key');
    now = 30;
    run('nextNotice', null, 'host');
    expect(ran).toEqual(['nextNotice']);
    now = 60;
    run('nextNotice', null, 'key');
    run('nextNotice', null, 'key');
    expect(ran).toHaveLength(3);
    run('previousNotice', null, 'host');
    now = 900;
    run('previousNotice', null, 'key');
    expect(ran.slice(3)).toEqual(['previousNotice', 'previousNotice']);
  });
});
