import { isLikeAmount } from '../../src/store/like-amounts.ts';
import { type DayResult, sumOf } from './check-day.ts';
import { truthOf } from './judge-shown.ts';
import type { GivenList, ListRow } from './office.ts';
import type { Sale } from './staff.ts';

/** By then a payment is noticed, whatever the service and its callbacks do. */
const NOTICED_WITHIN_MS = 60 * 60_000;

/**
 * Of a preview that is confirmed a day or two later: no row is made beside what its customer was sold meanwhile, and can pay or has
 * paid, unless its person saw both and agreed.
 */
export const checkOldPreviews = ({
  lists,
  ...after
}: DayResult & { lists: readonly GivenList[] }): string[] =>
  lists.flatMap((list) => list.rows.flatMap((row) => checkRow(row, list, after)));

function checkRow(row: ListRow, { old, fileName }: GivenList, after: DayResult): string[] {
  const [made] = truthOf(row, after).links;
  if (!made || old === null) return [];
  const isSeen = ({ notes }: Sale) =>
    old.answer === 'create' && (old.question.includes(notes) || /and \d+ more/.test(old.question));
  const isBeside = (sale: Sale) => {
    const { links, elsewhere, payments, refunds, disputes } = truthOf(sale, after);
    const [other] = [...links, ...elsewhere];
    if (!other || other.createdAt >= made.createdAt) return false;
    if (payments.length === 0) return other.expiresAt > made.createdAt;
    const isNoticed = payments.some(({ createdAt }) => createdAt < made.createdAt - NOTICED_WITHIN_MS);
    return isNoticed && disputes.length === 0 && sumOf(payments) > sumOf(refunds);
  };
  return after.sales
    .filter(
      (sale) =>
        sale.customer === row.customer &&
        isLikeAmount(sale.amountFils, row.amountFils) &&
        isBeside(sale) &&
        !isSeen(sale),
    )
    .map(({ notes }) => `${fileName}: ${row.notes} was made beside ${notes}, and nobody saw both`);
}
