import { describe, expect, it } from 'vitest';
import { onceAPress, type Command } from '../../../webview/keys';

describe('a key that the editor binds as well', () => {
  it('counts once, and a second press counts again', () => {
    let now = 0;
    const ran: Command[] = [];
    const run = onceAPress((command) => ran.push(command), () => now);
    run('nextNotice', null);
    now = 30;
    run('nextNotice', null);
    expect(ran).toEqual(['nextNotice']);
    now = 60;
    run('nextNotice', null);
    now = 90;
    run('previousNotice', null);
    expect(ran).toEqual(['nextNotice', 'nextNotice', 'previousNotice']);
  });
});
