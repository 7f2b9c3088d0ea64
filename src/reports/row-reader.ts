import {
  type NamedField,
  parseRecordAmount,
  rankRecordField,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { createParseTime } from './listed-time.ts';
import { MAIN_COLUMNS, type MainColumn } from './report-columns.ts';
import type { ReportKind, ReportRow } from './report-row.ts';
import { createReadLeaves, type Leaves, type RowShape, shapeOf } from './row-leaves.ts';

/** Reads the records of one listing into rows. Never throws: missing or unreadable values are null. */
export const createRowReader = (
  kind: ReportKind,
  timeZone: string,
): ((record: ServiceRecord) => ReportRow) => {
  const readLeaves = createReadLeaves();
  const sources = createRowSources(kind);
  const parseTime = createParseTime(timeZone);
  return ({ fields, isCut }) => {
    const leaves = readLeaves(fields);
    const found = sources.find(leaves);
    const take = (column: MainColumn): unknown => leaves.values[found[column]];
    return {
      at: parseTime(take('@at')),
      amountFils: parseRecordAmount(take('@amount')),
      currency: textOf(take('@currency')),
      status: textOf(take('@status')),
      reference: textOf(take('@reference')),
      orderId: textOf(take('@orderId')),
      id: textOf(take('@id')),
      fields,
      ...(leaves.isCut || isCut ? { hasUnread: true } : {}),
    };
  };
};

/** For a shape: the places to read each main column from, likeliest first. */
type Candidates = Record<MainColumn, readonly number[]>;

/** For a row: the place to read each main column from; -1 if it has none. */
type Sources = Record<MainColumn, number>;

interface RowSources {
  candidates(shape: RowShape): Candidates;
  /** For each main column, the first candidate whose value the column accepts. */
  find(leaves: Leaves): Sources;
}

/**
 * Whether the main column shows everything that its source holds. An instant cannot give back a date without
 * a time, or digits finer than a millisecond.
 */
export const tellsAll = (column: MainColumn, value: unknown): boolean =>
  column !== '@at' ||
  typeof value === 'number' ||
  (typeof value === 'string' && /^[^.]*\d\d:\d\d[^.]*$|^\d+$/.test(value));

/** A word or a number as text. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim() || null;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
};

const OWN_ID_NAMES: Record<ReportKind, readonly string[]> = {
  transactions: ['transactionId', 'txnId', 'transactionNumber', 'paymentId'],
  payouts: ['payoutId', 'payoutNumber', 'payoutReference', 'settlementId', 'batchId'],
  links: ['paymentLinkId', 'linkId', 'payLinkId'],
};
const SUBJECTS: Record<ReportKind, readonly string[]> = {
  transactions: ['transaction', 'payment'],
  payouts: ['payout', 'settlement'],
  links: ['paymentlink', 'link'],
};
/** How many fields of one row may be candidates for the same column. */
const MOST_CANDIDATES = 16;

/** Finds the candidates once per shape. */
export const createRowSources = (kind: ReportKind): RowSources => {
  const known = new WeakMap<RowShape, Candidates>();
  // The zone changes the instant, not whether a time is readable.
  const parseTime = createParseTime('UTC');
  const candidates = (shape: RowShape): Candidates => {
    const found = known.get(shape) ?? findCandidates(kind, shape);
    known.set(shape, found);
    return found;
  };
  const takes = (column: MainColumn, value: unknown): boolean => {
    if (value === null) return false;
    if (column === '@at') return parseTime(value) !== null;
    return column === '@amount' ? parseRecordAmount(value) !== null : textOf(value) !== null;
  };
  return {
    candidates,
    find: ({ shape, values }) => {
      const found = candidates(shape);
      const pick = (column: MainColumn) => found[column].find((place) => takes(column, values[place])) ?? -1;
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

/** Main columns that this field could fill if it were the only one in its row. */
export const mainColumnsFor = (sources: RowSources, key: string, path: readonly string[]): MainColumn[] => {
  const found = sources.candidates(shapeOf([key], [path]));
  return MAIN_COLUMNS.filter((column) => found[column].length > 0);
};

function findCandidates(kind: ReportKind, shape: RowShape): Candidates {
  const orderIds = byReader(shape, 'orderId');
  const placesOf = (isWanted: (key: string) => boolean) =>
    shape.keys.flatMap((key, place) => (isWanted(key) ? [place] : []));
  return {
    '@at': byNames(shape, listedTimeNames(kind)),
    '@amount': byReader(shape, 'amount'),
    '@currency': byReader(shape, 'currency'),
    '@status': byReader(shape, 'state'),
    '@reference': byReader(shape, 'invoiceId'),
    '@orderId': orderIds,
    '@id': [
      ...byNames(shape, OWN_ID_NAMES[kind]),
      ...placesOf((key) => SUBJECTS[kind].some((subject) => key.endsWith(`.${subject}.id`))),
      // A bare `id` counts only on the record itself: its customer has one too.
      ...placesOf((key) => key === '.id'),
      ...(kind === 'links' ? orderIds : []),
    ],
  };
}

/** In the order in which the payment service's own reader looks, so that both always read the same. */
function byReader({ paths }: RowShape, of: NamedField): number[] {
  return paths
    .flatMap((path, place) => {
      const rank = rankRecordField(of, path);
      return rank === null ? [] : [{ place, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_CANDIDATES)
    .map(({ place }) => place);
}

/** In the order of the names; for the same name, the outermost first. */
function byNames({ keys, paths }: RowShape, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const ending = `.${name.toLowerCase()}`;
    return keys
      .flatMap((key, place) => (key.endsWith(ending) ? [place] : []))
      .sort((one, other) => (paths[one]?.length ?? 0) - (paths[other]?.length ?? 0));
  });
}

const MADE_NAMES = [
  'createdAt',
  'createdOn',
  'createdDate',
  'createdTime',
  'creationDate',
  'creationTime',
  'dateCreated',
  'created',
];
const NAMES_BY_KIND: Record<ReportKind, readonly string[]> = {
  transactions: ['transactionDate', 'transactionTime', 'transactionDateTime', 'txnDate', 'txnTime', 'paidAt'],
  payouts: ['payoutDate', 'payoutTime', 'settlementDate', 'settledAt', 'processedAt'],
  links: ['linkDate', 'issuedAt', 'generatedAt', 'generatedOn'],
};
const LOOSE_NAMES = ['date', 'dateTime', 'timestamp', 'time'];

/** Field names for the time when the service made a record, likeliest first: the ranges filter by that time. */
const listedTimeNames = (kind: ReportKind): readonly string[] => [
  ...MADE_NAMES,
  ...NAMES_BY_KIND[kind],
  ...LOOSE_NAMES,
];
