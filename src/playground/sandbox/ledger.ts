import { feeOf } from './fils.ts';
import { buildDuePayouts, type PayoutRhythm } from './payouts.ts';
import type { Random } from './random.ts';
import type { LinkDraft, LinkStatus, SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';

export interface Attempt {
  at: number;
  declined: boolean;
  /** Instead of the link's own amount. */
  amountFils?: number | undefined;
}

export type AttemptResult =
  | { outcome: 'paid' | 'declined'; link: SandboxLink; transaction: SandboxTransaction }
  | { outcome: 'already-paid' | 'expired'; link: SandboxLink }
  | { outcome: 'unknown-link' };

/** Everything the sandbox remembers. Lists are in the order in which things happened. */
export interface Ledger {
  create(draft: LinkDraft, at: number): SandboxLink;
  attempt(orderId: string, attempt: Attempt): AttemptResult;
  links(): SandboxLink[];
  link(orderId: string): SandboxLink | undefined;
  linkByToken(token: string): SandboxLink | undefined;
  linkByInvoiceId(invoiceId: string): SandboxLink | undefined;
  transactions(): SandboxTransaction[];
  payouts(): SandboxPayout[];
}

interface LedgerOptions {
  now: () => number;
  timeZone: string;
  random: Random;
  firstOrderId: number;
  payouts: PayoutRhythm;
}

type StoredLink = Omit<SandboxLink, 'status'> & { status: Exclude<LinkStatus, 'EXPIRED'> };

const CARD_BRANDS = ['Visa', 'Visa', 'Mastercard', 'Mastercard', 'American Express'] as const;
const FIRST_TRANSACTION_ID = 500_001;

export const createLedger = ({ now, timeZone, random, firstOrderId, payouts }: LedgerOptions): Ledger => {
  const links = new Map<string, StoredLink>();
  const orderIdByToken = new Map<string, string>();
  const orderIdByInvoiceId = new Map<string, string>();
  const transactions: SandboxTransaction[] = [];
  const paidOut: SandboxPayout[] = [];
  let unsettled: SandboxTransaction[] = [];

  const isExpired = (link: StoredLink, at: number): boolean => link.status !== 'PAID' && at >= link.expiresAt;
  const show = (link: StoredLink): SandboxLink =>
    isExpired(link, now()) ? { ...link, status: 'EXPIRED' } : link;
  const find = (orderId: string | undefined): SandboxLink | undefined => {
    const link = orderId === undefined ? undefined : links.get(orderId);
    return link && show(link);
  };

  const settle = (): void => {
    const due = buildDuePayouts({ unsettled, until: now(), timeZone, rhythm: payouts, made: paidOut.length });
    paidOut.push(...due.payouts);
    unsettled = due.left;
  };

  return {
    create: (draft, at) => {
      const link: StoredLink = {
        ...draft,
        orderId: String(firstOrderId + links.size),
        token: random.token(20),
        status: 'CREATED',
        createdAt: at,
        paidAt: null,
        transactionId: null,
      };
      links.set(link.orderId, link);
      orderIdByToken.set(link.token, link.orderId);
      if (link.invoiceId !== null) orderIdByInvoiceId.set(link.invoiceId, link.orderId);
      return show(link);
    },

    attempt: (orderId, { at, declined, amountFils }) => {
      const link = links.get(orderId);
      if (!link) return { outcome: 'unknown-link' };
      if (link.status === 'PAID') return { outcome: 'already-paid', link };
      if (isExpired(link, at)) return { outcome: 'expired', link: show(link) };

      const amount = amountFils ?? link.amountFils;
      const transaction: SandboxTransaction = {
        transactionId: String(FIRST_TRANSACTION_ID + transactions.length),
        orderId,
        status: declined ? 'FAILED' : 'SUCCESS',
        amountFils: amount,
        feeFils: declined ? 0 : feeOf(amount),
        cardBrand: random.pick(CARD_BRANDS),
        cardLastFour: random.digits(4),
        reference: random.digits(12),
        createdAt: at,
      };
      transactions.push(transaction);
      if (!declined) unsettled.push(transaction);
      const after: StoredLink = {
        ...link,
        status: declined ? 'FAILED' : 'PAID',
        paidAt: declined ? null : at,
        transactionId: transaction.transactionId,
      };
      links.set(orderId, after);
      return { outcome: declined ? 'declined' : 'paid', link: after, transaction };
    },

    links: () => [...links.values()].map(show),
    link: find,
    linkByToken: (token) => find(orderIdByToken.get(token)),
    linkByInvoiceId: (invoiceId) => find(orderIdByInvoiceId.get(invoiceId)),
    transactions: () => [...transactions],
    payouts: () => {
      settle();
      return [...paidOut];
    },
  };
};
