import type { BackKind } from '../payment-service/record-words.ts';
import { type LinkPayment, type PaymentMoney, type Refund, refundsOf } from '../store/link-payment.ts';

/** The words for money that goes back in one way, and for what of it comes again. */
interface BackWords {
  /** After an amount, on cards and in figures: `AED 50.00 refunded`. */
  done: string;
  undone: string;
  /** The name of one: in *Details*, and of a row in the workbook. */
  name: string;
  undoneName: string;
  /** Their bank takes it, so nobody may be asked to give it back, too. */
  isByBank: boolean;
}

/** In the order in which they are told. */
export const BACK_WORDS: Record<BackKind, BackWords> = {
  refund: {
    ...{ done: 'refunded', undone: 'of a refund came again' },
    ...{ name: 'Refund', undoneName: 'Refund, reversed', isByBank: false },
  },
  void: {
    ...{ done: 'voided', undone: 'of a void came again' },
    ...{ name: 'Void', undoneName: 'Void, reversed', isByBank: false },
  },
  chargeback: {
    ...{ done: 'charged back', undone: 'won back' },
    ...{ name: 'Chargeback', undoneName: 'Chargeback, won back', isByBank: true },
  },
};

const KINDS = Object.keys(BACK_WORDS) as BackKind[];

/** What is gone of a payment in each way, in integer fils; null: nobody knows how much. */
export const listBack = (payment: PaymentMoney): { kind: BackKind; fils: number | null }[] => {
  const parts = refundsOf(payment);
  const sum = (some: readonly Refund[]) =>
    some.reduce<number | null>((all, { fils }) => (all === null || fils === null ? null : all + fils), 0);
  return KINDS.map((kind) => ({ kind, fils: sum(parts.filter((one) => one.kind === kind)) })).filter(
    ({ fils }) => fils !== 0,
  );
};

/** All that went back was voided: it was never the merchant's. */
export const isVoided = (payment: LinkPayment | null): boolean => {
  const back = payment === null ? [] : listBack(payment);
  return back.length > 0 && back.every(({ kind }) => kind === 'void');
};

/** Their bank has some of it, or may take it. */
export const isDisputed = (payment: PaymentMoney | null): boolean =>
  payment !== null &&
  (payment.dispute === 'open' || listBack(payment).some(({ kind }) => BACK_WORDS[kind].isByBank));
