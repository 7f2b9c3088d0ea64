import { isPlaceholder, readLeaves, type ServiceRecord, toText } from '../payment-service/index.ts';

const LONGEST_ID = 80;

/** The transaction's own id; null when the row has none. */
export const readTransactionId = ({ record }: { record: ServiceRecord }): string | null => {
  const ids = readLeaves(record).filter(({ sort }) => sort === 'own-id');
  const named = ids.filter(({ path }) => path.length > 1 || path[0]?.toLowerCase() !== 'id');
  const [first] = (named.length > 0 ? named : ids).sort(
    (one, other) => one.path.length - other.path.length || nameRank(one.path) - nameRank(other.path),
  );
  return toText(first?.value)?.slice(0, LONGEST_ID) ?? null;
};

/** `transactionId` before `paymentId`: a payment may have several transactions. */
const nameRank = (path: readonly string[]): number =>
  /^(transaction|txn|trx|tran)/i.test(path.at(-1) ?? '') ? 0 : 1;

/** Every id by which another row may name this one, and by which it names another. */
export const readTransactionIds = (record: ServiceRecord): readonly string[] => [
  ...new Set(
    readLeaves(record).flatMap(({ sort, value }) => {
      const id = sort === 'own-id' || sort === 'original-id' ? toText(value)?.slice(0, LONGEST_ID) : null;
      return id == null || isPlaceholder(id) ? [] : id;
    }),
  ),
];

/** Whether a refund says which payment it refunds, whether or not that one is listed. */
export const namesPayment = (record: ServiceRecord): boolean => {
  const ids = readLeaves(record).filter(({ sort }) => sort === 'own-id' || sort === 'original-id');
  const isOfRefund = ids.some(({ sort, subject }) => sort === 'own-id' && subject === 'refund');
  return ids.some(({ sort, subject }) => sort === 'original-id' || (isOfRefund && subject === 'payment'));
};
