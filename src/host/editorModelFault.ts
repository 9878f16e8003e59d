/** What became of a request to one of the editor's models: whether it may have cost something, and whether asking again may help. */
export interface EditorFault {
  kind: 'refused' | 'gone' | 'blocked' | 'cancelled' | 'no-tools' | 'failed';
  settlement: 'released' | 'unknown';
  temporary: boolean;
}

/** Names that the editor gives its errors (`LanguageModelError.code`); its wish to stop has another name in each of its layers. */
const kinds: Readonly<Record<string, EditorFault['kind']>> = { NoPermissions: 'refused', NotFound: 'gone', Blocked: 'blocked', Canceled: 'cancelled', CancellationError: 'cancelled' };

/** A refusal that names a feature, as with servers: worth one more try without it. */
const namesTools = /\btools?\b|function.?call/i;

/**
 * `code`: of the editor's error, or its name; `said`: its message. How far the request came: `begun`, the editor passed it to the
 * model; `heard`, something of the answer was there already, so that nobody can say what it cost. `tools`: it offered some.
 */
export function editorFault({ code, said, begun, heard, tools }: { code: string; said: string; begun: boolean; heard: boolean; tools: boolean }): EditorFault {
  const kind = kinds[code] ?? (tools && !heard && namesTools.test(said) ? 'no-tools' : 'failed');
  return {
    kind,
    // What failed without a name of its own, once it had begun, may have been worked on.
    settlement: heard || (begun && kind === 'failed') ? 'unknown' : 'released',
    temporary: kind === 'blocked' || kind === 'no-tools' || kind === 'failed',
  };
}
