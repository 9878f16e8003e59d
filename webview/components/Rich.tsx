import type { ComponentChildren } from 'preact';
import { bindMarkers, type Inline, type Piece, type Run, type Text } from '../markdown';

/** Draws parsed text. `cite` draws a marker: a button in the article, nothing but a number elsewhere. */
export type DrawCite = (evidence: string, start: number) => ComponentChildren;

export function Pieces({ pieces, cite, lead = false }: { pieces: readonly Piece[]; cite: DrawCite; lead?: boolean }) {
  return <>{pieces.map((piece, at) => <PieceView key={at} piece={piece} cite={cite} lead={lead} />)}</>;
}

function PieceView({ piece, cite, lead }: { piece: Piece; cite: DrawCite; lead: boolean }) {
  switch (piece.kind) {
    case 'paragraph': return <p class={lead ? 'lead' : ''}><Line inline={piece.inline} cite={cite} /></p>;
    case 'quote': return <blockquote class="q"><Line inline={piece.inline} cite={cite} /></blockquote>;
    case 'heading': return <h4><Line inline={piece.inline} cite={cite} /></h4>;
    case 'code': return <pre tabIndex={0}><code>{piece.text}</code></pre>;
    case 'list': {
      const items = piece.items.map((item, at) => <li key={at} class={item.level > 1 ? 'deep' : ''}><Line inline={item.inline} cite={cite} /></li>);
      return piece.ordered ? <ol class="list">{items}</ol> : <ul class="list">{items}</ul>;
    }
    case 'table': return (
      <div class="table" tabIndex={0} role="group">
        <table>
          <thead><tr>{piece.head.map((cell, at) => <th key={at} scope="col"><Line inline={cell} cite={cite} /></th>)}</tr></thead>
          <tbody>{piece.rows.map((row, at) => <tr key={at}>{row.map((cell, column) => <td key={column}><Line inline={cell} cite={cite} /></td>)}</tr>)}</tbody>
        </table>
      </div>
    );
  }
}

export function Line({ inline, cite }: { inline: readonly Inline[]; cite: DrawCite }) {
  const out: ComponentChildren[] = [];
  const runs = bindMarkers(inline);
  for (let at = 0; at < runs.length;) {
    const first = runs[at];
    if (!first) break;
    const group: Run[] = [first];
    for (at++; first.held && runs[at]?.held; at++) group.push(runs[at] as Run);
    const drawn = group.map((run, n) => <RunView key={n} run={run} cite={cite} />);
    out.push(first.held ? <span class="hold">{drawn}</span> : drawn);
  }
  return <>{out}</>;
}

function RunView({ run, cite }: { run: Run; cite: DrawCite }) {
  if (run.kind === 'bound') return <span class="nb">{run.parts.map((part, at) => (part.kind === 'cite' ? cite(part.evidence, part.start) : <Styled key={at} token={part} />))}</span>;
  return run.kind === 'cite' ? <>{cite(run.evidence, run.start)}</> : <Styled token={run} />;
}

function Styled({ token }: { token: Text }) {
  if (token.code) return <code>{token.text}</code>;
  const inner = token.em ? <em>{token.text}</em> : token.text;
  return token.strong ? <strong>{inner}</strong> : <>{inner}</>;
}
