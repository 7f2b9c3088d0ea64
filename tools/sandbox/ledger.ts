import type { Random } from '../../packages/local-slack/src/random.ts';
import { feeOf } from './fils.ts';
import { buildDuePayouts } from './payouts.ts';
import type { LinkDraft, LinkStatus, SandboxLink, SandboxPayout, SandboxTransaction } from './records.ts';

interface Attempt {
  at: number;
  declined: boolean;
  /** The bank takes the money although the link is over. */
  isLate?: boolean;
  /** The customer had its page open twice, and paid before. */
  isAgain?: boolean;
  /** Instead of the link's own amount. */
  amountFils?: number | undefined;
  /** Instead of AED. */
  currency?: string | undefined;
}

/** Why an event is not possible for a link. */
export type Refusal = 'unknown-link' | 'already-paid' | 'expired' | 'cancelled' | 'refunded' | 'not-paid';

export type LedgerResult =
  | { outcome: 'done'; link: SandboxLink; transaction: SandboxTransaction | null }
  | { outcome: Refusal };

type AttemptResult =
  | { outcome: 'done'; link: SandboxLink; transaction: SandboxTransaction }
  | { outcome: Refusal };

/** The sandbox's state. Lists are in chronological order. */
export interface Ledger {
  create(draft: LinkDraft, at: number): SandboxLink;
  attempt(orderId: string, attempt: Attempt): AttemptResult;
  /**
   * Refunds everything that is left unless an amount is given. A separate transaction; the payment does not change.
   */
  refund(orderId: string, refund: { at: number; amountFils?: number | undefined }): AttemptResult;
  cancel(orderId: string, at: number): LedgerResult;
  /** Makes the link expire at that moment. */
  expire(orderId: string, at: number): LedgerResult;
  links(): SandboxLink[];
  link(orderId: string): SandboxLink | undefined;
  linkByToken(token: string): SandboxLink | undefined;
  linkByInvoiceId(invoiceId: string): SandboxLink | undefined;
  transactions(): SandboxTransaction[];
  payouts(): SandboxPayout[];
  /** The payout that contains the transaction. */
  payoutOf(transactionId: string): SandboxPayout | undefined;
}

interface LedgerOptions {
  now: () => number;
  timeZone: string;
  random: Random;
  firstOrderId: number;
}

type StoredLink = Omit<SandboxLink, 'status'> & { status: Exclude<LinkStatus, 'EXPIRED'> };

const CARD_BRANDS = ['Visa', 'Visa', 'Mastercard', 'Mastercard', 'American Express'] as const;
const FIRST_TRANSACTION_ID = 500_001;
const IS_PAYABLE: Partial<Record<LinkStatus, true>> = { CREATED: true, FAILED: true };

export const createLedger = ({ now, timeZone, random, firstOrderId }: LedgerOptions): Ledger => {
  const links = new Map<string, StoredLink>();
  const orderIdByToken = new Map<string, string>();
  const orderIdByInvoiceId = new Map<string, string>();
  const transactions: SandboxTransaction[] = [];
  const paidOut: SandboxPayout[] = [];
  const payoutByTransaction = new Map<string, SandboxPayout>();
  let unsettled: SandboxTransaction[] = [];

  const isExpired = (link: StoredLink, at: number): boolean =>
    IS_PAYABLE[link.status] === true && at >= link.expiresAt;
  const show = (link: StoredLink): SandboxLink =>
    isExpired(link, now()) ? { ...link, status: 'EXPIRED' } : link;
  const find = (orderId: string | undefined): SandboxLink | undefined => {
    const link = orderId === undefined ? undefined : links.get(orderId);
    return link && show(link);
  };
  const change = (link: StoredLink, changed: Partial<StoredLink>): SandboxLink => {
    const after = { ...link, ...changed };
    links.set(link.orderId, after);
    return show(after);
  };
  const record = (
    transaction: Omit<SandboxTransaction, 'transactionId' | 'cardBrand' | 'cardLastFour' | 'reference'>,
    card: Pick<SandboxTransaction, 'cardBrand' | 'cardLastFour'>,
  ): SandboxTransaction => {
    const made = {
      ...transaction,
      ...card,
      transactionId: String(FIRST_TRANSACTION_ID + transactions.length),
      reference: random.digits(12),
    };
    transactions.push(made);
    return made;
  };
  /** The link if it can be paid, otherwise the reason why not. */
  const findPayable = (orderId: string, at: number, isAgain = false): StoredLink | Refusal => {
    const link = links.get(orderId);
    if (!link) return 'unknown-link';
    switch (link.status) {
      case 'PAID':
        return isAgain ? link : 'already-paid';
      case 'CANCELLED':
        return 'cancelled';
      case 'REFUNDED':
      case 'PARTIALLY_REFUNDED':
        return 'refunded';
      default:
        return isExpired(link, at) ? 'expired' : link;
    }
  };

  const settle = (): void => {
    const due = buildDuePayouts({ unsettled, until: now(), timeZone, made: paidOut.length });
    for (const payout of due.payouts) {
      paidOut.push(payout);
      for (const transactionId of payout.transactionIds) payoutByTransaction.set(transactionId, payout);
    }
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

    attempt: (orderId, { at, declined, amountFils, currency = 'AED', isLate = false, isAgain = false }) => {
      const link = findPayable(orderId, isLate ? 0 : at, isAgain);
      if (typeof link === 'string') return { outcome: link };
      const amount = amountFils ?? link.amountFils;
      const card = { cardBrand: random.pick(CARD_BRANDS), cardLastFour: random.digits(4) };
      const transaction = record(
        {
          orderId,
          status: declined ? 'FAILED' : 'SUCCESS',
          amountFils: amount,
          currency,
          feeFils: declined ? 0 : feeOf(amount),
          createdAt: at,
        },
        card,
      );
      // Payouts are in AED only.
      if (!declined && currency === 'AED') unsettled.push(transaction);
      const after = change(link, {
        status: declined ? 'FAILED' : 'PAID',
        paidAt: declined ? null : at,
        transactionId: transaction.transactionId,
      });
      return { outcome: 'done', link: after, transaction };
    },

    refund: (orderId, { at, amountFils }) => {
      const link = links.get(orderId);
      if (!link) return { outcome: 'unknown-link' };
      if (link.status === 'REFUNDED') return { outcome: 'refunded' };
      const paid = transactions.findLast((one) => one.orderId === orderId && one.status === 'SUCCESS');
      if (!paid) return { outcome: 'not-paid' };
      const back = transactions
        .filter((one) => one.orderId === orderId && one.status === 'REFUNDED')
        .reduce((fils, one) => fils + one.amountFils, 0);
      const amount = amountFils ?? paid.amountFils - back;
      const { currency, cardBrand, cardLastFour } = paid;
      const transaction = record(
        { orderId, status: 'REFUNDED', amountFils: amount, currency, feeFils: 0, createdAt: at },
        { cardBrand, cardLastFour },
      );
      if (currency === 'AED') unsettled.push(transaction);
      const after = change(link, {
        status: back + amount < paid.amountFils ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
        transactionId: transaction.transactionId,
      });
      return { outcome: 'done', link: after, transaction };
    },

    cancel: (orderId, at) => {
      const link = findPayable(orderId, at);
      if (typeof link === 'string') return { outcome: link };
      return { outcome: 'done', link: change(link, { status: 'CANCELLED' }), transaction: null };
    },

    expire: (orderId, at) => {
      const link = findPayable(orderId, at);
      if (typeof link === 'string') return { outcome: link };
      return { outcome: 'done', link: change(link, { expiresAt: at }), transaction: null };
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
    payoutOf: (transactionId) => {
      settle();
      return payoutByTransaction.get(transactionId);
    },
  };
};
