import { expect, test } from 'vitest';
import { type Fields, judge, link, row } from './found-records.ts';
import * as words from './names-and-words.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** As services write names and words. */
const SPELLINGS: ((parts: readonly string[]) => string)[] = [
  (parts) => parts.join('_'),
  (parts) => parts.join('_').toUpperCase(),
  (parts) => parts.join(' '),
  (parts) => parts.map(capital).join(' '),
  (parts) => parts.join('-'),
  (parts) => parts.map(capital).join(''),
  (parts) => parts.map((part, at) => (at === 0 ? part : capital(part))).join(''),
];
const spell = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    text.startsWith('_') ? [text] : [...new Set(SPELLINGS.map((write) => write(text.split(' '))))],
  );
/** As a word, and in an object. */
const say = (texts: readonly string[]): unknown[] => [
  ...spell(texts),
  ...['code', 'name', 'value'].map((name) => ({ [name]: texts[0] })),
];
const each = (subjects: readonly string[], name: string): string[] =>
  subjects.flatMap((subject) => [`${subject} ${name}`, `${subject}.${name}`]);

const NOT_PAID = 'refunded disputed cancelled declined unclear waiting silent';
const { SAYS, KIND_SAYS, CURRENCY_SAYS, FLAGS } = words;
const ANY_WORD = spell([
  ...Object.entries(SAYS).flatMap(([sense, of]) => (sense === 'back' ? [] : of)),
  'three of four',
]);
const TAKES_BACK = spell(['refunded', 'chargeback', 'reversed', 'voided']);
const OTHERS = words.OTHER_SUBJECTS;

const AMOUNT = { amount: 250 };
const PAID = { status: 'paid', amount: 250 };
const WRITTEN = [
  ...[250, '250.00', 'AED 250.00', '250.00 AED'],
  ...[{ value: 250, currency: 'AED' }, { amount: '250.00' }, { value: '250.00', currencyCode: 'aed' }],
];

/** Names, what they say, what else the record has, and what may come out. */
const CASES: [title: string, names: readonly string[], says: readonly unknown[], Fields, outcomes: string][] =
  [
    ['a state that affirms', words.STATES, say(SAYS.affirms), AMOUNT, 'paid'],
    ['a state that asks', words.STATES, say(SAYS.asks), AMOUNT, 'unclear'],
    ['a state that fails', words.STATES, say(SAYS.fails), AMOUNT, NOT_PAID],
    ['a state that waits', words.STATES, say(SAYS.waits), AMOUNT, NOT_PAID],
    ['a state that holds', words.STATES, say(SAYS.holds), AMOUNT, NOT_PAID],
    ['a state that takes back', words.STATES, say(SAYS.back), AMOUNT, NOT_PAID],
    ['a state that nobody understands', words.STATES, say(SAYS.nobody), AMOUNT, 'unclear'],
    ['a state of nobody that says nothing', words.STATES_OF_NOBODY, [...SAYS.silent, null], PAID, 'paid'],
    ['a state of nobody that nobody understands', words.STATES_OF_NOBODY, say(SAYS.nobody), PAID, 'unclear'],
    ['a state of nobody that fails', words.STATES_OF_NOBODY, say(SAYS.fails), PAID, NOT_PAID],
    ['a flag', FLAGS.affirms, words.YES, AMOUNT, 'paid'],
    ['a flag that says no', FLAGS.affirms, words.NO, PAID, NOT_PAID],
    ['a flag that nobody understands', FLAGS.affirms, ['perhaps', 'zork', 'K'], PAID, 'unclear'],
    ['a flag that takes back', FLAGS.back, words.YES, PAID, NOT_PAID],
    ['a flag that takes nothing back', FLAGS.back, [...words.NO, null, ''], PAID, 'paid'],
    ['a kind of payment', words.KINDS, say(KIND_SAYS.payment), PAID, 'paid'],
    ['a kind of hold', words.KINDS, say(KIND_SAYS.hold), PAID, 'unclear waiting'],
    ['a kind that is no payment', words.KINDS, say(KIND_SAYS.check), PAID, 'unclear waiting silent'],
    ['a kind that takes back', words.KINDS, say(KIND_SAYS.back), PAID, NOT_PAID],
    ['a kind that nobody understands', words.KINDS, say(KIND_SAYS.nobody), PAID, 'unclear'],
    ['our currency', words.CURRENCIES, CURRENCY_SAYS.ours, PAID, 'paid'],
    ['another currency', words.CURRENCIES, CURRENCY_SAYS.other, PAID, 'mismatch unclear'],
    ['a currency of nobody', words.CURRENCIES, CURRENCY_SAYS.nobody, PAID, 'unclear'],
    ['an amount', words.AMOUNTS, WRITTEN, { status: 'paid' }, 'paid'],
    ['a smaller amount', words.AMOUNTS, [100], { status: 'paid' }, 'partly'],
    ['no amount', words.AMOUNTS, ['about 250', { value: '1.2.3' }], { status: 'paid' }, 'unclear'],
    ['an amount that went back', words.AMOUNTS_BACK, WRITTEN, PAID, 'refunded disputed'],
    ['no amount that went back', words.AMOUNTS_BACK, [0, '0.00', null], PAID, 'paid'],
    [
      'an amount of nobody',
      ['zork amount', 'remaining amount', 'quux amount'],
      [100],
      PAID,
      'unclear partly',
    ],
    ['a state of something else', each(OTHERS, 'status'), ANY_WORD, PAID, 'paid'],
    ['a result of something else', each(OTHERS, 'result'), ANY_WORD, PAID, 'paid'],
    ['an amount of something else', each(OTHERS, 'amount'), [243.44], PAID, 'paid'],
    ['a currency of something else', each(OTHERS, 'currency'), ['USD'], PAID, 'paid'],
    ['a kind of something else', each(OTHERS, 'type'), ['ZORK'], PAID, 'paid'],
    ['the life of something else', each(words.LIVES, 'status'), spell(words.LIFE), PAID, 'paid'],
    [
      'something else that takes back',
      each([...OTHERS, ...words.LIVES], 'status'),
      TAKES_BACK,
      PAID,
      NOT_PAID,
    ],
    ['a name that never votes', words.MUTE_NAMES, [...ANY_WORD, ...TAKES_BACK, 243.75, '07'], PAID, 'paid'],
    ['an amount that never votes', words.MUTE_AMOUNTS, [243.75], PAID, 'paid'],
    ['a flag that never votes', words.MUTE_FLAGS, [false, 'N'], PAID, 'paid'],
    ['a denial anywhere', [...words.ANY_NAMES, ...words.GATEWAY_NAMES], spell(SAYS.fails), PAID, NOT_PAID],
    ['an unknown word', words.UNKNOWN_NAMES, spell(['kzx', 'snarfed', 'paid zork']), PAID, 'unclear'],
    ['an unknown sentence', words.GATEWAY_NAMES, spell(['kzx', 'to be settled soon']), PAID, 'unclear'],
    ['a time against it', words.TIMES_AGAINST, ['2026-11-21 10:00:00'], PAID, NOT_PAID],
    ['a flag of tests', words.TEST_FLAGS, words.YES, PAID, 'unclear'],
    ['a container', words.CONTAINERS, [PAID, [PAID]], {}, 'paid'],
  ];

/** Every name with the first values, and every value under the first name. */
const pairs = (names: readonly string[], says: readonly unknown[]): [string, unknown][] => [
  ...spell(names).flatMap((name) => says.slice(0, 2).map((value): [string, unknown] => [name, value])),
  ...says.map((value): [string, unknown] => [names[0] ?? '', value]),
];
const put = (name: string, value: unknown): Fields => {
  const [first = '', inner] = name.split('.');
  return { [first]: inner === undefined ? value : { [inner]: value } };
};

test.each(CASES)('%s is read in any spelling', (_, names, says, beside, outcomes) => {
  const read = pairs(names, says).map(([name, value]) => {
    const fields = { ...beside, ...put(name, value) };
    return { ...fields, is: judge([row(fields)]).outcome };
  });
  expect(read.filter(({ is }) => !outcomes.split(' ').includes(is))).toEqual([]);
});

test.each<[string, readonly string[], readonly unknown[], Fields]>([
  ['a state of its payment', words.STATES_OF_PAYMENT, say(SAYS.affirms), AMOUNT],
  ['its amount', words.AMOUNTS_OF_LINK, WRITTEN, { paymentStatus: 'paid' }],
  ['a flag', FLAGS.affirms.filter((name) => !name.includes('success')), words.YES, AMOUNT],
])('%s says that a link is paid, in any spelling', (_, names, says, beside) => {
  for (const [name, value] of pairs(names, says)) {
    const fields = { ...beside, ...put(name, value) };
    expect(judge([link(fields)]).outcome, JSON.stringify(fields)).toBe('paid');
  }
});
