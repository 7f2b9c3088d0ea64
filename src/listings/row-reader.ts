import type { ReportKind } from '../figures/listed-row.ts';
import {
  type AmountRole,
  comparePaths,
  isKnownName,
  type NamesSay,
  parseRecordAmount,
  type RankOf,
  rankAt,
  rankId,
  rankTie,
  readPath,
  type ServiceRecord,
  type Sort,
  type Subject,
  type TimeRole,
  toIdentifier,
} from '../payment-service/index.ts';
import { rankOfAmount, rankTransactionId, readAmountShown } from '../payments/index.ts';
import { createFlattenRow, type RowShape, shapeOf } from './flatten-row.ts';
import { createParseTime } from './listed-time.ts';
import { MAIN_COLUMNS, type MainColumn, type ReportRow } from './report-row.ts';

/** Reads the records of one listing into rows. Never throws: missing or unreadable values are null. */
export const createRowReader = (
  kind: ReportKind,
  timeZone: string,
): ((record: ServiceRecord) => ReportRow) => {
  const flattenRow = createFlattenRow();
  const parseTime = createParseTime(timeZone);
  const known = new WeakMap<RowShape, Candidates>();
  return ({ fields, isCut }) => {
    const flat = flattenRow(fields);
    const candidates = known.get(flat.shape) ?? findCandidates(kind, flat.shape);
    known.set(flat.shape, candidates);
    const sources = { ...NO_SOURCES };
    /** The first candidate that can be read. */
    const take = <T>(column: MainColumn, read: (value: unknown) => T | null): T | null => {
      for (const index of candidates[column]) {
        const value = read(flat.values[index]);
        if (value === null) continue;
        sources[column] = index;
        return value;
      }
      return null;
    };
    /** As totals read a transaction. The source is the field that says so, if it is one of the row's own. */
    const takeAmount = (): number | null => {
      const amount = kind === 'transactions' ? readAmountShown({ fields }, 'transaction') : null;
      if (amount === null) return take('@amount', parseRecordAmount);
      take('@amount', (value) => (parseRecordAmount(value) === amount ? amount : null));
      return amount;
    };
    return {
      at: take('@at', parseTime),
      amountFils: takeAmount(),
      currency: take('@currency', textOf),
      status: take('@status', textOf),
      reference: take('@reference', toIdentifier),
      orderId: take('@orderId', toIdentifier),
      id: take('@id', textOf),
      fields,
      flat,
      sources,
      ...(flat.isCut || isCut ? { hasUnread: true } : {}),
    };
  };
};

const NO_SOURCES: ReportRow['sources'] = {
  '@at': -1,
  '@amount': -1,
  '@currency': -1,
  '@status': -1,
  '@reference': -1,
  '@orderId': -1,
  '@id': -1,
};

/** A word or a number as text. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim() || null;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
};

/**
 * Whether the main column shows everything that its source holds. An instant cannot give back a date without
 * a time, or digits finer than a millisecond.
 */
export const isLossless = (column: MainColumn, value: unknown): boolean =>
  column !== '@at' ||
  typeof value === 'number' ||
  (typeof value === 'string' && /^[^.]*\d\d:\d\d[^.]*$|^\d+$/.test(value));

/** The main columns that this field could fill if it were the only one in its row. */
export const mainColumnsFor = (kind: ReportKind, key: string, path: readonly string[]): MainColumn[] => {
  const candidates = findCandidates(kind, shapeOf([key], [path]));
  return MAIN_COLUMNS.filter((column) => candidates[column].length > 0);
};

/** For a shape: the indexes to read each main column from, likeliest first. */
type Candidates = Record<MainColumn, readonly number[]>;

function findCandidates(kind: ReportKind, shape: RowShape): Candidates {
  const by = (rankOf: RankOf) => byRank(shape, rankOf);
  return {
    '@at': by((says) => rankTime(kind, says)),
    '@amount': by((says) => rankAmount(kind, says)),
    '@currency': by((says) => rankWord('currency', kind, says)),
    '@status': by((says) => rankWord('state', kind, says)),
    '@reference': by((says) => rankTie('reference', says)),
    '@orderId': by((says) => rankTie('order', says)),
    '@id': by((says) => rankOwnId(kind, says)),
  };
}

/** How many fields of one row may be candidates for the same column. */
const MOST_CANDIDATES = 16;

/** The lowest rank first; of one rank by their names, so that the order of names in a row says nothing. */
const byRank = ({ paths }: RowShape, rankOf: RankOf): number[] =>
  paths
    .flatMap((path, index) => {
      const rank = rankOf(readPath(path));
      return rank === null ? [] : [{ index, rank, path }];
    })
    .sort((one, other) => one.rank - other.rank || comparePaths(one.path, other.path))
    .slice(0, MOST_CANDIDATES)
    .map(({ index }) => index);

/** What a row's state and currency are about, likeliest first. */
const ABOUT: Record<ReportKind, readonly Subject[]> = {
  transactions: ['payment', 'refund', 'own', 'order', 'link'],
  payouts: ['settlement', 'own', 'payment'],
  links: ['payment', 'link', 'own', 'order'],
};

/** The outermost first, and a name that is known before one that may be about anything, as `maritalStatus`. */
function rankWord(of: 'state' | 'currency', kind: ReportKind, says: NamesSay): number | null {
  const { path, sort, subject, isFree, isCode } = says;
  const about = ABOUT[kind].indexOf(subject);
  if (sort !== of || isFree || about < 0) return null;
  return path.length * 100 + about * 10 + Number(!isKnownName(path.at(-1) ?? '')) * 2 + Number(isCode);
}

const PAYOUT_AMOUNTS: readonly AmountRole[] = ['payout', 'bare', 'asked', 'net', 'gross'];

function rankAmount(kind: ReportKind, says: NamesSay): number | null {
  const { path, sort, role, subject } = says;
  if (kind !== 'payouts')
    return rankAt(rankOfAmount(says, kind === 'links' ? 'link' : 'transaction'), path.length);
  const rank = PAYOUT_AMOUNTS.indexOf(role as AmountRole);
  if (sort !== 'amount' || rank < 0 || !ABOUT.payouts.includes(subject)) return null;
  return path.length * 100 + rank;
}

/** The ranges filter by the time when the service made a record. */
const TIMES: Record<ReportKind, readonly TimeRole[]> = {
  transactions: ['made', 'transaction', 'paid', 'dated'],
  payouts: ['made', 'payout', 'paid', 'dated'],
  links: ['made', 'dated'],
};
/** What a row's times are about, those of the row itself first. */
const TIMES_ABOUT: Record<ReportKind, readonly (readonly Subject[])[]> = {
  transactions: [['own', 'payment'], ['refund', 'dispute'], ['order'], ['link']],
  payouts: [['own', 'settlement']],
  links: [['own', 'link'], ['order']],
};
const MORE_THAN_TIMES = 10;

function rankTime(kind: ReportKind, { path, sort, role, subject }: NamesSay): number | null {
  const about = TIMES_ABOUT[kind].findIndex((subjects) => subjects.includes(subject));
  const at = TIMES[kind].indexOf(role as TimeRole);
  return sort !== 'time' || about < 0 || at < 0 ? null : rankAt(about * MORE_THAN_TIMES + at, path.length);
}

const OWN_IDS: Record<Exclude<ReportKind, 'transactions'>, Sort> = { payouts: 'payout-id', links: 'link-id' };
const MORE_THAN_RANKS = 10_000;

/** Those that name it, then its bare `id`; a link may have no other than its order's. */
function rankOwnId(kind: ReportKind, says: NamesSay): number | null {
  if (kind === 'transactions') return rankTransactionId(says);
  const isBare = says.sort === 'own-id';
  const rank = says.sort === OWN_IDS[kind] ? rankId(says, 0) : rankTie('order', says);
  if (rank === null || (kind === 'payouts' && says.sort !== OWN_IDS.payouts && !isBare)) return null;
  const group = isBare ? 1 : says.sort === OWN_IDS[kind] && says.role !== 'loose' ? 0 : 2;
  return group * MORE_THAN_RANKS + rank;
}
