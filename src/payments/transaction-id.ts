import {
  BARE_ID,
  idKey,
  isPlaceholder,
  type Leaf,
  plainName,
  type RankOf,
  rankId,
  rankLeaves,
  readLeaves,
  type ServiceRecord,
  toText,
} from '../payment-service/index.ts';

const LONGEST_ID = 80;

/**
 * How likely this is the transaction's own id; lower is likelier. Null: it is no id of its own. A bare `id` comes after
 * `transactionId` and `paymentId`, and before `refundId`, which a payment has once it was refunded.
 */
export const rankTransactionId: RankOf = (says) => {
  const { path, sort, subject } = says;
  if (sort !== 'own-id') return null;
  const isId = plainName(path.at(-1) ?? '') === BARE_ID;
  const name = (isId ? path.at(-2) : path.at(-1)) ?? '';
  // A payment may have several transactions.
  const isOfPayment = /^(payment|charge)/i.test(name);
  return rankId(says, subject === 'refund' ? 2 : name === '' ? 1 : 0, isOfPayment ? ENDINGS : 0);
};

/** More than the endings that a name can have, and less than a level. */
const ENDINGS = 10;

/** The transaction's own id; null when the row has none. */
export const readTransactionId = ({ record }: { record: ServiceRecord }): string | null => {
  const [first] = rankLeaves(record, rankTransactionId);
  const id = toText(first?.value);
  // PostgreSQL keeps no NUL, and messages are found again by this id.
  return id === null || id.includes('\0') ? null : id.slice(0, LONGEST_ID);
};

/** By which rows are compared. */
export const readTransactionKey = (row: { record: ServiceRecord }): string | null => {
  const id = readTransactionId(row);
  return id === null ? null : idKey(id);
};

const listKeys = (leaves: readonly Leaf[]): readonly string[] => [
  ...new Set(
    leaves.flatMap(({ value }) => {
      const id = toText(value)?.slice(0, LONGEST_ID);
      return id === undefined || isPlaceholder(id) ? [] : idKey(id);
    }),
  ),
];

/** The key of every id by which another row may name this one, and by which it names another. */
export const readTransactionIds = (record: ServiceRecord): readonly string[] =>
  listKeys(readLeaves(record).filter(({ sort }) => sort === 'own-id' || sort === 'original-id'));

/** Whether a row names one that is neither itself nor in `holds`. */
export const namesAnother = (record: ServiceRecord, holds: ReadonlySet<string>): boolean => {
  const of = (wanted: Leaf['sort']) =>
    listKeys(readLeaves(record).filter(({ sort, isInList }) => sort === wanted && !isInList));
  const own = of('own-id');
  return of('original-id').some((id) => !own.includes(id) && !holds.has(id));
};

/** Whether a refund says which payment it refunds, whether or not that one is listed. */
export const namesPayment = (record: ServiceRecord): boolean => {
  const ids = readLeaves(record).filter(({ sort }) => sort === 'own-id' || sort === 'original-id');
  const isOfRefund = ids.some(({ sort, subject }) => sort === 'own-id' && subject === 'refund');
  return ids.some(({ sort, subject }) => sort === 'original-id' || (isOfRefund && subject === 'payment'));
};
