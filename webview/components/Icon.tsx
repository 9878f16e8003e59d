/** Glyphs of the codicon font; their code points are in css/base.css. */
export type IconName =
  | 'pass' | 'error' | 'warning' | 'question' | 'half' | 'ring' | 'arrow-swap' | 'sync' | 'debug-pause' | 'play' | 'debug-stop' | 'ellipsis' | 'chevron-right' | 'arrow-down'
  | 'person' | 'history' | 'search' | 'book' | 'edit' | 'beaker' | 'lightbulb' | 'layers';
export type Tone = 'ok' | 'bad' | 'heed' | 'live' | 'dim';

/** With a label the glyph is an image with that name; without, it is decoration beside words. */
export function Icon({ name, tone, label, spin = false, class: extra = '' }: { name: IconName; tone?: Tone; label?: string; spin?: boolean; class?: string }) {
  const classes = ['i', `i-${name}`, tone, spin && 'spin', extra].filter(Boolean).join(' ');
  return label ? <span class={classes} role="img" aria-label={label} /> : <span class={classes} aria-hidden="true" />;
}

/** The twisting arrow of a summary. */
export function Twist() {
  return <Icon name="chevron-right" tone="dim" class="tw" />;
}
