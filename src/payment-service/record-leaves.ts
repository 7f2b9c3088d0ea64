import { findRecordAddress } from './find-address.ts';
import {
  type Around,
  buildLeaf,
  enter,
  enterList,
  type Leaf,
  type NamesSay,
  OUTSIDE,
  readFlag,
  saidBy,
  VOTING,
} from './leaf.ts';
import { isJsonObject, type JsonObject } from './read-field.ts';
import type { ServiceRecord } from './record-fields.ts';
import type { Sort } from './record-names.ts';
import { LONGEST_WORD, readObjection, standsForAny, TABLE, TOO_DEEP, withhold } from './record-words.ts';

/** Deeper values may say anything, so they are one word that nobody understands. */
const DEEPEST = 12;
const TYING: ReadonlySet<Sort> = new Set([
  'order-id',
  'link-id',
  'reference',
  'own-id',
  'original-id',
  'payout-id',
  'bank-reference',
  'time',
]);

const walkAll = (fields: JsonObject): readonly Leaf[] => {
  const leaves: Leaf[] = [];
  walk(fields, OUTSIDE, (leaf) => {
    leaves.push(leaf);
    return undefined;
  });
  return leaves;
};

/** A record is read for its kind, its state, its amounts and its ties, one after the other. */
const rememberLast = <Value>(read: (fields: JsonObject) => Value): ((fields: JsonObject) => Value) => {
  let last: { fields: JsonObject; value: Value } | null = null;
  return (fields) => {
    if (last?.fields !== fields) last = { fields, value: read(fields) };
    return last.value;
  };
};

const leavesOf = rememberLast(walkAll);

/** The one walk: every value of a record, at any depth, in lists too. Empty values are left out. */
export const readLeaves = ({ fields }: Pick<ServiceRecord, 'fields'>): readonly Leaf[] => leavesOf(fields);

/** What a value at this path is by its names alone. */
export const readPath = (path: readonly string[]): NamesSay => {
  const around = path.slice(0, -1).reduce((outer, name) => enter(name, outer), OUTSIDE);
  return saidBy(path.at(-1) ?? '', around);
};

/**
 * The record with only what decides whose it is, what it says, and when: states, flags, kinds, currencies and amounts of the
 * payment, ids, references, times, and the payment page's address. No customer's data. It is judged like the whole record.
 * `readSentBack`: whether a leaf is the customer's data that we sent, or has some in it.
 */
export const reduceRecord = (
  record: ServiceRecord,
  readSentBack: (leaf: Leaf) => 'same' | 'within' | null = () => null,
): ServiceRecord => {
  const keep = (leaf: Leaf): Leaf['value'] | undefined => {
    const value = keptValue(leaf);
    const sent = value === undefined ? null : readSentBack(leaf);
    return sent === null ? value : sent === 'same' ? undefined : withhold(leaf.value);
  };
  const kept = walk(record.fields, OUTSIDE, keep) ?? {};
  const address = findRecordAddress(record.fields);
  return {
    fields: { ...kept, ...(address === null ? {} : { paymentUrl: address }) },
    ...(record.isCut ? { isCut: true } : {}),
  };
};

/** Longer text is free text; an e-mail address or a phone number is a customer's. */
const LONGEST_KEPT = 100;
const PERSONAL = /[^\s@]@[^\s@]+\.[^\s@]|^\s*(\+|00)\d[\d\s()-]{7,}$/;

function keptValue(leaf: Leaf): Leaf['value'] | undefined {
  const { sort, subject, value, votes } = leaf;
  const isWithheld = typeof value === 'string' && (value.length > LONGEST_KEPT || PERSONAL.test(value));
  const mayVote = votes || subject === 'order' || subject === 'link' || sort === 'state' || leaf.isOfPast;
  const isHeard = (VOTING.has(sort) && mayVote) || leaf.flag !== null || speaksAside(leaf);
  if (isHeard) return isWithheld ? withhold(value) : value;
  return TYING.has(sort) && !isWithheld ? value : undefined;
}

const speaksAside = (leaf: Leaf): boolean =>
  leaf.heard !== null &&
  typeof leaf.value === 'string' &&
  (readObjection(leaf.value.trim()) !== null || isUnknownWord(leaf));

/** No id, number, code or time. */
const IS_WORD = /^\p{L}[\p{L}\s_.'-]+$/u;

/** Whether a value that gets no vote from its name is one that nobody knows: what a gateway writes, or a word under an unknown name. */
export const isUnknownWord = ({ heard, value }: Pick<Leaf, 'heard' | 'value'>): boolean => {
  if (typeof value !== 'string') return false;
  const word = value.trim();
  if (standsForAny(word)) return heard === 'gateway' || heard === 'unknown';
  if (heard === 'gateway') return /\p{L}/u.test(word) && TABLE.state(word) === null;
  return (
    heard === 'unknown' &&
    word.length <= LONGEST_WORD &&
    IS_WORD.test(word) &&
    readFlag(word) === null &&
    TABLE.state(word) === null &&
    TABLE.kind(word) === null &&
    TABLE.currency(word) === null
  );
};

/** Gets each leaf; what it returns stands in the copy. */
type Visit = (leaf: Leaf) => Leaf['value'] | undefined;

/** Visits every value, and returns a copy with what `visit` keeps; null: nothing. */
function walk(fields: JsonObject, around: Around, visit: Visit): JsonObject | null {
  const kept: [string, unknown][] = [];
  for (const key of Object.keys(fields)) {
    const one = walkValue(key, fields[key], around, visit);
    if (one !== undefined) kept.push([key, one]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function walkValue(key: string, value: unknown, around: Around, visit: Visit): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') {
    if (typeof value === 'string' && value.trim() === '') return undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined;
    return visit(buildLeaf(key, value, around)) ?? undefined;
  }
  if (around.path.length >= DEEPEST) {
    const says = { ...saidBy('state', around), subject: 'own', votes: true } as const;
    return visit({ ...says, value: TOO_DEEP }) === undefined ? undefined : { state: TOO_DEEP };
  }
  if (Array.isArray(value)) {
    const within = enterList(around);
    const kept = value.flatMap((item) => walkValue(key, item, within, visit) ?? []);
    return kept.length === 0 ? undefined : kept;
  }
  return isJsonObject(value) ? (walk(value, enter(key, around), visit) ?? undefined) : undefined;
}
