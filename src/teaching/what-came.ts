import { createHash } from 'node:crypto';
import { limits } from '../blocks/limits.ts';
import { type Leaf, readLeaves, type Vocabulary } from '../payment-service/index.ts';
import { isTeachable, parseInstant, readPayment, type UnreadLeaf } from '../payments/index.ts';
import type { StoredRecord } from '../store/kept-record-store.ts';
import type { Link } from '../store/link.ts';
import { isGuided } from './guided-link.ts';
import { type StoredWord, wordKey } from './taught-word-store.ts';
import type { AmountChoice, RecordTime, WhatCame, WordChoice, Written } from './what-came-view.ts';

/** What the one window shows of a link’s payment, from what is kept of the service’s records. */
export const buildWhatCame = (
  link: Link,
  {
    records,
    callbacks,
    taught,
    words,
    timeZone,
  }: {
    records: readonly StoredRecord[];
    callbacks: readonly { receivedAt: number }[];
    taught: readonly StoredWord[];
    words: Vocabulary;
    timeZone: string;
  },
): WhatCame => {
  const read = records.map((record) => ({
    record,
    unread: readPayment(record.record, record.kind, words).unread,
  }));
  // The payment itself, then what is not understood, then the newest.
  const [shown] = read.toSorted(
    (one, other) =>
      Number(other.record.kind === 'transaction') - Number(one.record.kind === 'transaction') ||
      Number(other.unread.length > 0) - Number(one.unread.length > 0) ||
      other.record.lastSeenAt - one.record.lastSeenAt,
  );
  const unread = [
    ...new Map(read.flatMap((one) => one.unread).map((leaf) => [choiceId(leaf), leaf])).values(),
  ];
  const asked = unread.filter(isTeachable);
  const amountChoices = listAmounts(read, words).slice(0, limits.choices.options);
  const shownIds = new Set([...unread.map(choiceId), ...amountChoices.map(({ id }) => id)]);
  // A later record of this link lacks them, and no other window asks about them.
  const earlier = taught.filter(
    (one) => one.linkId === link.id && one.answer?.inEffect == null && !shownIds.has(wordId(one)),
  );
  const callbackAt = callbacks[0]?.receivedAt ?? null;
  return {
    link,
    isGuided: isGuided(link),
    record: shown === undefined ? null : describeRecord(link, shown.record, { callbackAt, timeZone }),
    callbackAt,
    orderIdField: records.flatMap(({ record }) => findValue(record, link.orderId)?.path ?? [])[0] ?? null,
    // What somebody else still has to agree to comes after what nobody has answered.
    choices: [
      ...asked.filter((leaf) => !isAmount(leaf)).map((leaf) => ({ ...leaf, isEarlier: false })),
      ...earlier.map(({ name, word, path }) => ({ name, word, path, isEarlier: true })),
    ]
      .map((leaf) => ({ ...leaf, id: choiceId(leaf), said: findSaid(leaf, taught) }))
      .sort((one, other) => Number(one.said !== null) - Number(other.said !== null)),
    hasWithheld: asked.length < unread.length,
    amountChoices,
  };
};

/** For an amount, its name as a whole is asked about. */
const isAmount = ({ word }: UnreadLeaf): boolean => word === '*';

/** The id of a block or an option has no room for the names. */
export const wordId = ({ name, key }: Pick<StoredWord, 'name' | 'key'>): string =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url').slice(0, 16);

const choiceId = ({ name, word }: Pick<UnreadLeaf, 'name' | 'word'>): string =>
  wordId({ name, key: wordKey(word) });

const findSaid = ({ name, word }: UnreadLeaf, taught: readonly StoredWord[]): WordChoice['said'] => {
  const known = taught.find((one) => one.name === name && one.key === wordKey(word));
  return known?.answer ? { says: known.answer.says, by: known.answer.by } : null;
};

const SAYING = /^(state|flag|kind)$/;
const MOST_SHOWN = 8;

function describeRecord(
  link: Link,
  { kind, via, record, firstSeenAt }: StoredRecord,
  { callbackAt, timeZone }: { callbackAt: number | null; timeZone: string },
): NonNullable<WhatCame['record']> {
  const leaves = readLeaves(record);
  const write = (those: readonly Leaf[]): Written[] => those.slice(0, MOST_SHOWN).map(writeLeaf);
  const time = readTime(link, { leaves, firstSeenAt, timeZone });
  const since = callbackAt ?? (time?.writtenIn === null ? time.at : null);
  return {
    of: kind,
    words: write(leaves.filter(({ sort, votes }) => SAYING.test(sort) && votes)),
    tie:
      findValue(record, link.orderId) ?? findValue(record, link.invoiceId) ?? findValue(record, link.address),
    amounts: write(leaves.filter(({ sort, votes }) => (sort === 'amount' || sort === 'currency') && votes)),
    time,
    listedAfterMs: via === 'listing' && since !== null && since <= firstSeenAt ? firstSeenAt - since : null,
  };
}

const writeLeaf = ({ path, value }: Leaf): Written => ({ path: path.join('.'), value: String(value).trim() });

function findValue({ fields }: StoredRecord['record'], value: string | null): Written | null {
  const leaf = readLeaves({ fields }).find((one) => String(one.value).trim() === value);
  return leaf === undefined ? null : writeLeaf(leaf);
}

/** The amounts that differ, and those they differ from: the customer paid one of them. Not those that an admin said are none. */
function listAmounts(
  read: readonly { record: StoredRecord; unread: readonly UnreadLeaf[] }[],
  words: Vocabulary,
): AmountChoice[] {
  const torn = read.find(({ unread }) => unread.some(isAmount));
  if (torn === undefined) return [];
  const asked = new Set(torn.unread.filter(isAmount).map(({ name }) => name));
  const found = readLeaves(torn.record.record).filter(
    (leaf) =>
      leaf.sort === 'amount' &&
      words.taught(leaf.name, '*') !== 'nothing' &&
      (asked.has(leaf.name) || (leaf.votes && /^(came|transaction|bare)$/.test(leaf.role ?? ''))),
  );
  return [
    ...new Map(
      found.map((leaf) => {
        const { name } = leaf;
        return [name, { ...writeLeaf(leaf), name, id: choiceId({ name, word: '*' }) }];
      }),
    ).values(),
  ];
}

/** A record is seen some minutes after its payment. */
const ROOM_MS = 10 * 60_000;
const HALF_HOUR_MS = 30 * 60_000;
/** Zones are from UTC-12 to UTC+14. */
const FIRST_ZONE_MS = -12 * 60 * 60_000;
const LAST_ZONE_MS = 14 * 60 * 60_000;

function readTime(
  link: Link,
  { leaves, firstSeenAt, timeZone }: { leaves: readonly Leaf[]; firstSeenAt: number; timeZone: string },
): RecordTime | null {
  const times = leaves.filter(({ sort, role }) => sort === 'time' && (role === 'paid' || role === 'made'));
  const [leaf] = times.toSorted((one, other) => Number(other.role === 'paid') - Number(one.role === 'paid'));
  const at = leaf === undefined ? null : parseInstant(leaf.value, timeZone);
  if (leaf === undefined || at === null) return null;
  const isWithoutZone =
    parseInstant(leaf.value, 'UTC') !== at || parseInstant(leaf.value, 'Asia/Tokyo') !== at;
  const isThen = (one: number) => one >= link.createdAt - ROOM_MS && one <= firstSeenAt + ROOM_MS;
  // The record was first seen soon after the payment, so whole half hours between are of the zone.
  const offBy = Math.round((at - firstSeenAt) / HALF_HOUR_MS) * HALF_HOUR_MS;
  const isOff = isWithoutZone && !isThen(at) && isThen(at - offBy);
  const offset = (parseInstant(leaf.value, 'UTC') ?? at) - (at - offBy);
  return {
    ...writeLeaf(leaf),
    at,
    writtenIn: isOff && offset >= FIRST_ZONE_MS && offset <= LAST_ZONE_MS ? nameOffset(offset) : null,
  };
}

/** `UTC`, `UTC+4`, `UTC+5:30`. */
function nameOffset(ms: number): string {
  if (ms === 0) return 'UTC';
  const minutes = Math.abs(ms) / 60_000;
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `UTC${ms > 0 ? '+' : '-'}${Math.floor(minutes / 60)}${rest}`;
}
