import { asAmount } from './fils.ts';
import type { SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
import type { RecordWords, ResponseShape } from './response-shape.ts';
import { formatWallClock } from './wall-clock.ts';

export type JsonObject = Record<string, unknown>;

export interface Look {
  url: string;
  timeZone: string;
  shape: ResponseShape;
  /** Different wording for the records of single orders. */
  ownWords: ReadonlyMap<string, OwnWords>;
  /** Applied to each record last. */
  reword?: (kind: 'link' | 'transaction', record: JsonObject) => JsonObject;
}

/** For one order: different wording, and members that override its records; undefined removes a member. */
export type OwnWords = Partial<RecordWords> & { members?: JsonObject };

export const payAddress = (url: string, link: SandboxLink): string => `${url}/pay/${link.token}`;

export const stateWord = (state: string, { shape }: Look): unknown => wordOf(state, shape);

export const buildLinkRecord = (link: SandboxLink, look: Look): JsonObject =>
  wordAs(
    'link',
    {
      orderId: link.orderId,
      Invoice_Id: link.invoiceId,
      Product_Id: link.request.Product_Id || null,
      FullName: link.request.FullName,
      Email: link.request.Email,
      Phone: link.request.Phone,
      City: link.request.City ?? null,
      Country: link.request.Country ?? null,
      amount: asAmount(link.amountFils),
      currency: 'AED',
      notes: link.request.notes,
      status: link.status,
      paymentLink: payAddress(look.url, link),
      transactionId: link.transactionId,
      createdAt: link.createdAt,
      expiryOn: link.expiresAt,
      paidAt: link.paidAt,
    },
    link.orderId,
    look,
  );

export const buildTransactionRecord = (
  transaction: SandboxTransaction,
  { link, payout }: { link: SandboxLink | undefined; payout: SandboxPayout | undefined },
  look: Look,
): JsonObject =>
  wordAs(
    'transaction',
    {
      transactionId: transaction.transactionId,
      orderId: transaction.orderId,
      Invoice_Id: link?.invoiceId ?? null,
      FullName: link?.request.FullName ?? null,
      Email: link?.request.Email ?? null,
      amount: asAmount(transaction.amountFils),
      currency: transaction.currency,
      status: transaction.status,
      fee: asAmount(transaction.feeFils),
      netAmount:
        transaction.status === 'SUCCESS' ? asAmount(transaction.amountFils - transaction.feeFils) : 0,
      cardBrand: transaction.cardBrand,
      maskedCard: `**** **** **** ${transaction.cardLastFour}`,
      rrn: transaction.reference,
      notes: link?.request.notes ?? null,
      ...(look.shape.payoutsBy === 'payout-id' ? { payoutId: payout?.payoutId ?? null } : {}),
      createdAt: transaction.createdAt,
    },
    transaction.orderId,
    look,
  );

export const buildPayoutRecord = (payout: SandboxPayout, look: Look): JsonObject => {
  const { payoutsBy } = look.shape;
  const { payoutId, transactionIds } = payout;
  const joined =
    payoutsBy === 'list'
      ? { transactionIds }
      : payoutsBy === 'wrongly'
        ? mistake(payout)
        : payoutsBy === 'days'
          ? {
              fromDate: formatWallClock(payout.firstTransactionAt, look.timeZone),
              toDate: formatWallClock(payout.lastTransactionAt, look.timeZone),
            }
          : {};
  const sums =
    payoutsBy === 'nothing'
      ? { netAmount: asAmount(payout.netFils - HIDDEN_CHARGE_FILS) }
      : {
          transactionCount: transactionIds.length,
          grossAmount: asAmount(payout.grossFils),
          feeAmount: asAmount(payout.feeFils),
          netAmount: asAmount(payout.netFils),
        };
  return {
    payoutId,
    status: stateWord('PAID_OUT', look),
    ...sums,
    currency: 'AED',
    ...joined,
    bankReference: payout.bankReference,
    createdAt: formatWallClock(payout.createdAt, look.timeZone),
  };
};

/** A bank's transfer fee, which no record shows. */
const HIDDEN_CHARGE_FILS = 105;

/** By payout number: one fils too much, a missing transaction, an unknown transaction, or nothing wrong. */
function mistake({ payoutId, transactionIds, netFils }: SandboxPayout): JsonObject {
  switch (Number(payoutId) % 4) {
    case 0:
      return { transactionIds, netAmount: asAmount(netFils + 1) };
    case 1:
      return { transactionIds: transactionIds.slice(1) };
    case 2:
      return { transactionIds: [...transactionIds.slice(1), `${payoutId}000`] };
    default:
      return { transactionIds };
  }
}

function wordAs(kind: 'link' | 'transaction', plain: JsonObject, orderId: string, look: Look): JsonObject {
  const { members, ...own } = look.ownWords.get(orderId) ?? {};
  const record = { ...wordRecord(kind, plain, { ...look.shape, ...own }, look.timeZone), ...members };
  return look.reword?.(kind, record) ?? record;
}

const MOMENTS = ['createdAt', 'expiryOn', 'paidAt'];

/** Rewrites a record from the sandbox's own words and epoch milliseconds to the chosen wording. */
const wordRecord = (
  kind: 'link' | 'transaction',
  plain: JsonObject,
  words: RecordWords,
  timeZone: string,
): JsonObject => {
  const record: JsonObject = {};
  for (const [name, value] of Object.entries(plain))
    if (isTold(name, kind, words)) Object.assign(record, wordMember(name, value, words, timeZone));
  if (kind === 'transaction' && words.kindField !== null)
    record[words.kindField] = plain['status'] === 'REFUNDED' ? 'REFUND' : 'SALE';
  return record;
};

/** The configured word for a state, or the sandbox's own. */
const wordOf = (state: string, { stateWords }: Pick<RecordWords, 'stateWords'>): unknown =>
  Object.hasOwn(stateWords, state) ? stateWords[state] : state;

function isTold(name: string, kind: 'link' | 'transaction', words: RecordWords): boolean {
  const carried = kind === 'link' ? words.linkReferences : words.references;
  if (name === 'Invoice_Id') return carried === 'both';
  if (name === 'status') return words.statesIn === 'both' || kind === 'transaction';
  return !MOMENTS.includes(name) || words.times !== 'none';
}

function wordMember(name: string, value: unknown, words: RecordWords, timeZone: string): JsonObject {
  if (name === 'status') return { [words.stateField]: wordOf(String(value), words) };
  if (!MOMENTS.includes(name)) return { [name]: value };
  const moment = typeof value === 'number' ? writeMoment(value, words.times, timeZone) : null;
  return { [name]: moment };
}

function writeMoment(at: number, how: RecordWords['times'], timeZone: string): string | number {
  switch (how) {
    case 'iso':
      return new Date(at).toISOString();
    case 'epoch-milliseconds':
      return at;
    default:
      return formatWallClock(at, timeZone);
  }
}
