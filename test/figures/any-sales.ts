import * as fc from 'fast-check';
import type { Store, StorePlace } from '../../src/open-store.ts';
import { BACK_KINDS } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { type LinkPayment, PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { openTables } from '../fixtures/read-tables.ts';

/** The last day of a month in Dubai. */
export const NOON = Date.UTC(2026, 10, 30, 8);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The ways of a link, and what is known of its payment at the end. */
const WAYS: readonly (readonly LinkState[])[] = [
  [],
  ['failed'],
  ['unknown'],
  ['open'],
  ['open', 'paid'],
  ['open', 'paid'],
  ['open', 'reported'],
  ['open', 'reported'],
  ['open', 'expired'],
  ['open', 'failed'],
];

/** Quarters of an hour before and after noon. */
export const hours = (from: number, to: number) =>
  fc.integer({ min: from * 4, max: to * 4 }).map((quarters) => NOON + (quarters * HOUR) / 4);

/** AED 400,000,000: more than twice that in one payment is read as a typing error. */
const MOST_FILS = 40_000_000_000;

const anyPayment = fc.record({
  finding: fc.constantFrom(...PAYMENT_FINDINGS),
  happenedAt: fc.option(hours(-30, 60)),
  amountFils: fc.option(fc.integer({ min: 500, max: MOST_FILS })),
  /** It came as two payments of the link. */
  isInParts: fc.boolean(),
  /** As much came as is said of it. */
  isFitting: fc.boolean(),
  /** A part after the other; of the last the service may not say how much. */
  refunds: fc.array(
    fc.record({
      kind: fc.constantFrom(...BACK_KINDS),
      fils: fc.integer({ min: 1, max: 150 }),
      noticedAt: hours(-30, 60),
      happenedAt: fc.option(hours(-30, 60)),
    }),
    { maxLength: 3 },
  ),
  isLastOpen: fc.boolean(),
  /** The only part is all that came. */
  isAllBack: fc.boolean(),
  currency: fc.constantFrom(null, 'AED', 'aed', 'USD'),
});

export const anySale = fc.record({
  owner: fc.constantFrom('U1', 'U2', 'U3'),
  place: fc.constantFrom('C1', 'C2', 'U1'),
  /** Of another sale: one more link in place of the one before. */
  isNext: fc.boolean(),
  /** If a part of the one before is paid, it asks for the rest. */
  isRest: fc.boolean(),
  /** Made for an account that is not the confirmed one. */
  isOfOther: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  hasAddress: fc.boolean(),
  way: fc.constantFrom(...WAYS),
  fils: fc.integer({ min: 1_000, max: MOST_FILS }),
  at: hours(-30, 30),
  payment: fc.option(anyPayment),
});

export type Sale = typeof anySale extends fc.Arbitrary<infer T> ? T : never;

/** Half of it with the first link, the rest with the next. */
const paidInTwo = fc.tuple(anySale, anySale, anyPayment).map(([first, next, payment]): Sale[] => {
  const paid = { ...payment, isFitting: true, currency: null, refunds: [] };
  const part = {
    isNext: false,
    way: ['open', 'reported'] as const,
    payment: { ...paid, finding: 'partly' as const },
  };
  const rest = {
    isNext: true,
    isRest: true,
    way: ['open', 'paid'] as const,
    payment: { ...paid, finding: 'confirmed' as const },
  };
  return [
    { ...first, ...part },
    { ...next, ...rest, isOfOther: first.isOfOther },
  ];
});

export const anySales = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: anySale.map((one) => [one]) }, { weight: 1, arbitrary: paidInTwo }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((some) => some.flat());

/** Half of it, all of it, or twice as much. */
const FITTING: Partial<Record<LinkPayment['finding'], number>> = { partly: 0.5, confirmed: 1, mismatch: 2 };

const paymentOf = (
  { refunds: parts, isLastOpen, isAllBack, isFitting, isInParts, ...payment }: NonNullable<Sale['payment']>,
  { fils, noticedAt }: { fils: number; noticedAt: number },
): LinkPayment => {
  const share = FITTING[payment.finding];
  if (isFitting && share !== undefined) payment.amountFils = Math.floor(fils * share);
  const filsOf = (at: number, own: number): number | null => {
    if (isAllBack && parts.length === 1) return payment.amountFils ?? fils;
    return isLastOpen && at === parts.length - 1 ? null : own;
  };
  const refunds = parts.map((one, at) => ({ ...one, fils: filsOf(at, one.fils) }));
  const refundedFils = refunds.reduce<number | null>(
    (sum, { fils }) => (sum === null || fils === null ? null : sum + fils),
    0,
  );
  const { amountFils, happenedAt } = payment;
  const half = isInParts && amountFils !== null ? Math.floor(amountFils / 2) : 0;
  return buildPayment({
    ...{ ...payment, noticedAt, refundedFils },
    ...(refunds.length > 0 && { refunds }),
    ...(half > 0 && {
      parts: [half, (amountFils ?? 0) - half].map((part) => ({ fils: part, noticedAt, happenedAt })),
    }),
  });
};

export const OTHER_ACCOUNT = 'ACC-0';

/** Writes them in place of what there is. */
export const writeSales = async (
  sales: readonly Sale[],
  { store, place: at }: { store: Store; place: StorePlace },
): Promise<Link[]> => {
  const tables = await openTables(at);
  for (const table of ['link_events', 'link_movements', 'jobs', 'links'])
    await tables.run(`delete from ${table}`);
  await tables.run('delete from accounts');
  await tables.run(`insert into accounts (team_id, account, host, first_account, confirmed_at)
    values ('T1', 'ACC-1', 'pay.example.com', 'ACC-1', 0)`);
  const made: Link[] = [];
  for (const [n, sale] of sales.entries()) {
    const { owner, place, isNext, isRest, isOfOther, hasAddress, way, at, payment } = sale;
    const before = isNext ? made.at(-1) : undefined;
    const restFils = (before?.amountFils ?? 0) - (before?.payment?.amountFils ?? 0);
    const fils = isRest && before?.payment?.finding === 'partly' && restFils > 0 ? restFils : sale.fils;
    const id = `lnk_${n}`;
    await store.links.reserve(
      buildNewLink(id, {
        ...{ at, creatorId: owner, channelId: place, amountFils: fils, saleId: before?.saleId ?? null },
        expiresAt: at + 24 * HOUR,
      }),
    );
    for (const to of way)
      await store.links.move({
        ...{ id, to, at: at + MINUTE, cause: 'answered' },
        ...(to === way.at(-1) &&
          payment !== null && { payment: paymentOf(payment, { fils, noticedAt: at + MINUTE }) }),
        ...(to === 'open' && hasAddress && { address: `https://pay.example.com/${n}` }),
      });
    if (isOfOther) await tables.run(`update links set account = '${OTHER_ACCOUNT}' where id = '${id}'`);
    made.push(await store.links.get(id));
  }
  await tables.close();
  return made;
};
