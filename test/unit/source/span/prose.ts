import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pick, seeded, type Random } from './perturb';

export type Language = 'english' | 'chinese' | 'japanese';

const names: Record<Language, { name: string[]; person: string[]; place: string[] }> = {
  english: {
    name: ['Halden', 'Orvik', 'Tessaro', 'Brindle', 'Kestrel Bay', 'Marrow', 'Quillon'],
    person: ['Dr. Amara Voss', 'Ilse Tarrow', 'Mr. Pell', 'Jonas Wickham', 'Rosa Lindqvist', 'Captain Orme'],
    place: ['Vellmar', 'Port Anders', 'Lower Hask', 'Tirano', 'Okehurst', 'Dunmere'],
  },
  chinese: { name: ['青石', '白河', '长风', '云岭', '东港'], person: ['王远山', '李若水', '陈知夏', '赵清河'], place: [] },
  japanese: { name: ['青波', '白浜', '三峰', '東野'], person: ['佐々木', '高橋', '森田', '小川'], place: [] },
};
const months = ['January', 'March', 'June', 'August', 'October', 'November'];

/**
 * Varied prose of at least `length` units made from the sentences of test/corpora/span, the same for the same seed.
 * `[a|b]` chooses, `{…}` is filled; paragraphs hold three to seven sentences.
 */
export function prose(language: Language, length: number, seed: number): string {
  const sentences = readFileSync(path.join('test/corpora/span', `${language}.txt`), 'utf8').trim().split('\n');
  const random = seeded(seed);
  let text = '';
  while (text.length < length) {
    const count = 3 + Math.floor(random() * 5);
    const paragraph = Array.from({ length: count }, () => fill(pick(sentences, random), language, random));
    text += `${paragraph.join(language === 'english' ? ' ' : '')}\n\n`;
  }
  return text;
}

function fill(sentence: string, language: Language, random: Random): string {
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least));
  return sentence
    .replace(/\[([^\]]*)\]/g, (_, choices: string) => pick(choices.split('|'), random))
    .replace(/\{(\w+)\}/g, (_, slot: string) => {
      if (slot === 'int') return whole(1000, 90_000).toLocaleString('en-US');
      if (slot === 'dec') return (whole(1, 9000) / 100).toString();
      if (slot === 'year') return String(whole(1850, 2024));
      if (slot === 'small') return String(whole(2, 12));
      if (slot === 'day') return String(whole(1, 28));
      if (slot === 'month') return pick(months, random);
      return pick(names[language][slot as 'name'], random);
    });
}
