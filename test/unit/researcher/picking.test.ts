import { describe, expect, test } from 'vitest';
import { fit, traitsOf } from '../../../src/core/researcher/extractive/answerType';
import { antecedentOf, askOf, subjectOf, writtenWords } from '../../../src/core/researcher/extractive/ask';
import { answeringFigure, answersOther, figuresIn } from '../../../src/core/researcher/extractive/figures';
import { pickQuotations } from '../../../src/core/researcher/extractive/pick';
import { leadOf, partsOf } from '../../../src/core/researcher/extractive/question';
import { unitsOf } from '../../../src/core/researcher/extractive/units';
import { saysWhole } from '../../../src/core/researcher/extractive/reading';
import { stemOf } from '../../../src/core/source/relevance';

const passage = (text: string, headings: string[] = []) => [{ start: 0, end: text.length, headings, text }];
const best = (question: string, text: string, headings: string[] = []): string | undefined => pickQuotations(askOf(question, question), passage(text, headings))[0]?.text;

describe('a question', () => {
  test('is split at its joints, and its lead is shared', () => {
    const question = 'In the trial, how much energy did each crossing use, and what share of sailings was punctual?';
    expect(partsOf(question)).toEqual(['How much energy did each crossing use?', 'What share of sailings was punctual?']);
    expect(leadOf(question)).toContain('In the trial');
  });
  test('in Chinese is split at commas before a question word, however long the part is', () => {
    expect(partsOf('普通档案库的默认值是多少，experimental 档案库的默认值又是多少？')).toEqual(['普通档案库的默认值是多少？', 'Experimental 档案库的默认值又是多少？']);
  });
  test('gives its subject without the words that ask', () => {
    expect(subjectOf('What share of sailings was punctual?')).toBe('sailings was punctual');
    expect(subjectOf('默认的交互式 shell 又是什么？')).toBe('默认 交互式 shell');
    expect(subjectOf('青溪大桥有多少条裂缝？')).toBe('青溪大桥 裂缝');
    expect(subjectOf('车队有几辆公交车？')).toBe('车队 公交车');
    expect(subjectOf('方案得到多少支持？')).toContain('支持');
  });
  test('that says "it" carries the subject of the part before', () => {
    expect(antecedentOf('What does it cost?', 'Which ferry crosses the estuary, and what does it cost?')).toBe('ferry crosses the estuary');
    expect(antecedentOf('它的造价是多少？', '青溪大桥何时建成？它的造价是多少？')).toContain('青溪大桥');
    expect(antecedentOf('What did the trial cost?', 'Which ferry is it, and what did the trial cost?')).toBe('');
  });
  test('is searched for in words as it writes them, each once', () => {
    expect(writtenWords('the size of the subsidies, and of each subsidy; the sailing and the sailings of Ellory’s ferry')).toEqual(['size', 'subsidies', 'sailing', 'Ellory', 'ferry']);
  });
  test('that points back takes the words of the other parts along', () => {
    const question = 'Which file controls authentication, and what signal makes the server read it again?';
    expect(askOf('What signal makes the server read it again?', question).context).toContain('authentication');
    expect(askOf('Which file controls authentication?', question).context).toBe('');
  });
});

describe('whose amount is asked', () => {
  const subject = (question: string): string => askOf(question, question).subject;
  test('only helps, as what stands before the first question does', () => {
    expect(subject('How many winter sailings of the battery ferry were cancelled?')).toBe('winter sailings were cancelled');
    expect(subject('How many sailings did the battery ferry cancel in winter?')).toBe('sailings did cancel in winter');
    expect(subject('What share of the battery ferry’s sailings was punctual?')).toBe('sailings was punctual');
    expect(askOf('How many winter sailings of the battery ferry were cancelled?', '').context).toContain('battery ferry');
  });
  test('is asked where a name tells it from others, or where the kind itself is meant', () => {
    expect(subject('How many passengers did the North Ferry carry?')).toContain('North Ferry');
    expect(subject('How many bytes of an identifier are significant?')).toContain('identifier');
    expect(subject('How many columns can a table have?')).toContain('table');
  });
});

describe('a number of things', () => {
  const asked = 'How many sailings were cancelled?';
  test.each([
    ['34 sailings were cancelled.', false], ['Of the sailings, thirty were cancelled.', false], ['No sailings were cancelled.', false], ['Cancelled sailings: 34.', false],
    ['Of the sailings, 91.4 percent were punctual.', true], ['The sailings cost €2,310,000 in all.', true], ['A sailing was cancelled.', true], ['Sailings were cancelled in March 2025.', true], ['It sails forty times a day.', true],
  ])('%s', (text, other) => {
    expect(answersOther(text, asked)).toBe(other);
  });
  test('in a unit that the question names is one', () => {
    expect(answersOther('It runs for 12 hours.', 'How many hours does it run?')).toBe(false);
    expect(answersOther('It costs 12 percent less.', 'How much energy does it use?')).toBe(true);
    expect(answersOther('The default is 5432.', 'Which port is the default?')).toBe(false);
  });
});

describe('the kind of answer', () => {
  test.each([
    ['How long does it wait?', 'The default is one second (1s).', 'It waits for the lock.'],
    ['How many columns can a table have?', 'A table has 1,600 columns.', 'It must fit a single 8192-byte page.'],
    ['How many columns can a table have?', 'A table has 1,600 columns.', 'See Section 20.4 for columns.'],
    ['Why is it disabled?', 'Because it is unsafe.', 'It is disabled.'],
    ['哪个文件保存语言环境？', '写入 /etc/default/locale 即可。', '语言环境可以修改。'],
  ])('%s', (question, holds, lacks) => {
    const traits = traitsOf(question);
    expect(fit(traits, holds)).toBe(1);
    expect(fit(traits, lacks)).toBeLessThan(1);
  });
});

describe('units', () => {
  test('rows, terms and sentences are told apart, and none leaves its range', () => {
    const text = '## Memory\n\nbuffer_size (integer)\n\nSets the memory. The default is 8 MB.\n\nItem | Limit\nfield size | 1 GB\n';
    const units = unitsOf(passage(text));
    expect(units.map(({ kind }) => kind)).toEqual(['label', 'term', 'sentence', 'sentence', 'label', 'row']);
    expect(units[3]?.entry).toBe('buffer_size (integer)');
    expect(units[5]?.entry).toContain('Item | Limit');
    for (const unit of units) expect(text.slice(unit.start, unit.end)).toBe(unit.text);
  });
});

describe('picking', () => {
  test.each(['## Rent\nThe annual rent is £84,000.', '# Lease\n\n## Rent\nThe annual rent is £84,000.\n## End\nIt ends in 2031.', '**Rent**\nThe annual rent is £84,000.', 'Of this lease.\n### Rent\nThe annual rent is £84,000.'])('reads what stands right under a heading: %j', (text) => {
    expect(best('What is the annual rent?', text)).toBe('The annual rent is £84,000.');
  });
  test('takes the row of separated values that answers, under its column names', () => {
    const log = 'ferry,passengers,punctual_percent\nNorth Ferry,301600,91.4\nSouth Ferry,196900,94.0\n';
    expect(best('How many passengers did the South Ferry carry?', log)).toBe('South Ferry,196900,94.0');
  });
  const manual = 'buffer_size (integer)\n\nSets the memory for buffers. The default is 8 MB. It is set at start.\n\npool_size (integer)\n\nSets the pool. The default is 4 MB. See buffer_size for what it shares.\n';
  test('quotes the answering sentence with the term that it defines', () => {
    expect(best('What is the default value of buffer_size?', manual)).toMatch(/^buffer_size \(integer\)[^]*The default is 8 MB\.$/);
    expect(best('What is the default value of pool_size?', manual)).toMatch(/^pool_size \(integer\)[^]*4 MB\.$/);
  });
  test('takes a row of a table by itself', () => {
    expect(best('How many columns can a table have?', 'Item | Upper limit\nrelation size | 32 TB\ncolumns per table | 1,600\n')).toBe('columns per table | 1,600');
  });
  test('takes a command with the words that announce it', () => {
    expect(best('用什么命令改变默认编辑器？', '可以通过下列命令改变默认编辑器。\n\n$ sudo update-alternatives --config editor\n\n别的段落。\n')).toContain('update-alternatives');
  });
  test('does not quote more than the answer needs', () => {
    expect(best('What share of sailings was punctual?', 'Costs were 41 percent lower. Each crossing used 118 kWh. Over the trial, 98.2 percent of sailings were punctual.')).toBe('Over the trial, 98.2 percent of sailings were punctual.');
  });
  test('finds nothing where nobody says what was asked', () => {
    expect(best('How loud is the ferry on board, in decibels?', 'The battery ferry has completed its six-month trial, and the Harbour Board is pleased.')).toBeUndefined();
  });
  test('quotes nothing that counts something else than was asked', () => {
    expect(best('青溪大桥有多少条裂缝？', '青溪大桥有 12 条车道，每天有 3400 辆车通过大桥。')).toBeUndefined();
    expect(best('青溪大桥有多少条裂缝？', '检查发现青溪大桥有裂缝 17 条。青溪大桥有 12 条车道。')).toBe('检查发现青溪大桥有裂缝 17 条。');
  });
  test('is not led by the title of another work', () => {
    expect(best('How did running costs compare?', 'Our release, "Ferry cuts running costs by 41 percent", gave a wrong figure.')).toBeUndefined();
  });
});

describe('figures', () => {
  test('carry where they were metered and under what', () => {
    expect(figuresIn('A crossing uses 96 kWh, measured at the battery terminals with heating off.')[0]).toMatchObject({ value: 96, unit: 'kWh', basis: 'without heating, at the battery terminals' });
  });
  test('two ways to write one period are one period', () => {
    const [a, b] = ['From January to March 2025, 34 sailings were cancelled.', 'I have 57 cancelled sailings between 1 January and 31 March 2025.'].map((text) => figuresIn(text, 'How many sailings were cancelled?')[0]?.period);
    expect(a).toBe('January–March 2025');
    expect(b).toBe(a);
  });
  test.each([
    ['What is the annual rent?', 'The annual rent is £84,000.', { value: 84000, text: '£84,000', unit: '£' }],
    ['What was the annual rent?', 'We pay an annual rent of 79,500 euros.', { value: 79500, unit: '€' }],
    ['What is the annual rent for the Halden Street office?', 'Annual rent in 2025, after 3 years: £1.2 million.', { value: 1.2, text: '£1.2 million', unit: 'M£' }],
    ['What is the notice period?', 'The notice period is six months.', { value: 6, text: 'six months', unit: 'months' }],
    ['What is the notice period?', 'Notice period: 4 months.', { value: 4, unit: 'months' }],
    ['What is the annual rent?', 'The annual rent fell from £84,000 to £79,500.', null],
    ['What is the annual rent?', 'The annual rent is between £79,500 and £84,000.', null],
    ['What is the capacity of the battery?', 'The capacity is twelve kilowatt hours.', { value: 12, text: 'twelve kilowatt hours', unit: 'kWh' }],
    ['What is the annual rent?', 'The deposit is £84,000.', null],
    ['What is the notice period?', 'The notice period is two to three months.', null],
    ['What is the notice period?', 'The notice period is long, since the lease runs for six years.', null],
    ['What is the default authentication method?', 'The method is md5, and it is tried for 3 minutes.', null],
    ['What is the purpose of the trial?', 'The purpose of the trial of six months is to learn.', null],
  ])('of the noun that is asked after: %s %s', (asked, text, figure) => {
    if (figure === null) expect(answeringFigure(text, asked)).toBeNull();
    else expect(answeringFigure(text, asked)).toMatchObject(figure);
  });
  test('count the noun after them, and weigh or pay in pounds', () => {
    expect(figuresIn('31 people now work in Halden Street.', 'How many work in Halden Street?')[0]?.unit).toBe('people');
    expect(figuresIn('34 winter sailings were cancelled.', 'How many winter sailings were cancelled?')[0]?.unit).toBe('sailings');
    expect(figuresIn('The anchor weighs 12 pounds.')[0]?.unit).toBe('lb');
    expect(figuresIn('The berth costs 12 pounds.')[0]?.unit).toBe('£');
  });
  test('of another kind than asked for answer nothing', () => {
    expect(answeringFigure('The crossing takes 20 minutes.', 'How much energy does a crossing use?')).toBeNull();
    expect(answeringFigure('The release “Costs fall by 41 percent” was wrong.', 'What share of costs was it?')).toBeNull();
  });
});

describe('the noun that is asked after', () => {
  const asked = 'What is the annual rent for the Halden Street office?';
  const says = (text: string, around = '', claim = asked): boolean => saysWhole({ text, around, score: 0.9, onSubject: 1 }, claim);
  test('is named by who answers, in the words, the entry or a heading', () => {
    expect(says('31 people now work in Halden Street.')).toBe(false);
    expect(says('For the Halden Street office we pay a rent of £84,000.')).toBe(true);
    expect(says('Halden Street office: £84,000.', 'Rents in 2025')).toBe(true);
  });
  test('need not be named where it is said in other words', () => {
    expect(says('The trial is to show what a crossing costs.', '', 'What is the purpose of the trial?')).toBe(true);
    expect(says('The default is 8 MB.', '', 'What is the default value of buffer_size?')).toBe(true);
  });
});

test('inflected words meet', () => {
  expect([stemOf('vacuumed'), stemOf('vacuuming'), stemOf('strictest'), stemOf('controlled')]).toEqual(['vacuum', 'vacuum', 'strict', 'control'].map(stemOf));
});

test('one end of a range is no figure to be set against others', () => {
  const asked = 'How much energy does a crossing use?';
  for (const text of ['It took between 112 and 126 kWh.', 'It took 112 to 126 kWh.', 'It took 112–126 kWh.']) expect(answeringFigure(text, asked)).toBeNull();
  expect(answeringFigure('From 1 October to 31 March it took 118 kWh.', asked)).toMatchObject({ value: 118 });
});

describe('a figure of something else', () => {
  const held = (question: string, text: string, headings: string[] = []): number => pickQuotations(askOf(question, question), passage(text, headings))[0]?.onSubject ?? 0;
  const [half, most] = [0.5, 0.66];

  test('is no answer, though its sentence has the measure and stands under a like heading', () => {
    expect(held('How many bytes long can an identifier be at most?', 'PageHeaderData is 24 bytes long.')).toBeLessThan(half);
    expect(held('How many bytes long can an identifier be at most?', 'An identifier is 63 bytes long at most.')).toBeGreaterThanOrEqual(most);
  });
  test('is told from the one of the asked parameter by the name', () => {
    const text = 'wal_sender_timeout (integer)\n\nEnds connections that are inactive for longer. The default value is 60 seconds.\n';
    expect(held('After how many seconds does wal_sender_timeout end a connection by default?', text)).toBeGreaterThanOrEqual(most);
    expect(held('After how many seconds does wal_receiver_timeout end a connection by default?', text)).toBeLessThan(half);
  });
  test('in Chinese', () => {
    expect(held('软件包名的长度应控制在多少字符以内？', '把软件包名的长度控制在 30 字符以内。')).toBeGreaterThanOrEqual(most);
    expect(held('软件包名的长度应控制在多少字符以内？', '描述的长度不应超过 60 个字符，以内为宜。')).toBeLessThan(half);
  });
  test('is not read out of a name, and a Chinese number counts the noun right after it', () => {
    expect(figuresIn('The system uses no more than NAMEDATALEN-1 bytes of an identifier.')).toEqual([]);
    expect(figuresIn('软件包名控制在 30 字符以内是明智之举。', '软件包名的长度应控制在多少字符以内？')).toMatchObject([{ value: 30, unit: '字符以内' }]);
    expect(figuresIn('老旧的 32 位系统上最大的文件更小。', '文件系统上一个文件最大有多大？')).toEqual([]);
  });
  test('that only bounds another is not taken before it, unless a limit is asked for', () => {
    const sentence = 'It is not less than 64 kB nor more than the size of one WAL segment, typically 16 MB.';
    expect(answeringFigure(sentence, 'How large is a WAL segment by default?')).toMatchObject({ text: '16', unit: 'MB' });
    expect(answeringFigure(sentence, 'How large is it at least?')).toMatchObject({ text: '64' });
    expect(answeringFigure('It has not less than 64 kB.', 'How large is it?')).toMatchObject({ text: '64' });
  });
  test('a size is given in no unit of time', () => {
    expect(answeringFigure('A checkpoint is begun after 5 minutes.', 'How large is a segment by default?')).toBeNull();
    expect(answeringFigure('A segment has 16 MB.', 'How large is a segment by default?')).toMatchObject({ value: 16, unit: 'MB' });
  });
});
