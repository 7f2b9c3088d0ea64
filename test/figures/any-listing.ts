import * as fc from 'fast-check';
import type { ListingService } from '../../src/listings/list-rows.ts';
import { type BackKind, formatFils, formatLocalDateTime } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { moneyOf } from '../../src/store/link-payment.ts';
import { isIssued } from '../../src/store/link-states.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import { HOUR, hours, NOON } from './any-sales.ts';

export const ZONE = 'Asia/Dubai';
export const DECEMBER = Date.UTC(2026, 10, 30, 20);

/** How a service tells that a payment went back: in the payment’s row, in a row of its own, or in both. */
const TOLD = {
  row: { isInRow: true },
  field: { isInField: true },
  both: { isInField: true, isInRow: true },
  status: { isInStatus: true },
  'status and row': { isInStatus: true, isInRow: true },
} as const satisfies Record<string, { isInRow?: true; isInField?: true; isInStatus?: true }>;

const anyPayout = fc.record({
  at: hours(-20, 90),
  states: fc.constantFrom('net', 'gross and fee', 'all'),
});

/** What differs between services, and how they list each payment. */
export const anyService = fc.record({
  joins: fc.constantFrom('payout id', 'list', 'nothing'),
  payouts: fc.array(anyPayout, { maxLength: 3 }),
  isNewestFirst: fc.boolean(),
  /** By the number of the link, and of the row. */
  rows: fc.array(
    fc.record({
      told: fc.constantFrom(...(Object.keys(TOLD) as (keyof typeof TOLD)[])),
      isById: fc.boolean(),
      feeFils: fc.nat(900),
      lateMs: fc.constantFrom(0, 0, HOUR, 40 * HOUR),
      /** Until then it is listed as undecided; else not at all. */
      isPending: fc.boolean(),
      payout: fc.option(fc.nat(2)),
    }),
    { minLength: 30, maxLength: 30 },
  ),
  /** What the service says of its links. */
  words: fc.array(fc.constantFrom('PAID', 'PENDING', 'EXPIRED', 'QX17', ''), {
    minLength: 16,
    maxLength: 16,
  }),
});

type Service = typeof anyService extends fc.Arbitrary<infer T> ? T : never;

/** A row of the transactions, with what it means. Integer fils. */
export interface TrueRow {
  at: number;
  listedAt: number;
  isPending: boolean;
  fields(now: number): Fields;
  receivedFils: number;
  backFils: number;
  back: BackKind;
  feeFils: number;
  /** When it was paid out; null: not yet. */
  paidOutAt: number | null;
}

export interface TruePayout {
  at: number;
  netFils: number;
}

/**
 * What the service lists of these links, at any moment. What a payment’s own row tells went back in the row’s time: so only where
 * that is in the same part of `parts`, the moments that figures begin and end at.
 */
export const buildListing = (links: readonly Link[], service: Service, parts: readonly number[]) => {
  const partOf = (at: number) => parts.filter((moment) => moment <= at).length;
  const rows: (TrueRow & { id: string; payout: number | null })[] = [];
  const add = (
    n: number,
    id: string,
    { at, fields, ...money }: Pick<TrueRow, 'at' | 'fields'> & Partial<TrueRow>,
  ) => {
    const {
      lateMs = 0,
      payout,
      isPending = false,
    } = service.rows[(n * 7 + rows.length) % service.rows.length] ?? {};
    const isPaidOut = payout !== null && payout !== undefined && (service.payouts[payout]?.at ?? 0) > at;
    rows.push({
      ...{
        id,
        at,
        fields,
        listedAt: at + lateMs,
        isPending,
        payout: isPaidOut ? payout : null,
        paidOutAt: null,
      },
      ...{ receivedFils: 0, backFils: 0, back: 'refund', feeFils: 0, ...money },
    });
  };
  for (const [n, { id, invoiceId, amountFils, state, payment }] of links.entries()) {
    const money = moneyOf({ state, payment, amountFils });
    const payments = money?.payments ?? [];
    const refunds = (money?.refunds ?? []).flatMap(({ fils, ...one }) =>
      fils === null || fils === 0 ? [] : [{ ...one, fils }],
    );
    const { told, isById, feeFils } = service.rows[n] ?? { told: 'row', isById: true, feeFils: 0 };
    const names = { orderId: `90${n}`, Invoice_Id: invoiceId, currency: 'AED' };
    const [paid, ...more] = payments;
    const backFils = refunds.reduce((sum, { fils }) => sum + fils, 0);
    const tells: { isInRow?: true; isInField?: true; isInStatus?: true } =
      paid !== undefined &&
      more.length === 0 &&
      refunds.every(({ at, kind }) => kind === 'refund' && partOf(at) === partOf(paid.at)) &&
      paid.fils !== null &&
      (backFils === paid.fils || (backFils < paid.fils && !told.startsWith('status')))
        ? TOLD[told]
        : TOLD.row;
    const isInRow = tells.isInRow === true;
    for (const [nth, { at, fils }] of payments.entries())
      add(n, `T${id}${nth}`, {
        ...{ at, receivedFils: fils ?? 0, backFils: isInRow ? 0 : backFils },
        feeFils: fils === null ? 0 : feeFils,
        fields: (now) => {
          const known = refunds.filter((one) => one.at <= now).reduce((sum, one) => sum + one.fils, 0);
          const isBack = tells.isInStatus === true && known === fils;
          return {
            ...{ ...names, transactionId: `T${id}${nth}`, type: 'PAYMENT' },
            ...(fils === null ? { amount: '68.00', currency: 'USD' } : { amount: formatFils(fils) }),
            ...{ feeAmount: formatFils(feeFils), status: isBack ? 'REFUNDED' : 'SUCCESS' },
            ...(tells.isInField === true && known > 0 && { refundedAmount: formatFils(known) }),
          };
        },
      });
    if (!isInRow) continue;
    for (const [nth, { at, fils, kind }] of refunds.entries())
      add(n, `R${id}${nth}`, {
        ...{ at, backFils: fils, back: kind },
        fields: () => ({
          ...(isById && paid ? { originalTransactionId: `T${id}0`, currency: 'AED' } : names),
          ...{ transactionId: `R${id}${nth}`, type: kind.toUpperCase(), status: 'SUCCESS' },
          ...{ amount: formatFils(fils), feeAmount: '0.00' },
        }),
      });
  }

  const payouts = service.payouts.flatMap(({ at, states }, n) => {
    const own = rows.filter(({ payout }) => payout === n);
    const sum = (of: (row: TrueRow) => number) => own.reduce((fils, row) => fils + of(row), 0);
    const grossFils = sum((row) => row.receivedFils - row.backFils);
    const feeFils = sum((row) => row.feeFils);
    const netFils = grossFils - feeFils;
    for (const row of own) {
      if (netFils > 0) row.paidOutAt = at;
      else row.payout = null;
    }
    if (netFils <= 0) return [];
    const fields = {
      ...{
        payoutId: `711${n}`,
        status: 'PAID_OUT',
        currency: 'AED',
        createdAt: formatLocalDateTime(at, ZONE),
      },
      ...(states !== 'net' && { grossAmount: formatFils(grossFils), feeAmount: formatFils(feeFils) }),
      ...(states !== 'gross and fee' && { netAmount: formatFils(netFils) }),
      ...(service.joins === 'list' && { transactionIds: own.map(({ id }) => id) }),
    };
    return [{ at, netFils, fields }];
  });

  const order = <Row>(all: Row[]) => (service.isNewestFirst ? all.toReversed() : all);
  const list = (all: readonly { at: number; fields: Fields }[]) => {
    const byTime = order(all.toSorted((one, other) => one.at - other.at));
    return async (
      { fromDate, toDate }: { fromDate: string; toDate: string },
      { page = 0 }: { page?: number | undefined } = {},
    ) => {
      const isIn = ({ at }: { at: number }) => {
        const moment = formatLocalDateTime(at, ZONE);
        return moment >= fromDate && moment <= toDate;
      };
      const records = byTime.filter(isIn).map(({ fields }) => ({ fields }));
      return { records: page === 0 ? records : [], total: records.length, hasList: true };
    };
  };
  const serviceAt = (now: number): ListingService => ({
    listTransactions: list(
      rows.flatMap((row): { at: number; fields: Fields }[] => {
        const { at, listedAt, isPending, paidOutAt, payout } = row;
        const createdAt = formatLocalDateTime(at, ZONE);
        if (listedAt > now)
          return isPending && at <= now
            ? [{ at, fields: { ...row.fields(at), status: 'PENDING', createdAt } }]
            : [];
        const isNamed = service.joins === 'payout id' && paidOutAt !== null && paidOutAt <= now;
        return [
          { at, fields: { ...row.fields(now), createdAt, ...(isNamed && { payoutId: `711${payout}` }) } },
        ];
      }),
    ),
    listPayouts: list(payouts.filter(({ at }) => at <= now)),
    listLinks: list(
      links.filter(isMade).map(({ invoiceId, amountFils, createdAt: at }, n) => ({
        at,
        fields: {
          ...{ invoiceId, amount: formatFils(amountFils), status: service.words[n] },
          createdAt: formatLocalDateTime(at, ZONE),
        },
      })),
    ),
  });
  return { rows: rows as readonly TrueRow[], payouts: payouts as readonly TruePayout[], serviceAt };
};

const isMade = (link: Link): boolean =>
  isIssued(link.state) || (link.state === 'failed' && link.payment?.finding === 'cancelled');

export const LATER = NOON + 100 * HOUR;
