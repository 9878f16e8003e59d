import type { Strings } from './strings';

/** Times and numbers as a reader of the frame's language expects them. */

/** `14:32` in the reader's time zone; empty when the time is not one. */
export function clock(iso: string, seconds = false): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}${seconds ? `:${two(date.getSeconds())}` : ''}`;
}

/** The day of an ISO time, as precise as it is. */
export function day(iso: string): string {
  return iso.slice(0, 10);
}

export function span(milliseconds: number, t: Strings): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return t.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? t.minutes(minutes) : t.hours(Math.floor(minutes / 60), minutes % 60);
}

/** Seconds with one decimal below ten, for a call. */
export function took(milliseconds: number, t: Strings): string {
  return milliseconds < 10_000 ? t.seconds(Math.round(milliseconds / 100) / 10) : span(milliseconds, t);
}

export function thousands(tokens: number | null): string {
  return tokens === null ? '–' : tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(tokens < 100_000 ? 1 : 0)}k`;
}

/** A figure of an axis: time in minutes, money with two decimals, tokens in thousands, everything else whole. */
export function figure(axis: string, value: number): string {
  if (axis === 'milliseconds') return String(Math.round(value / 60_000));
  if (axis === 'money') return value.toFixed(2);
  if (axis === 'tokens') return thousands(value);
  return String(Math.round(value));
}
