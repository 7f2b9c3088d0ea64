import {
  buildVocabulary,
  idKey,
  isJsonObject,
  type JsonObject,
  readFlag,
  readLeaves,
  recordOrderId,
  reduceRecord,
  type Sort,
} from '../payment-service/index.ts';
import { GIVES_BACK, readRowKind } from './read-kind.ts';
import { parseInstant } from './read-times.ts';
import type { FoundRecord } from './record-owner.ts';
import type { ReadSentBack } from './sent-back.ts';
import { readTransactionKey } from './transaction-id.ts';

/** A record that concerned a link, as last read: only what votes, what ties and times, so no customer's data. */
export interface KeptRecord extends FoundRecord {
  /**
   * The reading of a listing that showed it beside the other rows of the same number: only they are added up. Null: no listing
   * showed it.
   */
  togetherAt: number | null;
  /** In milliseconds since the epoch. */
  firstSeenAt: number;
  lastSeenAt: number;
}

/** What to write, and what others replaced. */
export interface KeptChange {
  put: readonly KeptRecord[];
  gone: readonly KeptRecord[];
  /** Of `put`: what no reading has shown before as it is now. */
  news: readonly KeptRecord[];
}

interface ReadRecords {
  found: readonly FoundRecord[];
  /** Everything that could hold a record of the link was read. */
  isComplete: boolean;
  /** The transactions listing was read to its end. */
  areTransactionsRead: boolean;
}

/** More than a link has payments, refunds and attempts. */
const MOST_RECORDS = 50;
/** In characters of JSON. A record that is longer without what does not matter is cut, and then nobody can tell what it says. */
const LONGEST_RECORD = 8_000;
/** How exactly it is known when a record that stays the same was last seen. */
const SEEN_AGAIN_MS = 24 * 60 * 60_000;

/**
 * Everything the service has said about a link: what is kept, and what was read now. `records` are what to judge.
 * `change`: null if the reading says nothing new.
 *
 * | a kept record | after a reading that shows the link |
 * |---|---|
 * | with an id of its own, which the reading shows | as read now |
 * | with an id of its own, which the reading lacks | stays |
 * | one of several with the same id (a payment in parts, its refunds) | the same part as read now; one that a complete listing lacks goes |
 * | without an id | the same one as read now; one that a complete listing or a look-up lacks goes, if that shows any of its kind |
 */
export const mergeRecords = (
  kept: readonly KeptRecord[],
  { found, isComplete, areTransactionsRead }: ReadRecords,
  { now, readSentBack }: { now: number; readSentBack?: ReadSentBack },
): {
  records: KeptRecord[];
  change: KeptChange | null;
  /** Rows that no listing showed together: one that is read from the link's making to now tells which are one. */
  areApart: boolean;
} => {
  // A listing may show a row on two pages.
  const distinct = new Map(
    found.map((one) => reduceFound(one, readSentBack)).map((one) => [keyOf(one), one]),
  );
  // So it is with most links of a sweep: a third of the work.
  const isSame = distinct.size === kept.length && kept.every((one) => distinct.has(keyOf(one)));
  const wereApart = isSame && areApart(kept);
  if (isSame && !(wereApart && isComplete && areTransactionsRead)) {
    const records = inSeenOrder(kept.map((one) => ({ ...one, lastSeenAt: now })));
    return { records, change: findChange(kept, records), areApart: wereApart };
  }
  const before = kept.map((record) => ({ record, ...identify(record) }));
  const read = [...distinct.values()].map((record) => ({ record, ...identify(record) }));
  const several = new Set([...listRepeated(before), ...listRepeated(read)]);

  const isVersionOf = (one: Identified<KeptRecord>, other: Identified) =>
    one.slot === other.slot && (one.identity === other.identity || (one.isAlone && !several.has(one.slot)));
  const isLackedBy = (one: Identified<KeptRecord>) => {
    const { kind, via } = one.record;
    if (one.hasId)
      return isComplete && read.some(({ slot, record }) => slot === one.slot && record.via === 'listing');
    return (
      (isComplete || via === 'id') && read.some(({ record }) => record.kind === kind && record.via === via)
    );
  };
  const staying = before.filter((one) => !read.some((other) => isVersionOf(one, other)) && !isLackedBy(one));

  // The payments of a listing and their refunds are added up together, also when a look-up shows one of them again.
  const isOfListing = (one: Identified, versions: readonly Identified[]) =>
    versions.some(({ identity, record: { via } }) => via === 'listing' && identity === one.identity) &&
    !read.some(({ slot, record: { via } }) => via === 'listing' && slot === one.slot);
  const stampsOf = (ones: readonly Identified<KeptRecord>[]) =>
    ones.flatMap(({ record }) => record.togetherAt ?? []);
  const stampBefore = (one: Identified) => stampsOf(before.filter((other) => isVersionOf(other, one)))[0];
  // A whole listing shows which rows stand beside each other; any other, only which of its new ones do.
  const listed = read.filter(({ record }) => isListed(record));
  const [stamp, ...others] = new Set(listed.flatMap((one) => stampBefore(one) ?? []));
  const areAsBefore = others.length === 0 && !stampsOf(staying).includes(stamp ?? now);
  const stampNow = (one: Identified): number | null => {
    if (isComplete && areTransactionsRead && isListed(one.record)) return (areAsBefore ? stamp : null) ?? now;
    return stampBefore(one) ?? (isListed(one.record) ? now : null);
  };
  const seen = read.map((one): KeptRecord => {
    const known = before.filter((other) => isVersionOf(other, one));
    const versions = known.map(({ record }) => record);
    return {
      ...one.record,
      via: isOfListing(one, known) ? 'listing' : one.record.via,
      togetherAt: stampNow(one),
      firstSeenAt: Math.min(now, ...versions.map(({ firstSeenAt }) => firstSeenAt)),
      lastSeenAt: now,
    };
  });
  const records = inSeenOrder([...seen, ...staying.map(({ record }) => record)]);
  return { records, change: findChange(kept, records), areApart: areApart(records) };
};

const isListed = ({ kind, via }: FoundRecord): boolean => kind === 'transaction' && via === 'listing';

const areApart = (records: readonly KeptRecord[]): boolean =>
  new Set(records.flatMap((one) => (isListed(one) && !givesBack(one) ? (one.togetherAt ?? []) : []))).size >
  1;

const givesBack = (one: FoundRecord): boolean => GIVES_BACK.has(readRowKind(one.record, WORDS).kind);

/** Which of them this reading shows says nothing of the money. */
const inSeenOrder = (records: readonly KeptRecord[]): KeptRecord[] =>
  records.toSorted(
    (one, other) => one.firstSeenAt - other.firstSeenAt || (keyOf(one) < keyOf(other) ? -1 : 1),
  );

interface Identified<Found extends FoundRecord = FoundRecord> {
  record: Found;
  /** Records in one slot may be versions of the same record. */
  slot: string;
  hasId: boolean;
  /** No other record has its id. */
  isAlone: boolean;
  /** What stays the same in a record, whatever becomes of it. */
  identity: string;
}

const IDS: ReadonlySet<Sort> = new Set(['order-id', 'link-id', 'reference', 'own-id', 'original-id']);
/** Without what a workspace has taught, so that a record stays the same record. */
const WORDS = buildVocabulary();
/** Amounts of the record as a whole. The others come to be known as the payment goes on. */
const IS_WHOLE = /^(bare|transaction|asked)$/;
const IS_OF_PAYMENT = /^(payment|authorisation|method)$/;

function identify(one: FoundRecord): Omit<Identified, 'record'> {
  const kinds = new Set<string>();
  const ownIds = new Set<string>();
  const rest: string[] = [];
  const refunded: string[] = [];
  // The later times of a record are of what became of it.
  let firstAt = Number.POSITIVE_INFINITY;
  for (const leaf of readLeaves(one.record)) {
    const { sort, role, value } = leaf;
    const word = leaf.kindFlag ?? String(value).trim();
    if (leaf.votes && (leaf.kindFlag === null ? sort === 'kind' : readFlag(value) === true)) {
      const says = WORDS.kind(word) ?? word;
      if (!IS_OF_PAYMENT.test(says)) kinds.add(GIVES_BACK.has(says) ? 'back' : says);
    }
    if (sort === 'amount' && word.startsWith('-')) kinds.add('back');
    if (sort === 'own-id') ownIds.add(idKey(word));
    if (IDS.has(sort) || IS_WHOLE.test(role ?? ''))
      rest.push(`${leaf.name} ${IDS.has(sort) ? idKey(word) : word}`);
    if (role === 'back') refunded.push(word);
    if (sort === 'time' && role !== 'other')
      firstAt = Math.min(firstAt, parseInstant(value, 'UTC') ?? firstAt);
  }
  const what = one.kind === 'transaction' ? [...kinds].sort() : [];
  const isBack = what.includes('back');
  const id = one.kind === 'transaction' ? readTransactionKey(one) : recordOrderId(one.record);
  return {
    slot: JSON.stringify(
      id === null ? [one.kind, one.via] : [one.kind, ...(isBack ? [...ownIds].sort() : [id]), ...what],
    ),
    hasId: id !== null,
    // A refund may carry no id but that of its payment, which its other parts carry, too.
    isAlone: id !== null && (!isBack || ownIds.size > 1),
    identity: JSON.stringify([...what, ...(isBack ? refunded.sort() : []), ...rest.sort(), firstAt]),
  };
}

/** Slots in which one way of asking shows several records. */
function listRepeated(records: readonly Identified[]): Set<string> {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const { slot, hasId, record } of records) {
    const shown = `${record.via} ${slot}`;
    if (hasId && once.has(shown)) repeated.add(slot);
    once.add(shown);
  }
  return repeated;
}

function reduceFound({ kind, via, record }: FoundRecord, readSentBack?: ReadSentBack): FoundRecord {
  const { fields, ...rest } = reduceRecord(record, readSentBack);
  let length = 0;
  const kept = Object.entries(inOrder(fields)).filter(([name, value]) => {
    length += name.length + JSON.stringify(value ?? null).length;
    return length <= LONGEST_RECORD;
  });
  const isCut = length > LONGEST_RECORD;
  return { kind, via, record: { ...rest, fields: Object.fromEntries(kept), ...(isCut ? { isCut } : {}) } };
}

/** A record whose content changes is written as another. */
const keyOf = ({ kind, via, record }: FoundRecord): string => `${kind} ${via} ${JSON.stringify(record)}`;

/** The order of a record's fields says nothing, so it makes no other record. */
function inOrder(fields: JsonObject): JsonObject {
  const sort = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(sort) : isJsonObject(value) ? inOrder(value) : value;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((name) => [name, sort(fields[name])]),
  );
}

function findChange(kept: readonly KeptRecord[], records: readonly KeptRecord[]): KeptChange | null {
  const byKey = (all: readonly KeptRecord[]) => new Map(all.map((one) => [keyOf(one), one]));
  const known = byKey(kept);
  const newest = [...byKey(records)].sort(
    ([key, one], [otherKey, other]) => other.lastSeenAt - one.lastSeenAt || (key < otherKey ? -1 : 1),
  );
  const keeping = new Map(newest.slice(0, MOST_RECORDS));
  const put = [...keeping].flatMap(([key, one]) => {
    const before = known.get(key);
    const isNews = before === undefined || before.togetherAt !== one.togetherAt;
    return isNews || one.lastSeenAt - before.lastSeenAt >= SEEN_AGAIN_MS ? [one] : [];
  });
  const gone = [...known].flatMap(([key, one]) => (keeping.has(key) ? [] : [one]));
  const news = [...keeping].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
  return put.length === 0 && gone.length === 0 ? null : { put, gone, news };
}
