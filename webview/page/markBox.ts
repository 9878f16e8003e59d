import { type PageMarkItem } from '../../src/shared/pageMessages';

/** Share of the height below the base line, for letters such as g. */
const descent = 0.22;

/** Left, bottom, right and top of the upright box that holds the marked part of a piece of text, however the text is turned, in PDF user space. */
export function markBox({ x, y, width, height, turned = 0, text, from, to }: PageMarkItem, measured: (text: string) => number): [number, number, number, number] {
  const whole = measured(text) || 1;
  const along = [from, to].map((at) => (width * measured(text.slice(0, at))) / whole);
  const above = [-descent * height, height * (1 - descent) + descent * height * 0.4];
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)];
  const corners = along.flatMap((one) => above.map((other) => [x + one * cos - other * sin, y + one * sin + other * cos] as const));
  const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
