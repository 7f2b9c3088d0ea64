import {
  type NamedField,
  parseRecordAmount,
  rankRecordField,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { createFlattenRow, type FlatRow, type RowShape, shapeOf } from './flatten-row.ts';
import { createParseTime } from './listed-time.ts';
import { MAIN_COLUMNS, type MainColumn } from './report-columns.ts';
import type { ReportKind, ReportRow } from './report-row.ts';

/** Reads the records of one listing into rows. Never throws: missing or unreadable values are null. */
export const createRowReader = (
  kind: ReportKind,
  timeZone: string,
): ((record: ServiceRecord) => ReportRow) => {
  const flattenRow = createFlattenRow();
  const sources = createRowSources(kind);
  const parseTime = createParseTime(timeZone);
  return ({ fields, isCut }) => {
    const flat = flattenRow(fields);
    const found = sources.find(flat);
    const take = (column: MainColumn): unknown => flat.values[found[column]];
    return {
      at: parseTime(take('@at')),
      amountFils: parseRecordAmount(take('@amount')),
      currency: textOf(take('@currency')),
      status: textOf(take('@status')),
      reference: textOf(take('@reference')),
      orderId: textOf(take('@orderId')),
      id: textOf(take('@id')),
      fields,
      ...(flat.isCut || isCut ? { hasUnread: true } : {}),
    };
  };
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

/** For a shape: the indexes to read each main column from, likeliest first. */
type Candidates = Record<MainColumn, readonly number[]>;

interface RowSources {
  candidates(shape: RowShape): Candidates;
  /** For each main column, the index of the first candidate that it can read; -1 if there is none. */
  find(row: FlatRow): Record<MainColumn, number>;
}

/** Finds out which fields the main columns come from: the candidates once per shape, the choice per row. */
export const createRowSources = (kind: ReportKind): RowSources => {
  const known = new WeakMap<RowShape, Candidates>();
  // The zone changes the instant, not whether a time is readable.
  const parseTime = createParseTime('UTC');
  const candidates = (shape: RowShape): Candidates => {
    const found = known.get(shape) ?? findCandidates(kind, shape);
    known.set(shape, found);
    return found;
  };
  const canRead = (column: MainColumn, value: unknown): boolean => {
    if (value === null) return false;
    if (column === '@at') return parseTime(value) !== null;
    return column === '@amount' ? parseRecordAmount(value) !== null : textOf(value) !== null;
  };
  return {
    candidates,
    find: ({ shape, values }) => {
      const found = candidates(shape);
      const pick = (column: MainColumn) =>
        found[column].find((index) => canRead(column, values[index])) ?? -1;
      return {
        '@at': pick('@at'),
        '@amount': pick('@amount'),
        '@currency': pick('@currency'),
        '@status': pick('@status'),
        '@reference': pick('@reference'),
        '@orderId': pick('@orderId'),
        '@id': pick('@id'),
      };
    },
  };
};

/** The main columns that this field could fill if it were the only one in its row. */
export const mainColumnsFor = (sources: RowSources, key: string, path: readonly string[]): MainColumn[] => {
  const found = sources.candidates(shapeOf([key], [path]));
  return MAIN_COLUMNS.filter((column) => found[column].length > 0);
};

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
    '@amount': byReader(shape, 'amount'),
    '@currency': byReader(shape, 'currency'),
    '@status': byReader(shape, 'state'),
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
function byReader({ paths }: RowShape, field: NamedField): number[] {
  return paths
    .flatMap((path, index) => {
      const rank = rankRecordField(field, path);
      return rank === null ? [] : [{ index, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_CANDIDATES)
    .map(({ index }) => index);
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
