import { describe, expect, it } from 'vitest';
import { anchorText } from '../../../../src/core/source/span/anchorText';
import { locateQuote } from '../../../../src/core/source/span/locate';

const text = `The committee met in Geneva. Temperatures fell to -5 degrees in 2019, and the growth rate was 1.5 % in the north.
The so-called "safe" method did not improve results by more than 1,000 units. Dr. Smith reported that it may reduce the
inter-
national traffic by about 5 mW. Costs were $5 million, roughly 10² times the budget; the plan is not generally allowed in cities.
On 5 May 2021 the well-known group closed 3-5 shops, 2½ of them large, within 20 km of the river, which was unsafe.
A non-profit body kept 1 000 books. Readers were notable for patience. The value x - 5 was found again in later years.

这项研究表明，新方法不可能在2020年之前降低成本，约有三成用户表示满意。北京大学的张伟教授认为，该方案可能需要5万元的投资，但未获批准。
委员会没有公布“最终”报告，江苏省的工厂在三月停产，所有员工都得到了补偿，费用为３．５亿元。
この手法では処理速度を改善することができないと報告された。費用はおよそ１２億円になる見込みである。
`;
const anchor = anchorText(text);

const verbatim = [
  ['as it stands', 'Temperatures fell to -5 degrees in 2019'],
  ['another minus sign', 'Temperatures fell to −5 degrees in 2019'],
  ['space before the per cent sign', 'the growth rate was 1.5% in the north'],
  ['curly quotation marks and case', 'THE SO-CALLED “SAFE” METHOD DID NOT IMPROVE RESULTS'],
  ['hard wrap and end-of-line hyphen', 'it may reduce the international traffic by about 5 mW'],
  ['an exponent written otherwise', 'roughly 10^2 times the budget; the plan'],
  ['a fraction written out', 'closed 3–5 shops, 2 1/2 of them large'],
  ['hyphen for a space', 'On 5 May 2021 the well known group closed'],
  ['Markdown marks', 'the **growth rate** was `1.5` % in the _north_'],
  ['full width', 'the growth rate was １．５ ％ in the north'],
  ['an ellipsis between sentences', 'The committee met in Geneva … the growth rate was 1.5 % in the north'],
  ['no-break space in a number', 'A non-profit body kept 1\u00a0000 books'],
  ['Chinese with full-width digits', '认为，该方案可能需要５万元的投资，但未获批准。'],
  ['Chinese number in half width', '江苏省的工厂在三月停产，所有员工都得到了补偿，费用为3.5亿元'],
  ['Chinese in other quotation marks', '委员会没有公布「最终」报告,江苏省的工厂在三月停产'],
] as const;

const near = [
  ['a word replaced', 'it may reduce the international shipping by about 5 mW', 'shipping', 'traffic'],
  ['a word left out', 'On 5 May 2021 the well-known closed 3-5 shops', '', 'group'],
  ['a Chinese word replaced', '该计划可能需要5万元的投资，但未获批准，委员会', '计划', '方案'],
  ['a word cut at the end', 'Readers were notable for patien', 'patien', 'patience'],
] as const;

const refused = [
  ['minus sign lost', 'Temperatures fell to 5 degrees in 2019', 'sign'],
  ['minus sign cut off by the beginning', '5 degrees in 2019, and the growth rate', 'sign'],
  ['minus sign with a space', 'The value x 5 was found again in later years', 'sign'],
  ['decimal point lost', 'the growth rate was 15 % in the north', 'number'],
  ['per cent sign lost', 'the growth rate was 1.5 in the north', 'sign'],
  ['per cent sign cut off by the end', 'in 2019, and the growth rate was 1.5', 'sign'],
  ['thousands written otherwise', 'did not improve results by more than 1000 units', 'number'],
  ['thousands glued', 'A non-profit body kept 1000 books. Readers', 'number'],
  ['thousands with a comma for a space', 'A non-profit body kept 1,000 books. Readers', 'number'],
  ['another number', 'Temperatures fell to -5 degrees in 2018', 'number'],
  ['a number inserted', 'The committee of 12 met in Geneva. Temperatures fell', 'number'],
  ['range glued', 'the well-known group closed 35 shops', 'number'],
  ['exponent lost', 'roughly 102 times the budget; the plan', 'number'],
  ['number cut by the beginning', '.5 % in the north. The so-called "safe" method', 'number'],
  ['unit in another case', 'it may reduce the international traffic by about 5 MW', 'unit'],
  ['another unit', 'within 20 miles of the river, which was unsafe', 'unit'],
  ['unit cut off by the end', '2½ of them large, within 20', 'unit'],
  ['currency lost', 'Costs were 5 million, roughly 10² times', 'sign'],
  ['magnitude changed', 'Costs were $5 billion, roughly 10² times the budget', 'number'],
  ['another month', 'On 5 June 2021 the well-known group closed', 'hedge'],
  ['"not" left out', 'did improve results by more than 1,000 units', 'negation'],
  ['"not" inserted', 'The committee has not met in Geneva. Temperatures fell', 'negation'],
  ['"not" by a space', 'Readers were not able for patience. The value', 'negation'],
  ['"non" cut off', 'profit body kept 1 000 books. Readers', 'negation'],
  ['an affix', 'within 20 km of the river, which was safe', 'negation'],
  ['hedge changed', 'Dr. Smith reported that it will reduce the international traffic', 'hedge'],
  ['hedge left out', 'it may reduce the international traffic by 5 mW', 'hedge'],
  ['name changed', 'Dr. Jones reported that it may reduce the international traffic', 'name'],
  ['place changed', 'The committee met in Vienna. Temperatures fell to -5 degrees', 'name'],
  ['quoted word changed', 'The so-called "sound" method did not improve results by', 'quoted words'],
  ['tail added', 'the growth rate was 1.5 % in the north. The so-called "safe" method did not improve results for young people', 'words added at the end'],
  ['head added', 'Experts agree that the growth rate was 1.5 % in the north. The so-called "safe" method', 'words added at the start'],
  ['negation inside an ellipsis', 'the plan is … allowed in cities. On 5 May', 'negation'],
  ['Chinese negation cut off', '可能在2020年之前降低成本，约有三成用户表示满意', 'hedge'],
  ['Chinese negation inserted', '约有三成用户表示不满意。北京大学的张伟教授认为', 'negation'],
  ['Chinese negation left out', '委员会公布“最终”报告，江苏省的工厂在三月停产', 'negation'],
  ['Chinese year', '新方法不可能在2021年之前降低成本，约有三成用户表示满意', 'number'],
  ['Chinese numeral', '江苏省的工厂在五月停产，所有员工都得到了补偿', 'number'],
  ['Chinese magnitude', '北京大学的张伟教授认为，该方案可能需要5亿元的投资', 'number'],
  ['Chinese magnitude cut off', '满意。北京大学的张伟教授认为，该方案可能需要5', 'number'],
  ['Chinese quantifier', '部分员工都得到了补偿，费用为３．５亿元。この手法', 'hedge'],
  ['Chinese person', '北京大学的李伟教授认为，该方案可能需要5万元的投资', 'name'],
  ['Chinese province', '浙江省的工厂在三月停产，所有员工都得到了补偿', 'name'],
  ['Chinese quoted word', '委员会没有公布“初步”报告，江苏省的工厂在三月停产', 'quoted words'],
  ['Japanese negation', 'この手法では処理速度を改善することができると報告された', 'negation'],
  ['Japanese hedge', 'できないと報告された。費用は１２億円になる見込みである', 'hedge'],
] as const;

describe('honest typography is verbatim', () => {
  it.each(verbatim)('%s', (_, quote) => {
    expect(locateQuote(anchor, quote)).toMatchObject({ match: 'verbatim', differences: [] });
  });
});

describe('other words are near, and the difference is shown', () => {
  it.each(near)('%s', (_, quote, ours, theirs) => {
    expect(locateQuote(anchor, quote)).toMatchObject({ match: 'near', differences: [{ quote: ours, text: theirs }] });
  });
});

describe('a change of meaning is refused', () => {
  it.each(refused)('%s', (_, quote, touched) => {
    const located = locateQuote(anchor, quote);
    expect(located).toMatchObject({ match: 'not-found', reason: 'altered' });
    expect(located.match === 'not-found' && located.nearest[0]?.what).toBe(touched);
  });
});

describe('what stands before a quote', () => {
  it('makes no unit of its first letter: the note number in front of "A description" is no quantity of amperes', () => {
    const page = anchorText('Contents of user directories.\n11 A description of the conventions can be found in the documentation for directories.');
    expect(locateQuote(page, 'A description of the conventions can be found in the documentation for directories.')).toMatchObject({ match: 'verbatim', differences: [] });
  });
});
