import { asAmount } from './fils.ts';
import type { SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';
import type { ResponseShape } from './response-shape.ts';
import { formatWallClock } from './wall-clock.ts';

export type JsonObject = Record<string, unknown>;

export interface Look {
  url: string;
  timeZone: string;
  shape: ResponseShape;
}

export const payAddress = (url: string, link: SandboxLink): string => `${url}/pay/${link.token}`;

export const stateWord = (state: string, { shape }: Look): string => shape.stateWords[state] ?? state;

export const buildLinkRecord = (link: SandboxLink, look: Look): JsonObject => ({
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
  status: stateWord(link.status, look),
  paymentLink: payAddress(look.url, link),
  transactionId: link.transactionId,
  createdAt: formatWallClock(link.createdAt, look.timeZone),
  expiryOn: formatWallClock(link.expiresAt, look.timeZone),
  paidAt: link.paidAt === null ? null : formatWallClock(link.paidAt, look.timeZone),
});

export const buildTransactionRecord = (
  transaction: SandboxTransaction,
  link: SandboxLink | undefined,
  look: Look,
): JsonObject => ({
  transactionId: transaction.transactionId,
  orderId: transaction.orderId,
  Invoice_Id: link?.invoiceId ?? null,
  FullName: link?.request.FullName ?? null,
  Email: link?.request.Email ?? null,
  amount: asAmount(transaction.amountFils),
  currency: 'AED',
  status: stateWord(transaction.status, look),
  fee: asAmount(transaction.feeFils),
  netAmount: transaction.status === 'SUCCESS' ? asAmount(transaction.amountFils - transaction.feeFils) : 0,
  cardBrand: transaction.cardBrand,
  maskedCard: `**** **** **** ${transaction.cardLastFour}`,
  rrn: transaction.reference,
  notes: link?.request.notes ?? null,
  createdAt: formatWallClock(transaction.createdAt, look.timeZone),
});

export const buildPayoutRecord = (payout: SandboxPayout, look: Look): JsonObject => ({
  payoutId: payout.payoutId,
  status: stateWord('PROCESSED', look),
  transactionCount: payout.orderIds.length,
  grossAmount: asAmount(payout.grossFils),
  feeAmount: asAmount(payout.feeFils),
  netAmount: asAmount(payout.netFils),
  currency: 'AED',
  fromDate: formatWallClock(payout.firstTransactionAt, look.timeZone),
  toDate: formatWallClock(payout.lastTransactionAt, look.timeZone),
  bankReference: payout.bankReference,
  createdAt: formatWallClock(payout.createdAt, look.timeZone),
});
