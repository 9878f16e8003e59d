import type { ComponentChildren } from 'preact';

/** One paragraph and its margin in one grid row, so that a notice cannot drift from what it concerns. */
export function Row({ text, notices, anchor, heading = false }: { text: ComponentChildren; notices: ComponentChildren[]; anchor?: string; heading?: boolean }) {
  return (
    <div class={heading ? 'row hd' : 'row'} {...(anchor ? { 'data-anchor': anchor } : {})}>
      {text}
      <div class="mrg">{notices}</div>
    </div>
  );
}
