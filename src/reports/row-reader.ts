import {
  type AmountRole,
  comparePaths,
  type NamedField,
  parseRecordAmount,
  rankRecordField,
  readPath,
  type ServiceRecord,
  type Subject,
  toIdentifier,
} from '../payment-service/index.ts';
import { rankOfAmount, readAmountShown } from '../payments/index.ts';
import { createFlattenRow, type RowShape, shapeOf } from './flatten-row.ts';
import { createParseTime } from './listed-time.ts';
import { MAIN_COLUMNS, type MainColumn, type ReportKind, type ReportRow } from './report-row.ts';

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

/** Reads rows that are no records of the service, for a file of our own. `at`: for a column `@at`. */
export const createOwnRowReader = (): ((fields: ReportRow['fields'], at?: number | null) => ReportRow) => {
  const flattenRow = createFlattenRow();
  return (fields, at = null) => ({
    at,
    amountFils: null,
    currency: null,
    status: null,
    reference: null,
    orderId: null,
    id: null,
    fields,
    flat: flattenRow(fields),
    sources: NO_SOURCES,
  });
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

/** Names of the time when the service made a record, likeliest first: the ranges filter by that time. */
const CREATED_NAMES =
  'createdAt createdOn createdDate createdTime creationDate creationTime dateCreated created'.split(' ');
const TIME_NAMES: Record<ReportKind, readonly string[]> = {
  transactions: ['transactionDate', 'transactionTime', 'transactionDateTime', 'txnDate', 'txnTime', 'paidAt'],
  payouts: ['payoutDate', 'payoutTime', 'settlementDate', 'settledAt', 'processedAt'],
  links: ['linkDate', 'issuedAt', 'generatedAt', 'generatedOn'],
};
const LOOSE_TIME_NAMES = ['date', 'dateTime', 'timestamp', 'time'];

const OWN_ID_NAMES: Record<ReportKind, readonly string[]> = {
  transactions: ['transactionId', 'txnId', 'transactionNumber', 'paymentId'],
  payouts: ['payoutId', 'payoutNumber', 'payoutReference', 'settlementId', 'batchId'],
  links: ['paymentLinkId', 'linkId', 'payLinkId'],
};
/** The objects whose `id` is the record's own. */
const OWN_OBJECTS: Record<ReportKind, readonly string[]> = {
  transactions: ['transaction', 'payment'],
  payouts: ['payout', 'settlement'],
  links: ['paymentlink', 'link'],
};

function findCandidates(kind: ReportKind, shape: RowShape): Candidates {
  const orderIds = byReader(shape, 'orderId');
  const indexesOf = (isWanted: (key: string) => boolean) =>
    shape.keys.flatMap((key, index) => (isWanted(key) ? [index] : []));
  return {
    '@at': byNames(shape, [...CREATED_NAMES, ...TIME_NAMES[kind], ...LOOSE_TIME_NAMES]),
    '@amount': byRank(shape, (path) => rankAmount(kind, path)),
    '@currency': byRank(shape, (path) => rankWord('currency', kind, path)),
    '@status': byRank(shape, (path) => rankWord('state', kind, path)),
    '@reference': byReader(shape, 'invoiceId'),
    '@orderId': orderIds,
    '@id': [
      ...byNames(shape, OWN_ID_NAMES[kind]),
      ...indexesOf((key) => OWN_OBJECTS[kind].some((object) => key.endsWith(`.${object}.id`))),
      // A bare `id` counts only on the record itself: its customer has one too.
      ...indexesOf((key) => key === '.id'),
      ...(kind === 'links' ? orderIds : []),
    ],
  };
}

/** How many fields of one row may be candidates for the same column. */
const MOST_CANDIDATES = 16;

/** In the order in which the payment service's own reader looks, so that both always read the same. */
const byReader = (shape: RowShape, field: NamedField): number[] =>
  byRank(shape, (path) => rankRecordField(field, readPath(path)));

/** The lowest rank first; of one rank by their names, so that the order of names in a row says nothing. */
const byRank = ({ paths }: RowShape, rankOf: (path: readonly string[]) => number | null): number[] =>
  paths
    .flatMap((path, index) => {
      const rank = rankOf(path);
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

/** The outermost first. */
function rankWord(of: 'state' | 'currency', kind: ReportKind, path: readonly string[]): number | null {
  const { sort, subject, isFree, isCode } = readPath(path);
  const about = ABOUT[kind].indexOf(subject);
  if (sort !== of || isFree || about < 0) return null;
  return path.length * 100 + about * 10 + Number(isCode);
}

const PAYOUT_AMOUNTS: readonly AmountRole[] = ['payout', 'bare', 'asked', 'net', 'gross'];

function rankAmount(kind: ReportKind, path: readonly string[]): number | null {
  if (kind !== 'payouts') {
    const rank = rankOfAmount(path, kind === 'links' ? 'link' : 'transaction');
    return rank === null ? null : rank * 100 + path.length;
  }
  const { sort, role, subject } = readPath(path);
  const rank = PAYOUT_AMOUNTS.indexOf(role as AmountRole);
  if (sort !== 'amount' || rank < 0 || !ABOUT.payouts.includes(subject)) return null;
  return path.length * 100 + rank;
}

/** In the order of the names; for the same name, the outermost first. */
function byNames({ keys, paths }: RowShape, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const ending = `.${name.toLowerCase()}`;
    return keys
      .flatMap((key, index) => (key.endsWith(ending) ? [index] : []))
      .sort((one, other) => (paths[one]?.length ?? 0) - (paths[other]?.length ?? 0));
  });
}
