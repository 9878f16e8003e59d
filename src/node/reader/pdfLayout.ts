/** Order and lines of one PDF page from where its pieces of text were drawn. Units are points; y grows upwards; the text runs along x. */

export interface Drawn {
  str: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Place among the page's pieces as they were drawn. */
  index: number;
}

/** Pieces on one baseline without a wide gap between them. */
export interface Segment {
  pieces: Drawn[];
  x: number;
  right: number;
  y: number;
  height: number;
}

export interface Line {
  segments: Segment[];
  y: number;
  height: number;
  /** Which run of the reading order it belongs to; a new run starts a paragraph. */
  run: number;
}

/** A gap of this many text heights separates table cells and columns; words are set closer. */
const wideGap = 1.1;
/** A column narrower than this many lines or holding short pieces is a table, not running text. */
const leastColumnLines = 8;

export function linesOf(pieces: Drawn[]): { lines: Line[]; columns: number } {
  const segments = segmentsOf(pieces);
  const runs = inReadingOrder(segments, 0);
  const lines = runs.flatMap((run, index) => baselines(run).map((line) => ({ ...line, run: index })));
  return { lines, columns: runs.length };
}

function segmentsOf(pieces: Drawn[]): Segment[] {
  const segments: Segment[] = [];
  for (const line of baselineGroups(pieces, (piece) => piece.y, (piece) => piece.height)) {
    let open: Segment | null = null;
    for (const piece of line.sort((a, b) => a.x - b.x || a.index - b.index)) {
      const right = piece.x + piece.width;
      if (open !== null && piece.x - open.right <= wideGap * Math.max(open.height, piece.height)) {
        open.pieces.push(piece);
        open.right = Math.max(open.right, right);
        open.height = Math.max(open.height, piece.height);
      } else {
        open = { pieces: [piece], x: piece.x, right, y: piece.y, height: piece.height };
        segments.push(open);
      }
    }
  }
  return segments;
}

/** Groups what shares a baseline, from the top; raised and lowered signs stay with their line. */
function baselineGroups<T>(things: T[], yOf: (thing: T) => number, heightOf: (thing: T) => number): T[][] {
  const groups: Array<{ things: T[]; y: number; height: number }> = [];
  for (const thing of [...things].sort((a, b) => yOf(b) - yOf(a))) {
    const [y, height] = [yOf(thing), heightOf(thing)];
    const last = groups.at(-1);
    if (last && Math.abs(last.y - y) <= 0.5 * Math.max(1, Math.min(Math.max(last.height, height), 1.6 * Math.min(last.height, height)))) {
      last.things.push(thing);
      if (height > last.height) [last.y, last.height] = [y, height];
    } else groups.push({ things: [thing], y, height });
  }
  return groups.map((group) => group.things);
}

function baselines(segments: Segment[]): Array<Omit<Line, 'run'>> {
  return baselineGroups(segments, (segment) => segment.y, (segment) => segment.height).map((line) => {
    const tallest = line.reduce((most, segment) => (segment.height > most.height ? segment : most));
    return { segments: line.sort((a, b) => a.x - b.x), y: tallest.y, height: tallest.height };
  });
}

/** Columns of running text one after the other, between the segments that span them; a page without columns is one run. */
function inReadingOrder(segments: Segment[], depth: number): Segment[][] {
  const gutter = depth < 3 ? gutterOf(segments) : null;
  if (gutter === null) return segments.length > 0 ? [segments] : [];
  const spanning = segments.filter((segment) => segment.x < gutter && segment.right > gutter).sort((a, b) => b.y - a.y);
  const runs: Segment[][] = [];
  const band = (top: number, bottom: number): void => {
    const inside = segments.filter((segment) => segment.y < top && segment.y > bottom && !(segment.x < gutter && segment.right > gutter));
    for (const side of [inside.filter((segment) => segment.right <= gutter), inside.filter((segment) => segment.x >= gutter)]) runs.push(...inReadingOrder(side, depth + 1));
  };
  let top = Infinity;
  let pending: Segment[] = [];
  for (const segment of spanning) {
    const between = segments.some((other) => other.y < top && other.y > segment.y + 0.5 * segment.height && !(other.x < gutter && other.right > gutter));
    if (between || pending.length === 0) {
      if (pending.length > 0) runs.push(pending);
      pending = [];
      band(top, segment.y + 0.5 * segment.height);
    }
    pending.push(segment);
    top = segment.y - 0.5 * segment.height;
  }
  if (pending.length > 0) runs.push(pending);
  band(top, -Infinity);
  return runs;
}

/** The x of an empty lane between two columns of running text, or null. */
function gutterOf(segments: Segment[]): number | null {
  if (segments.length < 2 * leastColumnLines) return null;
  const left = Math.min(...segments.map((segment) => segment.x));
  const right = Math.max(...segments.map((segment) => segment.right));
  const height = median(segments.map((segment) => segment.height));
  let best: { x: number; crossing: number } | null = null;
  for (let x = left + 0.2 * (right - left); x <= left + 0.8 * (right - left); x += Math.max(1, height / 4)) {
    const margin = 0.4 * height;
    const crossing = segments.filter((segment) => segment.x < x + margin && segment.right > x - margin);
    if (best !== null && crossing.length > best.crossing) continue;
    const before = segments.filter((segment) => segment.right <= x);
    const after = segments.filter((segment) => segment.x >= x);
    if (crossing.length > 0.25 * segments.length || !isColumn(before, x - left, height) || !isColumn(after, right - x, height)) continue;
    const central = Math.abs(x - (left + right) / 2);
    if (best === null || crossing.length < best.crossing || central < Math.abs(best.x - (left + right) / 2)) best = { x, crossing: crossing.length };
  }
  return best?.x ?? null;
}

/** Running text fills most of its column's width on most lines, one segment a line; table columns do not. */
function isColumn(segments: Segment[], width: number, height: number): boolean {
  if (segments.length < leastColumnLines) return false;
  const lines = baselineGroups(segments, (segment) => segment.y, (segment) => segment.height);
  if (lines.length < leastColumnLines) return false;
  if (lines.filter((line) => line.length > 1).length > 0.25 * lines.length) return false;
  const filled = lines.map((line) => line.reduce((sum, segment) => sum + segment.right - segment.x, 0));
  return median(filled) >= 0.65 * (width - height);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
