import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon';

/** What will stand here, and what the reader can look at meanwhile. */
export function Empty({ icon, title, text, children }: { icon: IconName; title: string; text: string; children?: ComponentChildren }) {
  return <div class="empty"><Icon name={icon} /><h2 class="h">{title}</h2><p class="dim">{text}</p>{children && <div class="acts">{children}</div>}</div>;
}
