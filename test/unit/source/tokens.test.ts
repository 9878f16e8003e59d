import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentWords, eachToken, tokens } from '../../../src/core/source/tokens';

describe('tokens', () => {
  const cases: [why: string, text: string, expected: string[]][] = [
    ['words in lower case', 'The Quick BROWN fox', ['the', 'quick', 'brown', 'fox']],
    ['compatibility forms are folded', 'ﬁle ＡＢＣ１２ ①', ['file', 'abc12', '1']],
    ['a decimal, a version and thousands stay whole', 'glibc 2.31, 15.4.1 and 1,000 or 1,234,567.5.', ['glibc', '2.31', '15.4.1', 'and', '1000', 'or', '1234567.5']],
    ['a comma that is no thousands mark stays', '1,5 and 12,34', ['1,5', 'and', '12,34']],
    ['a comma after a number is not part of it', 'in 2024, 2025.', ['in', '2024', '2025']],
    ['a unit against its number', '15kg 3GB', ['15', 'kg', '3', 'gb']],
    ['a name with digits stays whole', 'utf8 b12', ['utf8', 'b12']],
    ['identifiers come apart', 'max_connections write-ahead', ['max', 'connection', 'write', 'ahead']],
    ['plural and possessive', "queries query indexes index tables' Postgres's Postgres classes cache caches bus glass this analysis", ['query', 'query', 'index', 'index', 'table', 'postgre', 'postgre', 'class', 'cach', 'cach', 'bus', 'glass', 'this', 'analysis']],
    ['contractions stay', 'don’t', ['don’t']],
    ['accents are letters', 'Zürich naïve', ['zürich', 'naïve']],
    ['Chinese as pairs', '数据库系统', ['数据', '据库', '库系', '系统']],
    ['a character alone', '猫 sat 犬', ['猫', 'sat', '犬']],
    ['Chinese beside Latin and numbers', '使用PostgreSQL15版本', ['使用', 'postgresql15', '版本']],
    ['Japanese and Korean', 'サーバー 한국어', ['サー', 'ーバ', 'バー', '한국', '국어']],
    ['a character outside the basic plane is not torn', '𠮷野家', ['𠮷野', '野家']],
    ['signs say nothing', '😀 — … %', []],
  ];
  test.each(cases)('%s', (_why, text, expected) => expect(tokens(text)).toEqual(expected));

  test('digits outside the basic plane are whole', () => {
    expect(tokens('\u{1e950}\u{1e951} x')).toEqual(['\u{1e950}\u{1e951}', 'x']);
  });

  test('any text gives tokens without blanks or torn characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const token of tokens(text.replace(/\p{Surrogate}/gu, ' '))) {
        expect(token).not.toBe('');
        expect(/\s/.test(token)).toBe(false);
        expect(/\p{Surrogate}/u.test(token)).toBe(false);
      }
    }));
  });

  test('the words of two paragraphs are those of both', () => {
    fc.assert(fc.property(fc.lorem(), fc.lorem(), (one, two) => {
      expect(tokens(`${one}\n${two}`)).toEqual([...tokens(one), ...tokens(two)]);
    }));
  });

  test('the visitor sees the same tokens', () => {
    const seen: string[] = [];
    eachToken('默认值 is 5,432', (token) => seen.push(token));
    expect(seen).toEqual(['默认', '认值', 'is', '5432']);
  });
});

describe('content words', () => {
  test('English questions keep what they ask about', () => {
    expect(contentWords('What is the default value of the parameter max_connections?')).toEqual(['default', 'value', 'parameter', 'max', 'connection']);
  });
  test('Chinese questions keep what they ask about', () => {
    expect(contentWords('什么是数据库的目的')).toEqual(['数据', '据库', '目的']);
    expect(contentWords('默认端口是多少？')).toEqual(['默认', '认端', '端口']);
  });
  test('a text of function words has none', () => {
    expect(contentWords('to be or not to be')).toEqual([]);
  });
});
