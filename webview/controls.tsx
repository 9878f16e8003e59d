import './nonce';
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { h, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './components/Icon';

/**
 * The only file that names the webview toolkit: its button, behind a typed component. Everything else is plain HTML with theme
 * variables, which is smaller and keeps roles out of shadow DOM. Fields are uncontrolled: they keep what is typed.
 */
provideVSCodeDesignSystem().register(vsCodeButton());

interface ButtonProps { children: ComponentChildren; onPress: () => void; main?: boolean; icon?: IconName; disabled?: boolean; class?: string }

/** A push button with words. At narrow widths the header hides the words of those with an icon; the name stays. */
export function Button({ children, onPress, main = false, icon, disabled = false, class: extra = '' }: ButtonProps) {
  const content = icon ? [<Icon name={icon} />, <span class="t">{children}</span>] : children;
  return h('vscode-button', { class: `btn${main ? ' main' : ''} ${extra}`.trim(), appearance: main ? 'primary' : 'secondary', onClick: onPress, disabled }, content);
}

interface TextFieldProps { label: string; onInput: (value: string) => void; value?: string; placeholder?: string; onEnter?: () => void; focus?: boolean; search?: boolean; id?: string }

/** A single line of text. `value` is only where it starts. */
export function TextField({ label, onInput, value = '', placeholder = '', onEnter, focus = false, search = false, id }: TextFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => { if (focus) field.current?.focus(); }, []);
  return h('input', {
    ref: field, class: 'fld', type: search ? 'search' : 'text', 'aria-label': label, placeholder, defaultValue: value, ...(id ? { id } : {}),
    onInput: (event: InputEvent) => onInput((event.currentTarget as HTMLInputElement).value),
    onKeyDown: (event: KeyboardEvent) => { if (event.key === 'Enter' && !event.isComposing) onEnter?.(); },
  });
}

interface DropdownProps { label: string; value: string; options: readonly { value: string; label: string }[]; onChange: (value: string) => void; id?: string; class?: string }

export function Dropdown({ label, value, options, onChange, id, class: extra }: DropdownProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} {...(id ? { id } : {})} {...(extra ? { class: extra } : {})}>
      {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
    </select>
  );
}

interface IconButtonProps { icon: IconName; label: string; onPress: () => void; title?: string; expanded?: boolean; popup?: 'menu'; id?: string; children?: ComponentChildren }

export function IconButton({ icon, label, onPress, title, expanded, popup, id, children }: IconButtonProps) {
  return (
    <button type="button" class="btn icon" aria-label={label} title={title ?? label} onClick={onPress} {...(popup ? { 'aria-haspopup': popup, 'aria-expanded': expanded ?? false } : {})} {...(id ? { id } : {})}>
      {children}<Icon name={icon} />
    </button>
  );
}

/** An action that reads like a link. */
export function Act({ children, onPress, label, class: extra = '' }: { children: ComponentChildren; onPress: () => void; label?: string; class?: string }) {
  return <button type="button" class={`a ${extra}`.trim()} onClick={onPress} {...(label ? { 'aria-label': label } : {})}>{children}</button>;
}
