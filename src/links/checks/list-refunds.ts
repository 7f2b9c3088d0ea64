import type { Verdict } from '../../payments/index.ts';
import { bringsMoney, type LinkPayment, type Refund, refundsOf, timeOf } from '../../store/link-payment.ts';

/**
 * Each refund of a payment at its own time, in that order: by the rows of the refunds, if they add up. Else what went back beyond
 * what is known is one more, at the time that the records give for the last, or when it is noticed.
 */
export const listRefunds = (
  known: LinkPayment | null,
  { refunds, ...sum }: Sum & Pick<Verdict, 'refunds'>,
  now: number,
): Refund[] => {
  const before = known === null ? [] : refundsOf(known);
  const listed = refunds.length > 0 ? byRows(before, refunds, now) : bySum(before, sum, now);
  return listed.toSorted((one, other) => timeOf(one) - timeOf(other));
};

/** Each of several payments at its own time. */
export const listParts = (
  known: LinkPayment | null,
  { payments }: Pick<Verdict, 'payments'>,
  now: number,
): NonNullable<LinkPayment['parts']> => {
  const before =
    known !== null && bringsMoney(known) ? (known.parts ?? [{ ...known, fils: known.amountFils }]) : [];
  return byRows(before, payments, now);
};

/** One that is known keeps the time at which it was noticed. */
function byRows<Row extends { fils: number; at: number | null }>(
  before: readonly Pick<Refund, 'fils' | 'noticedAt' | 'happenedAt'>[],
  rows: readonly Row[],
  now: number,
): (Omit<Row, 'at'> & Pick<Refund, 'noticedAt' | 'happenedAt'>)[] {
  const left = [...before];
  return rows.map(({ at, ...row }) => {
    const isThis = ({ fils: known, happenedAt }: (typeof left)[number]) =>
      (known === row.fils || known === null) && (happenedAt === at || happenedAt === null || at === null);
    const place = left.findIndex(isThis);
    const [one] = place < 0 ? [] : left.splice(place, 1);
    return { ...row, noticedAt: one?.noticedAt ?? now, happenedAt: at ?? one?.happenedAt ?? null };
  });
}

type Sum = Pick<Verdict, 'refundedFils' | 'refundedAt' | 'backKind' | 'dispute'>;

function bySum(
  before: readonly Refund[],
  { refundedFils, refundedAt, backKind, dispute }: Sum,
  now: number,
): Refund[] {
  const kept = before.filter(({ fils }) => fils !== null);
  const open = before.find(({ fils }) => fils === null);
  let moreFils = refundedFils;
  for (const { fils } of kept) if (moreFils !== null) moreFils -= fils ?? 0;
  if (moreFils === null || moreFils > 0) {
    const isOfAnother = kept.some(({ happenedAt }) => happenedAt !== null && happenedAt >= (refundedAt ?? 0));
    const happenedAt = isOfAnother ? null : refundedAt;
    return [...kept, { kind: backKind, fils: moreFils, noticedAt: open?.noticedAt ?? now, happenedAt }];
  }
  // What the bank took came again, today.
  if (moreFils < 0 && dispute === 'won')
    return [...kept, { kind: 'chargeback', fils: moreFils, noticedAt: now, happenedAt: null }];
  // Less went back than it seemed: the last is what was wrong.
  while (moreFils < 0) {
    const last = kept.pop();
    if (last === undefined) break;
    moreFils += last.fils ?? 0;
    if (moreFils > 0) kept.push({ ...last, fils: moreFils });
  }
  return kept;
}
