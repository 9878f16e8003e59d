import { type TextRange } from '../../core/source/reader';
import { cleanText } from './cleanText';

/** A range being written: `start` and the part it begins with are known once something was written. */
export interface RangeMark {
  start: number | null;
  part: number;
}

/** Writes running text with collapsed white space, line breaks between blocks, and the ranges of what was written. */
export class TextWriter {
  private readonly parts: string[] = [];
  private readonly open: RangeMark[] = [];
  private breaks = 0;
  private space = false;
  private separated = false;
  private lead = '';
  /** UTF-16 code units written. */
  length = 0;

  /** Asks for at least `lines` line ends before the next text. */
  breakLine(lines: 1 | 2): void {
    this.space = false;
    if (lines > this.breaks) this.breaks = lines;
  }

  /** A mark such as "- " or "## " that goes before the next text and belongs to no range. */
  prefix(mark: string): void {
    this.lead += mark;
  }

  dropPrefix(): void {
    this.lead = '';
  }

  /** Text in which runs of white space are one space, as a page shows it. A no-break space is no white space. */
  flow(text: string): void {
    const collapsed = cleanText(text).replace(/[ \t\n]+/g, ' ');
    if (collapsed === '' || collapsed === ' ') {
      if (collapsed === ' ' && this.length > 0 && !this.separated) this.space = true;
      return;
    }
    const inner = collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (inner !== collapsed && !this.separated) this.space = true;
    const ends = inner.endsWith(' ');
    this.put(ends ? inner.slice(0, -1) : inner);
    this.space = ends;
  }

  /** Text whose white space counts. */
  verbatim(text: string): void {
    if (text !== '') this.put(cleanText(text));
  }

  /** Separates cells on a line; an empty first cell still starts the line. */
  separate(mark: string): void {
    this.space = false;
    if (this.breaks > 0) this.put('');
    this.add(mark);
    this.separated = true;
  }

  /** Starts a range at the next text written; `end` gives it. */
  begin(): RangeMark {
    const mark: RangeMark = { start: null, part: 0 };
    this.open.push(mark);
    return mark;
  }

  end(mark: RangeMark): TextRange {
    const at = this.open.lastIndexOf(mark);
    if (at !== -1) this.open.splice(at, 1);
    return { start: mark.start ?? this.length, end: this.length };
  }

  /** What was written since a mark. */
  since(mark: RangeMark): string {
    return mark.start === null ? '' : this.parts.slice(mark.part).join('');
  }

  /** The end of what was written so far, enough to hold its last line. */
  tail(): string {
    return this.parts.slice(-40).join('');
  }

  text(): string {
    return this.parts.join('');
  }

  private put(text: string): void {
    if (this.length > 0) {
      if (this.breaks > 0) this.add(this.breaks === 1 ? '\n' : '\n\n');
      else if (this.space) this.add(' ');
    }
    this.breaks = 0;
    this.space = false;
    this.separated = false;
    if (this.lead !== '') {
      this.add(this.lead);
      this.lead = '';
    }
    for (let at = this.open.length - 1; at >= 0; at -= 1) {
      const mark = this.open[at];
      if (mark?.start !== null) break;
      mark.start = this.length;
      mark.part = this.parts.length;
    }
    this.add(text);
  }

  private add(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }
}
