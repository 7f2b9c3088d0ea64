import { createHash } from 'node:crypto';
import { limits } from '../blocks/limits.ts';
import { type Leaf, readLeaves, type Vocabulary, WHOLE_NAME, wordKey } from '../payment-service/index.ts';
import { listAsksWhose, parseInstant, readPayment, type UnreadLeaf } from '../payments/index.ts';
import type { StoredRecord } from '../store/kept-record-store.ts';
import type { Link } from '../store/link.ts';
import { isGuided } from './guided-link.ts';
import { type Answer, listAnswers } from './possible-answers.ts';
import { neverSays, type StoredWord } from './taught-word-store.ts';
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
  const read = records.map((one) => {
    const record = { ...one, record: words.asSaid(one.record, 'payments') };
    // Only what the admins were asked: beside a field that names the link, it matters to nobody.
    const asked = listAsksWhose(link, record.record).filter((leaf) =>
      taught.some((one) => wordId(one) === choiceId(leaf)),
    );
    return { record, unread: [...readPayment(record.record, record.kind, words).unread, ...asked] };
  });
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
  const amountChoices = listAmounts(read, words).slice(0, limits.choices.options);
  const shownIds = new Set([...unread.map(choiceId), ...amountChoices.map(({ id }) => id)]);
  // A later record of this link lacks them, and no other window asks about them.
  const earlier = taught.filter(
    (one) =>
      one.linkId === link.id &&
      one.answer?.inEffect == null &&
      !shownIds.has(wordId(one)) &&
      !(neverSays(one) && unread.some(({ name }) => name === one.name)),
  );
  const callbackAt = callbacks[0]?.receivedAt ?? null;
  return {
    link,
    isGuided: isGuided(link),
    record:
      shown === undefined
        ? null
        : describeRecord(link, shown.record, { callbackAt, timeZone, asked: isGuided(link) ? unread : null }),
    callbackAt,
    orderIdField: records.flatMap(({ record }) => findValue(record, link.orderId)?.path ?? [])[0] ?? null,
    // What somebody else still has to agree to comes after what nobody has answered.
    choices: [
      ...unread.filter((leaf) => !isAmount(leaf)).map((leaf) => ({ ...leaf, isEarlier: false })),
      ...earlier.map(({ name, word, path }) => ({ name, word, path, isEarlier: true })),
    ]
      .map((leaf) => {
        const options = listAnswers(leaf, words);
        return { ...leaf, id: choiceId(leaf), options, said: findSaid(leaf, options, taught) };
      })
      .sort((one, other) => rankOf(one) - rankOf(other)),
    amountChoices,
  };
};

/** For an amount, its name as a whole is asked about. */
const isAmount = ({ word }: UnreadLeaf): boolean => word === WHOLE_NAME;

/** What needs an answer of its own comes first, and last what waits for a second person. */
const rankOf = ({ said, options }: WordChoice): number =>
  said !== null ? 2 : Number(options.includes('never'));

/** The id of a block or an option has no room for the names. */
export const wordId = ({ name, key }: Pick<StoredWord, 'name' | 'key'>): string =>
  createHash('sha256').update(`${name}\n${key}`).digest('base64url').slice(0, 16);

const choiceId = ({ name, word }: Pick<UnreadLeaf, 'name' | 'word'>): string =>
  wordId({ name, key: wordKey(word) });

function findSaid(
  { name, word }: UnreadLeaf,
  options: readonly Answer[],
  taught: readonly StoredWord[],
): WordChoice['said'] {
  const open = taught.filter((one) => one.name === name && one.answer !== null && !one.answer.inEffect);
  const known = open.find(({ key }) => key === wordKey(word)) ?? open.find(neverSays);
  if (!known?.answer) return null;
  const { says, by } = known.answer;
  return { answer: neverSays(known) && options.includes('never') ? 'never' : says, by };
}

const SAYING = /^(state|flag|kind)$/;
const MOST_SHOWN = 8;
const MOST_REST = 24;

function describeRecord(
  link: Link,
  { kind, via, record, firstSeenAt }: StoredRecord,
  {
    callbackAt,
    timeZone,
    asked,
  }: { callbackAt: number | null; timeZone: string; asked: readonly UnreadLeaf[] | null },
): NonNullable<WhatCame['record']> {
  const leaves = readLeaves(record);
  const write = (those: readonly Leaf[]): Written[] => those.slice(0, MOST_SHOWN).map(writeLeaf);
  const time = readTime(link, { leaves, firstSeenAt, timeZone });
  const since = callbackAt ?? (time?.writtenIn === null ? time.at : null);
  const words = leaves.filter(({ sort, votes }) => SAYING.test(sort) && votes);
  const amounts = leaves.filter(({ sort, votes }) => (sort === 'amount' || sort === 'currency') && votes);
  const tie =
    findValue(record, link.orderId) ?? findValue(record, link.invoiceId) ?? findValue(record, link.address);
  const told = new Set([...words, ...amounts].map((leaf) => leaf.path.join('.')));
  for (const { path } of [tie, time, ...(asked ?? [])].filter((one) => one !== null)) told.add(path);
  return {
    of: kind,
    words: write(words),
    tie,
    amounts: write(amounts),
    rest:
      asked === null
        ? []
        : leaves
            .map(writeLeaf)
            .filter(({ path }) => !told.has(path))
            .slice(0, MOST_REST),
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
