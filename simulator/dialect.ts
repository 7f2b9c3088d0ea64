import type { JsonObject } from '../playground/sandbox/record-look.ts';
import { drawRefundRows, type RefundLook } from './refund-rows.ts';
import type { World } from './simulated-world.ts';

/** What services write beside a payment. It says nothing about whether it was paid, so it may change nothing. */
const ORDINARY: readonly JsonObject[] = [
  { settlementStatus: 'PENDING', settlementCurrency: 'AED' },
  { payoutStatus: 'UNPAID' },
  { threeDSecure: { status: 'N' }, eci: '07', is3ds: false },
  { avsResult: 'N', riskStatus: 'REVIEW' },
  { smsStatus: 'FAILED' },
  { customer: { name: 'Void Studio', status: 'INACTIVE' }, kycStatus: 'PENDING' },
  { merchant: { status: 'ACTIVE' } },
  { orderState: 'NEW' },
  { card: { type: 'CREDIT' }, cardCurrency: 'USD' },
  { refundStatus: 'NONE', refundedAmount: 0 },
  { captureMethod: 'AUTOMATIC', channel: 'ECOM' },
  { vat: 0.5, isTest: false, retry: false },
  { authCode: '831000', acquirerMessage: 'Approved' },
  { isRefundable: true },
];
/** Words that nobody knows for a link that can be paid, and for a payment. */
const OF_LIFE = ['Zugestellt', 'LIVE9', 'in circulation'] as const;
const OF_PAYMENT = ['Verbucht', 'QX17', 'regled'] as const;
/**
 * Of the sorts that have a say, beside a payment that is otherwise plain: a state, a flag, a kind, a currency, an amount. Nobody knows
 * what they say, so nothing counts before somebody has said it.
 */
const STRANGE: readonly [JsonObject, ...JsonObject[]] = [
  { processingState: 'Gebucht' },
  { accepted: 'K' },
  { operationType: 'GUTSCHRIFT' },
  { tradeCurrency: 'XK' },
  { dealAmount: 3 },
];
export const isLifeWord = (word: string): boolean => OF_LIFE.some((one) => one === word);
export const isPaymentWord = (word: string): boolean => OF_PAYMENT.some((one) => one === word);
/** What stands for an order id where there is none, also on rows of a card terminal. */
const PLACEHOLDERS = ['0', 'null', 'N/A'] as const;

/** How a service words its records. */
export interface Dialect {
  stateWords: Record<string, string>;
  reword: (kind: 'link' | 'transaction', record: JsonObject) => JsonObject;
  /** Nobody can tell that a link was not paid from a word that its service alone uses. */
  hasOwnLife: boolean;
  /** Nobody can tell that a link was paid, until somebody says what the words mean. */
  hasOwnPayment: boolean;
  /** The words are plain, and something beside them is not. A link's own record has only the words. */
  isStrangeBeside: boolean;
  refunds: RefundLook;
  /** One payment page for all links. */
  hasOnePage: boolean;
  /** Its transactions have no order id, only our reference. */
  hasPlaceholders: boolean;
}

export const drawDialect = (world: World): Dialect => {
  const { dice } = world;
  const leaves = world.has('ordinary leaves') ? ORDINARY.filter(() => dice.chance(0.5)) : [];
  const life = world.has('own words of a link’s life') && dice.chance(0.4) ? dice.pick(OF_LIFE) : null;
  const payment = world.has('own words of payments') && dice.chance(0.2) ? dice.pick(OF_PAYMENT) : null;
  const placeholder = world.has('placeholders') && dice.chance(0.5) ? dice.pick(PLACEHOLDERS) : null;
  const strange = world.has('strange leaves') && dice.chance(0.2) ? dice.pick(STRANGE) : null;
  const added = Object.assign({}, ...leaves, strange ?? {});
  return {
    stateWords: {
      ...(life === null ? {} : { CREATED: life }),
      ...(payment === null ? {} : { PAID: payment, SUCCESS: payment }),
    },
    reword: (kind, record) => ({
      ...record,
      ...(kind === 'transaction' ? added : {}),
      ...(kind === 'transaction' && placeholder !== null ? { orderId: placeholder } : {}),
    }),
    hasOwnLife: life !== null,
    hasOwnPayment: payment !== null || strange !== null,
    isStrangeBeside: payment === null && strange !== null,
    refunds: drawRefundRows(world),
    hasOnePage: world.has('one payment page for all links') && dice.chance(0.3),
    hasPlaceholders: placeholder !== null,
  };
};
