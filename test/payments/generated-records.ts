import fc from 'fast-check';
import type { FoundRecord } from '../../src/payments/index.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import type { MeantRecord, Says } from './oracle.ts';
import * as words from './oracle-words.ts';

/** One case: what its records mean, and how a service writes them. */
export interface GeneratedCase {
  meant: readonly MeantRecord[];
  found: FoundRecord[];
  /** Repeats the spelling, and what is added or moved afterwards. */
  spelling: number;
}

/** Chooses spellings. Only meanings shrink; a number is enough to repeat a spelling. */
type Pick = <Of>(of: readonly Of[]) => Of;

const createPick = (seed: number): Pick => {
  let state = seed >>> 0;
  return (of) => {
    // Mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const chosen = of[((mixed ^ (mixed >>> 14)) >>> 0) % of.length];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const SPELLINGS: ((words: readonly string[]) => string)[] = [
  (parts) => parts.join('_'),
  (parts) => parts.join('_').toUpperCase(),
  (parts) => parts.join(' '),
  (parts) => parts.map(capital).join(' '),
  (parts) => parts.join('-'),
  (parts) => parts.map(capital).join(''),
  (parts) => parts.map((part, at) => (at === 0 ? part : capital(part))).join(''),
];
const spell = (pick: Pick, text: string): string =>
  text.startsWith('_') ? text : pick(SPELLINGS)(text.split(' '));
const spellOne = (pick: Pick, texts: readonly string[]): string => spell(pick, pick(texts));

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, '');

type Of = MeantRecord['of'];

/** A leaf before it has a place. */
interface Draft {
  path: readonly string[];
  value: unknown;
}

const stateWord = (pick: Pick, sense: keyof typeof words.SAYS): unknown => {
  const word = spellOne(pick, words.SAYS[sense]);
  return pick<unknown>([word, word, word, word, { code: word }, { name: word }, { value: word }]);
};
const kindWord = (pick: Pick, sense: keyof typeof words.KIND_SAYS): unknown => {
  const word = spellOne(pick, words.KIND_SAYS[sense]);
  return pick<unknown>([word, word, word, { name: word }, { code: word }]);
};

/** The payment's state, at a name that is about the payment, or where nobody knows about what. */
const stateName = (pick: Pick, of: Of): string[] =>
  pick([0, 0, 0, 1]) === 0
    ? [spellOne(pick, of === 'link' ? words.STATES_OF_PAYMENT : words.STATES)]
    : [spellOne(pick, words.CONTAINERS.slice(0, 6)), spellOne(pick, words.STATES)];
const anyStateName = (pick: Pick, of: Of): string[] =>
  pick([0, 1]) === 0 ? stateName(pick, of) : [spellOne(pick, words.STATES_OF_NOBODY)];
/** A link that was made is a success, too. */
const flagName = (pick: Pick, sense: keyof typeof words.FLAGS, of: Of): string[] => [
  spellOne(
    pick,
    of === 'link' ? words.FLAGS[sense].filter((name) => !name.includes('success')) : words.FLAGS[sense],
  ),
];
const kindName = (pick: Pick): string[] => [spellOne(pick, words.KINDS)];

/** An amount as services write it. */
const writeAmount = (pick: Pick, fils: number): unknown => {
  const text = `${Math.floor(fils / 100)}.${String(fils % 100).padStart(2, '0')}`;
  return pick<unknown>([
    Number(text),
    text,
    `AED ${text}`,
    `${text} AED`,
    { value: Number(text), currency: 'AED' },
    { amount: text },
    { value: text, currencyCode: 'aed' },
  ]);
};

/** Leaves that say this beside a payment of `fils`. */
const WRITE: Record<Says, (pick: Pick, of: Of, fils: number | null) => Draft> = {
  affirms: (pick, of) =>
    pick([0, 0, 1]) === 0
      ? { path: stateName(pick, of), value: stateWord(pick, 'affirms') }
      : { path: flagName(pick, 'affirms', of), value: pick(words.YES) },
  asks: (pick, of) => ({ path: stateName(pick, of), value: stateWord(pick, 'asks') }),
  agrees: (pick, of, fils) => pick(fils === null ? AGREE.slice(1) : AGREE)(pick, of, fils ?? 0),
  mute: (pick, of) => pick(of === 'link' ? MUTE : [...MUTE, muteLife])(pick),
  'not-understood': (pick, of) => pick(of === 'link' ? NOT_UNDERSTOOD.slice(0, 2) : NOT_UNDERSTOOD)(pick, of),
  fails: (pick, of) =>
    pick([0, 1, 2, 3]) === 0
      ? pick(AGAINST_ANYWHERE)(pick)
      : pick([0, 1]) === 0
        ? { path: anyStateName(pick, of), value: stateWord(pick, 'fails') }
        : { path: flagName(pick, 'affirms', of), value: pick(words.NO) },
  waits: (pick, of) => ({ path: stateName(pick, of), value: stateWord(pick, 'waits') }),
  holds: (pick, of) =>
    pick([0, of === 'link' ? 0 : 1]) === 0
      ? { path: stateName(pick, of), value: stateWord(pick, 'holds') }
      : { path: kindName(pick), value: kindWord(pick, 'hold') },
  'no-payment': (pick) => ({ path: kindName(pick), value: kindWord(pick, 'check') }),
  back: (pick, of) => pick(of === 'link' ? BACK.slice(0, 3) : BACK)(pick, of),
  'back-by-amount': (pick, _, fils) => ({
    path: [spellOne(pick, words.AMOUNTS_BACK)],
    value: writeAmount(pick, fils ?? 25_000),
  }),
  'other-currency': (pick) => ({
    path: [spellOne(pick, words.CURRENCIES)],
    value: pick(words.CURRENCY_SAYS.other),
  }),
  'other-amount': (pick, _, fils) => ({
    path: [spellOne(pick, ['zork amount', 'remaining amount', 'quux amount'])],
    value: writeAmount(pick, (fils ?? 25_000) - 10_000),
  }),
};

/** The first is for a record with an amount. */
const AGREE: readonly ((pick: Pick, of: Of, fils: number) => Draft)[] = [
  (pick, of, fils) => ({
    path: [spellOne(pick, of === 'link' ? words.AMOUNTS_OF_LINK : words.AMOUNTS)],
    value: writeAmount(pick, fils),
  }),
  (pick, of) => ({ path: anyStateName(pick, of), value: stateWord(pick, 'silent') }),
  (pick, of) => ({ path: anyStateName(pick, of), value: null }),
  (pick, of) => ({
    path: kindName(pick),
    value: of === 'link' ? null : kindWord(pick, 'payment'),
  }),
  (pick) => ({ path: [spellOne(pick, words.CURRENCIES)], value: pick(words.CURRENCY_SAYS.ours) }),
  (pick, of) => ({ path: flagName(pick, 'back', of), value: pick([...words.NO, null, '']) }),
  (pick) => ({ path: [spellOne(pick, words.AMOUNTS_BACK)], value: pick<unknown>([0, '0.00', null]) }),
];

const BACK: readonly ((pick: Pick, of: Of) => Draft)[] = [
  (pick, of) => ({ path: anyStateName(pick, of), value: stateWord(pick, 'back') }),
  (pick, of) => ({ path: flagName(pick, 'back', of), value: pick(words.YES) }),
  // Even where a state does not vote.
  (pick) => {
    const of = pick([...words.OTHER_SUBJECTS, ...words.LIVES]);
    const word = spellOne(pick, ['refunded', 'chargeback', 'reversed', 'voided']);
    return pick([0, 1]) === 0
      ? { path: [spell(pick, `${of} status`)], value: word }
      : { path: [spell(pick, of), 'status'], value: word };
  },
  (pick) => ({ path: kindName(pick), value: kindWord(pick, 'back') }),
];

/** Wherever it stands. */
const AGAINST_ANYWHERE: readonly ((pick: Pick) => Draft)[] = [
  (pick) => ({ path: [spellOne(pick, words.ANY_NAMES)], value: spellOne(pick, words.SAYS.fails) }),
  (pick) => ({ path: [spellOne(pick, words.GATEWAY_NAMES)], value: spellOne(pick, words.SAYS.fails) }),
  (pick) => ({ path: [spellOne(pick, words.TIMES_AGAINST.slice(0, 3))], value: '2026-11-21 10:00:00' }),
];

const NOT_UNDERSTOOD: readonly ((pick: Pick, of: Of) => Draft)[] = [
  (pick, of) => ({ path: stateName(pick, of), value: stateWord(pick, 'nobody') }),
  (pick, of) => ({
    path: flagName(pick, pick(['affirms', 'back']), of),
    value: pick(['perhaps', 'zork', 'K']),
  }),
  (pick) => ({ path: [spellOne(pick, words.STATES_OF_NOBODY)], value: stateWord(pick, 'nobody') }),
  (pick) => ({
    path: [spellOne(pick, words.UNKNOWN_NAMES)],
    value: spellOne(pick, ['kzx', 'snarfed', 'paid zork']),
  }),
  (pick) => ({
    path: [spellOne(pick, words.GATEWAY_NAMES)],
    value: spellOne(pick, ['kzx', 'to be settled soon']),
  }),
  (pick) => ({ path: [spellOne(pick, words.TEST_FLAGS)], value: pick(words.YES) }),
  (pick) => ({ path: kindName(pick), value: kindWord(pick, 'nobody') }),
  (pick) => ({ path: [spellOne(pick, words.CURRENCIES)], value: pick(words.CURRENCY_SAYS.nobody) }),
  (pick) => ({
    path: [spellOne(pick, words.AMOUNTS)],
    value: pick<unknown>(['about 250', { value: '1.2.3' }]),
  }),
];

const ANY_WORD = [
  ...Object.entries(words.SAYS).flatMap(([sense, of]) => (sense === 'back' ? [] : of)),
  'three of four',
];
const MUTE: readonly ((pick: Pick) => Draft)[] = [
  (pick) => ({
    path: [spell(pick, `${pick(words.OTHER_SUBJECTS)} ${pick(['status', 'state', 'result'])}`)],
    value: spellOne(pick, ANY_WORD),
  }),
  (pick) => ({
    path: [spell(pick, pick(words.OTHER_SUBJECTS)), pick(['status', 'state', 'result', 'outcome'])],
    value: spellOne(pick, ANY_WORD),
  }),
  (pick) => {
    const [name, value] = pick<[string, unknown]>([
      ['amount', 243.44],
      ['currency', 'USD'],
      ['type', 'ZORK'],
    ]);
    const of = pick(words.OTHER_SUBJECTS);
    return pick([0, 1]) === 0
      ? { path: [spell(pick, of), name], value }
      : { path: [spell(pick, `${of} ${name}`)], value };
  },
  (pick) => ({
    path: [spellOne(pick, words.MUTE_NAMES)],
    value: pick<unknown>([spellOne(pick, [...ANY_WORD, ...words.SAYS.back]), 243.75, '07']),
  }),
  (pick) => ({ path: [spellOne(pick, words.MUTE_AMOUNTS)], value: 243.75 }),
  (pick) => ({ path: [spellOne(pick, words.MUTE_FLAGS)], value: pick([false, 'N']) }),
];
const muteLife = (pick: Pick): Draft => ({
  path:
    pick([0, 1]) === 0
      ? [spell(pick, `${pick(words.LIVES)} status`)]
      : [spellOne(pick, words.LIVES), 'state'],
  value: spellOne(pick, words.LIFE),
});

/** Puts a leaf into a record, perhaps into a container; false if a field of that name is there. */
function place(pick: Pick, fields: Fields, { path, value }: Draft, mayWrap = true): boolean {
  const wrap = mayWrap && path.length === 1 && pick([0, 0, 0, 0, 1]) === 1;
  const full = wrap ? [spellOne(pick, words.CONTAINERS), ...path] : path;
  let at = fields;
  for (const name of full.slice(0, -1)) {
    const known = Object.keys(at).find((key) => plain(key) === plain(name));
    const inner = known === undefined ? undefined : at[known];
    if (known === undefined) {
      const made: Fields = {};
      at[name] = pick([0, 0, 0, 1]) === 0 ? made : [made];
      at = made;
    } else if (Array.isArray(inner) && inner.length === 1) at = inner[0] as Fields;
    else if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) at = inner as Fields;
    else return false;
    // The object of a word or an amount is no container.
    if (Object.keys(at).some((key) => /^(code|name|value|iso|currencycode)$/.test(plain(key)))) return false;
  }
  const last = full.at(-1) ?? '';
  // A transaction's names mean the same at every level, so that two of them are one.
  if (Object.keys(at).some((key) => plain(key) === plain(last))) return false;
  at[last] = value;
  return true;
}

interface Sketch {
  of: Of;
  says: readonly Says[];
  fils: number | null;
  isRefund: boolean;
}

const writeRecord = (pick: Pick, sketch: Sketch, no: number): { meant: MeantRecord; found: FoundRecord } => {
  const { of, fils, isRefund } = sketch;
  const fields: Fields = { [spell(pick, 'order id')]: '100234' };
  if (of === 'transaction') fields[spell(pick, 'transaction id')] = `T${no}`;
  if (fils !== null) {
    const name = spellOne(pick, of === 'link' ? words.AMOUNTS_OF_LINK : words.AMOUNTS);
    place(pick, fields, { path: [name], value: writeAmount(pick, fils) });
  }
  if (isRefund) {
    place(pick, fields, { path: kindName(pick), value: spell(pick, 'refund') });
    if (pick([0, 1]) === 0) fields[spell(pick, 'original transaction id')] = `T${no - 1}`;
  }
  const says = sketch.says.filter((one) =>
    [1, 2, 3].some(() => place(pick, fields, WRITE[one](pick, of, fils))),
  );
  return { meant: { ...sketch, says }, found: { kind: of, via: 'listing', record: { fields } } };
};

/** A word that is repeated is chosen more often. */
const among = <Of extends string>(text: string): fc.Arbitrary<Of> =>
  fc.constantFrom(...(text.split(' ') as Of[]));

const EXTRAS = among<Says>(
  `mute mute mute mute agrees agrees agrees affirms not-understood not-understood fails waits holds
  no-payment back back-by-amount other-currency other-amount`.replaceAll(/\s+/g, ' '),
);
const QUIET = among<Says>('mute mute agrees');

/** One record with anything in it. */
const one = fc
  .record({
    of: among<Of>('transaction transaction transaction transaction link'),
    base: among<Says>('affirms affirms affirms affirms affirms asks fails waits holds mute'),
    quiet: fc.array(QUIET, { maxLength: 4 }),
    extras: fc.array(EXTRAS, { maxLength: 2 }),
    fils: fc.constantFrom(25_000, 25_000, 25_000, 25_000, 25_000, 12_500, 100_000, null),
  })
  .map(({ of, base, quiet, extras, fils }): Sketch[] => [
    { of, says: forRecord(of, [base, ...extras, ...quiet]), fils, isRefund: false },
  ]);

/** A plain payment of the whole sum. */
const whole = fc
  .record({
    of: among<Of>('transaction transaction transaction link'),
    quiet: fc.array(QUIET, { maxLength: 6 }),
  })
  .map(({ of, quiet }): Sketch[] => [{ of, says: ['affirms', ...quiet], fils: 25_000, isRefund: false }]);

/** Kinds, currencies and sums other than the payment's make sense in a transaction. */
const forRecord = (of: Of, says: readonly Says[]): Says[] =>
  says.filter((one) => of === 'transaction' || !/no-payment|other-amount/.test(one));

const row = (says: readonly Says[], fils: number): Sketch => ({
  of: 'transaction',
  says,
  fils,
  isRefund: false,
});
/** Several records: attempts, parts, refunds, and the link's own. */
const several = fc
  .array(
    fc.record({
      is: among('sale sale sale half half declined waiting hold refund part-back link paid-link unsure'),
      quiet: fc.array(QUIET, { maxLength: 2 }),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .map((parts) =>
    parts.map(({ is, quiet }, at): Sketch => {
      const isAfterSale = /sale|half/.test(parts[at - 1]?.is ?? '');
      switch (is) {
        case 'sale':
          return row(['affirms', ...quiet], 25_000);
        case 'half':
          return row(['affirms', ...quiet], 12_500);
        case 'declined':
          return row(['fails', ...quiet], 25_000);
        case 'waiting':
          return row(['waits', ...quiet], 25_000);
        case 'hold':
          return row(['holds', ...quiet], 25_000);
        case 'unsure':
          return row(['affirms', 'not-understood', ...quiet], 25_000);
        case 'link':
          return { of: 'link', says: ['mute'], fils: 25_000, isRefund: false };
        case 'paid-link':
          return { of: 'link', says: ['affirms'], fils: 25_000, isRefund: false };
        default:
          return isAfterSale
            ? { of: 'transaction', says: ['affirms'], fils: is === 'refund' ? 25_000 : 5_000, isRefund: true }
            : row(['fails'], 25_000);
      }
    }),
  );

export const generatedCase: fc.Arbitrary<GeneratedCase> = fc
  .record({ sketches: fc.oneof(whole, one, one, several), spelling: fc.nat() })
  .map(({ sketches, spelling }) => {
    const pick = createPick(spelling);
    const records = sketches.map((sketch, no) => writeRecord(pick, sketch, no + 1));
    return { meant: records.map(({ meant }) => meant), found: records.map(({ found }) => found), spelling };
  });

/** The records with one more leaf in one of them; null where its name is taken. */
export const addLeaf = (
  { found, meant, spelling }: GeneratedCase,
  says: 'mute' | 'not-understood',
  at = spelling % found.length,
): FoundRecord[] | null => {
  const pick = createPick(spelling + 1);
  const target = found[at];
  const of = meant[at]?.of;
  if (!target || !of) return null;
  const fields = structuredClone(target.record.fields);
  const leaf = says === 'mute' ? pick(MUTE)(pick) : WRITE[says](pick, of, 25_000);
  if (!place(pick, fields, leaf)) return null;
  return found.map((record, no) => (no === at ? { ...target, record: { fields } } : record));
};

/** The same records with their keys in another order, at every level. */
export const turnKeys = ({ found, spelling }: GeneratedCase): FoundRecord[] => {
  const pick = createPick(spelling + 2);
  return found.map((one) => ({ ...one, record: { fields: turn(one.record.fields, pick) as Fields } }));
};

function turn(value: unknown, pick: Pick): unknown {
  if (Array.isArray(value)) return value.map((one) => turn(one, pick));
  if (typeof value !== 'object' || value === null) return value;
  const left = Object.entries(value);
  const turned: [string, unknown][] = [];
  while (left.length > 0) {
    const [entry] = left.splice(pick([...left.keys()]), 1);
    if (entry) turned.push([entry[0], turn(entry[1], pick)]);
  }
  return Object.fromEntries(turned);
}
