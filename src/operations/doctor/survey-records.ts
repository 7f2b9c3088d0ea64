import type { Vocabulary } from '../../payment-service/index.ts';
import {
  isJsonObject,
  plainName,
  readPath,
  recordAddress,
  recordBareId,
  recordOrderIds,
  recordReferences,
  type ServiceRecord,
} from '../../payment-service/index.ts';
import { listKindsSaid, type PaymentReading, readPayment, type Vote } from '../../payments/index.ts';

export type Listing = 'transactions' | 'links' | 'payouts';

/** How often we met one shape or word. */
interface Met {
  rows: number;
}

export interface Shape extends Met {
  /** Its field names; nested ones with their container, `payment.status`. */
  fields: string[];
  /** How Paylink reads its rows. Empty for payouts, which it only displays. */
  readAs: Map<string, number>;
}

export interface Word extends Met {
  about: 'state' | 'kind' | 'currency';
  field: string;
  /** Null: does not look like a word, so it is never shown. */
  word: string | null;
  /** In Paylink's words. */
  readAs: string;
  isKnown: boolean;
}

export interface Survey {
  rows: number;
  shapes: Map<string, Shape>;
  words: Map<string, Word>;
  /** Rows not counted because there were too many different shapes or words. */
  uncounted: number;
}

/** A service that uses values as field names would produce endless shapes. */
const MOST_SHAPES = 200;
const MOST_WORDS = 500;
const MOST_FIELDS = 60;
const DEPTH = 2;

export const createSurvey = (
  listing: Listing,
  words: Vocabulary,
): { survey: Survey; take: (record: ServiceRecord) => void } => {
  const survey: Survey = { rows: 0, shapes: new Map(), words: new Map(), uncounted: 0 };

  const takeWord = (found: Omit<Word, 'rows'>): void => {
    const key = JSON.stringify([found.about, found.field, found.word, found.readAs]);
    const known = survey.words.get(key);
    if (known) known.rows += 1;
    else if (survey.words.size < MOST_WORDS) survey.words.set(key, { ...found, rows: 1 });
    else survey.uncounted += 1;
  };

  const takeShape = (fields: string[], readAs: string | null): void => {
    const key = JSON.stringify(fields);
    const known = survey.shapes.get(key);
    if (!known && survey.shapes.size >= MOST_SHAPES) {
      survey.uncounted += 1;
      return;
    }
    const shape = known ?? { rows: 0, fields, readAs: new Map() };
    shape.rows += 1;
    if (readAs !== null) shape.readAs.set(readAs, (shape.readAs.get(readAs) ?? 0) + 1);
    survey.shapes.set(key, shape);
  };

  return {
    survey,
    take: (record) => {
      survey.rows += 1;
      const fields = listFieldNames(record.fields);
      if (listing === 'payouts') {
        takeShape(fields, null);
        return;
      }
      const of = listing === 'links' ? 'link' : 'transaction';
      const reading = readPayment(record, of, words);
      const { state, amounts } = reading;
      takeShape(fields, `${describeRow(reading, of)}${isAnybodys(record, of) ? ', cannot tell whose' : ''}`);
      for (const said of state.said)
        takeWord({
          about: 'state',
          field: maskName(said.field),
          word: maskWord(said.word, record, said.field),
          readAs: describeState(said),
          isKnown: said.stance !== 'unread',
        });
      if (of === 'transaction')
        for (const { field, word, kind } of listKindsSaid(record, words))
          takeWord({
            about: 'kind',
            field: maskName(field),
            word: maskWord(word, record, field),
            readAs:
              kind === null ? 'not known' : kind === 'method' ? 'a way to pay, which decides nothing' : kind,
            isKnown: kind !== null,
          });
      if (amounts.currency !== null)
        takeWord({
          about: 'currency',
          field: 'currency',
          word: maskWord(amounts.currency, record, 'currency'),
          readAs: amounts.isOtherCurrency ? 'another currency: never paid' : 'dirhams',
          isKnown: true,
        });
    },
  };
};

/** How Paylink would read a row if it were the only one of its link. */
function describeRow({ kind: { kind }, state, amounts }: PaymentReading, of: 'link' | 'transaction'): string {
  const { meaning } = state;
  const { received, asked, isOtherCurrency } = amounts;
  if (meaning === 'unclear') return 'cannot tell what it is';
  if (kind !== 'payment') return kind === 'other' ? 'not a payment' : kind;
  switch (meaning) {
    case 'paid':
      if (isOtherCurrency) return 'paid in another currency';
      return typeof (received ?? (of === 'link' ? asked : null)) === 'number'
        ? 'paid'
        : 'paid, cannot tell how much';
    case 'partly':
      return 'partly paid';
    case 'refunded':
      return 'refunded';
    case 'failed':
      return 'declined';
    case 'cancelled':
    case 'expired':
    case 'waiting':
      return meaning;
    case null:
      return 'says nothing of a payment';
  }
}

function describeState({ stance, says }: Vote): string {
  switch (stance) {
    case 'came':
      return 'paid';
    case 'asks':
      return 'paid, where another field says so too';
    case 'partly':
      return 'partly paid';
    case 'back':
      return 'refunded';
    case 'denied':
      return says === 'waiting' || says === 'life' || says === 'hold' ? 'waiting' : 'declined';
    case 'ended':
      return says === 'expired' ? 'expired' : 'cancelled';
    case 'silent':
      return 'says nothing of this payment';
    case 'unread':
      return 'not known';
  }
}

const isAnybodys = (record: ServiceRecord, of: 'link' | 'transaction'): boolean =>
  recordOrderIds(record).length === 0 &&
  recordReferences(record).length === 0 &&
  recordAddress(record) === null &&
  (of === 'transaction' || recordBareId(record) === null);

function listFieldNames(fields: Record<string, unknown>): string[] {
  const names = new Set<string>();
  const walk = (object: Record<string, unknown>, before: string, depth: number): void => {
    for (const [key, value] of Object.entries(object)) {
      if (names.size >= MOST_FIELDS) return;
      const name = `${before}${maskName(key)}`;
      if (isJsonObject(value) && depth < DEPTH) walk(value, `${name}.`, depth + 1);
      else names.add(Array.isArray(value) ? `${name}[]` : name);
    }
  };
  walk(fields, '', 0);
  return [...names].sort();
}

/** A name with many digits or unusual letters may be a customer's data: some objects use values as keys. */
const maskName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_ -]{0,39}$/.test(name) && !/\d{3}/.test(name) ? name : '(masked)';

/**
 * Shows a value only if it looks like one of the service's own words: short, made of letters, and not repeated in
 * another field of its record as a name would be. `isPaid: true` is a flag.
 */
function maskWord(word: string, { fields }: ServiceRecord, field: string): string | null {
  const isFlag = /^[A-Za-z_-]{1,40}: (true|false)$/.test(word);
  if (isFlag) return word;
  if (/^\d{1,3}$/.test(word)) return word;
  if (!/^[A-Za-z][A-Za-z0-9_ /-]{0,39}$/.test(word) || /\d{4}/.test(word) || word.split(' ').length > 4)
    return null;
  const plain = plainName(word);
  return holdsElsewhere(fields, plain, plainName(field), 0) ? null : word;
}

/** A name whose values are the service's own words. */
const holdsWords = (name: string): boolean => {
  const { sort, isCode } = readPath([name]);
  return isCode || sort === 'state' || sort === 'kind' || sort === 'currency';
};

function holdsElsewhere(
  fields: Record<string, unknown>,
  plain: string,
  field: string,
  depth: number,
): boolean {
  return Object.entries(fields).some(([key, value]) => {
    const name = plainName(key);
    if (isJsonObject(value)) return depth < 4 && holdsElsewhere(value, plain, field, depth + 1);
    if (name === field || holdsWords(key)) return false;
    // A short word may appear in longer text by chance.
    return typeof value === 'string' && plain.length > 3 && plainName(value.slice(0, 400)).includes(plain);
  });
}
