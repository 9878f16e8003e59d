import { Parser } from 'htmlparser2';

export interface XmlElement {
  /** With its prefix, as written. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Own text and that of CDATA sections; text of children is theirs. */
  text: string;
}

/** Deeper than any feed or sitemap. */
const maxDepth = 64;

/** The root element, or null when there is none. Entities that a document declares itself are not expanded. */
export function parseXml(text: string): XmlElement | null {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length > maxDepth) {
          tooDeep += 1;
          return;
        }
        const element: XmlElement = { name, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext: (piece) => {
        const current = open.at(-1);
        if (current !== undefined) current.text += piece;
      },
      onclosetag: () => {
        if (tooDeep > 0) tooDeep -= 1;
        else if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text.replace(/^\uFEFF/, ''));
  return top.children[0] ?? null;
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] => element.children.filter((child) => child.name === name);

export const childOf = (element: XmlElement, name: string): XmlElement | undefined => element.children.find((child) => child.name === name);

/** Text of the first child of that name, on one line; empty when there is none. */
export const textOf = (element: XmlElement, name: string): string => (childOf(element, name)?.text ?? '').replace(/\s+/g, ' ').trim();
