import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { createReadMoved, readStated } from '../figures/movement.ts';
import { type PayoutState, payoutStateOf } from '../figures/payout-states.ts';
import { createParseTime } from '../listings/listed-time.ts';
import type { ReportRow } from '../listings/report-row.ts';
import {
  BARE_ID,
  listIds,
  type RankOf,
  rankAt,
  readFirst,
  recordLinkIds,
  splitName,
  type TimeRole,
  type Vocabulary,
} from '../payment-service/index.ts';
import { listUnknownColumns } from '../payments/index.ts';
import { readListedIds } from './listed-ids.ts';

/** What reaches the bank. */
export interface PaidOut {
  /** Integer fils: its net, or its gross less its fee; else as stated. Null: it does not say. */
  fils: number | null;
  /** False: it may be before or after fees. */
  isNetStated: boolean;
}

/** A payout as its record states it. The interface describes none of it: null means not found. Integer fils. */
export interface PayoutRecord {
  /** The payout's id, as people read it. */
  id: string | null;
  /** Every name that its transactions may use for it. */
  names: readonly string[];
  /** When it was made, in epoch milliseconds. */
  at: number | null;
  state: PayoutState;
  /** The service's status. */
  status: string | null;
  grossFils: number | null;
  feeFils: number | null;
  netFils: number | null;
  /** An amount that may or may not include fees. */
  amountFils: number | null;
  paid: PaidOut;
  /** Where it does not say what it paid: its columns that hold money under names that nobody knows. */
  unknownColumns: readonly string[];
  /** In capitals. */
  currency: string;
  count: number | null;
  /** The time range of its transactions, both ends inclusive. */
  from: number | null;
  to: number | null;
  /** Ids of transactions or orders, repeated as listed; null: no list. */
  listed: readonly string[] | null;
  bankReference: string | null;
  /** The record holds more than was read. */
  hasUnread: boolean;
}

const countSchema = z.coerce.number().int().min(0).max(1e9);
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** The count of its transactions, or `count` alone. */
const rankCount: RankOf = ({ sort, subject, path, isInList }) => {
  if (sort !== 'count' || isInList) return null;
  if (subject === 'payment') return rankAt(0, path.length);
  return splitName(path.at(-1) ?? '').length === 1 ? rankAt(1, path.length) : null;
};
const rankRange =
  (of: TimeRole): RankOf =>
  ({ role, subject, path, isInList }) =>
    role === of && !isInList && /^(own|settlement|payment)$/.test(subject) ? rankAt(0, path.length) : null;
const rankFrom = rankRange('from');
const rankTo = rankRange('to');

/** What payouts paid in all. Null: one of them does not say, perhaps in one of these columns. */
export interface Paid extends PaidOut {
  columns: readonly string[];
}

export const sumPaid = (payouts: readonly { paid: PayoutRecord['paid']; payout: PayoutRecord }[]): Paid => ({
  fils: payouts.reduce<number | null>(
    (sum, { paid: { fils } }) => (sum === null || fils === null ? null : sum + fils),
    0,
  ),
  isNetStated: payouts.every(({ paid }) => paid.isNetStated),
  columns: [...new Set(payouts.flatMap(({ payout }) => payout.unknownColumns))],
});

/** Rows read without a pause. */
const AT_ONCE = 200;

/** Reads any number of rows, and yields to other work in between. */
export const readManyPayouts = async (
  rows: readonly ReportRow[],
  reading: { words: Vocabulary; timeZone: string },
): Promise<PayoutRecord[]> => {
  const readPayout = createReadPayout(reading);
  const payouts: PayoutRecord[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    payouts.push(...rows.slice(at, at + AT_ONCE).map(readPayout));
    await nextTurn();
  }
  return payouts;
};

/** Reads rows of the payouts listing. Never throws. */
export const createReadPayout = ({
  words,
  timeZone,
}: {
  words: Vocabulary;
  timeZone: string;
}): ((row: ReportRow) => PayoutRecord) => {
  const readMoved = createReadMoved('payouts', words);
  const parseTime = createParseTime(timeZone);
  return (row) => {
    const record = { fields: row.fields };
    const { is, currency, fils, isBare = false } = readMoved(row);
    const stated = readStated(record);
    const bankReferences = listIds(record, 'bank-reference');
    const bareId = recordLinkIds(record).find(({ field }) => field === BARE_ID)?.value ?? row.id;
    const names = [...listIds(record, 'payout-id'), ...bankReferences, ...(bareId === null ? [] : [bareId])];
    return {
      id: row.id,
      names: [...new Set(names)],
      at: row.at,
      state: payoutStateOf(is),
      status: row.status,
      ...stated,
      paid: { fils, isNetStated: !isBare },
      unknownColumns: fils === null ? listUnknownColumns(record) : [],
      currency,
      count: readFirst(record, rankCount, ({ value }) => countSchema.safeParse(value).data ?? null),
      from: readFirst(record, rankFrom, ({ value }) => parseTime(value)),
      to: readFirst(record, rankTo, ({ value }) => endOf(value, parseTime)),
      listed: readListedIds(record),
      bankReference: bankReferences[0] ?? null,
      hasUnread: row.hasUnread ?? false,
    };
  };
};

/** The service writes whole seconds, or days. Each includes its end. */
function endOf(value: unknown, parseTime: (value: unknown) => number | null): number | null {
  const at = parseTime(value);
  if (at === null) return null;
  return typeof value === 'string' && IS_DAY.test(value.trim())
    ? at + DAY_MS - 1
    : Math.floor(at / SECOND_MS) * SECOND_MS + SECOND_MS - 1;
}
