import type { ActionsBlock } from '@slack/types';
import { actions, buildButton } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { buildWhomToAsk, joinSome, mention, NOT_OFFERED } from '../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn } from '../blocks/text.ts';
import type { SaleFigures, Sum } from '../figures/sale-figures.ts';
import { buildAskRefundButton, buildChangeButton, listCardButtons } from '../links/card/card-buttons-view.ts';
import type { ListedSale } from '../links/card/link-line-view.ts';
import { mayBeChanged, type SaleState } from '../links/sale/display-state.ts';
import type { IntentName } from './intents.ts';

export const WHO_PAID_ACTION = 'who_paid';
export const WHO_HAS_NOT_ACTION = 'who_has_not';

const money = ({ fils, count }: Sum, what: string): string =>
  count === 0 ? 'nothing' : `${formatAed(fils)} in ${countOf(count, what)}`;

export const sayReceived = ({ received }: SaleFigures, days: string): string =>
  `*Received ${days}: ${money(received, 'payment')}.*`;

export const sayBack = ({ refunded, chargedBack }: SaleFigures, days: string): string =>
  [
    `*Refunded ${days}: ${money(refunded, 'refund')}.*`,
    ...(chargedBack.count > 0 ? [`Charged back: ${money(chargedBack, 'chargeback')}.`] : []),
  ].join(' ');

/** `toCome` null: of a past day, nothing that is so now is said. */
export const sayFigures = (figures: SaleFigures, toCome: Sum | null, days: string): string =>
  [
    sayReceived(figures, days),
    ...(figures.refunded.count + figures.chargedBack.count > 0 ? [sayBack(figures, days)] : []),
    ...(toCome === null ? [] : [`Still to come: ${money(toCome, 'sale')}.`]),
  ].join(' ');

/** For who sees their own figures only. */
export const sayWhoseFigures = (who: readonly string[]): string =>
  `Your own sales. Everybody’s? ${buildWhomToAsk(who)}`;

/** `days`: as they were typed. */
export const buildFollowUps = (days: string): ActionsBlock =>
  actions('question_next', [
    buildButton(days || 'today', WHO_PAID_ACTION, 'Who paid'),
    buildButton('unpaid', WHO_HAS_NOT_ACTION, 'Who has not'),
  ]);

interface Order {
  /** Those that it is probably about. */
  states: readonly SaleState[];
  lead: string;
  /** The lead is said of others, too. */
  isForAll?: true;
  buttonsOf?: (sale: ListedSale) => ActionsBlock['elements'];
}

export const NONE_WAITS = 'None of these is waiting for payment.';
const NO_CASH =
  'Cash and transfers are not counted here: only a payment by its link makes a sale *Paid*. Don’t send that link again.';

const withChange = (sale: ListedSale): ActionsBlock['elements'] => [
  ...(mayBeChanged(sale) ? [buildChangeButton(sale)] : []),
  ...listCardButtons(sale).slice(-1),
];

/** What no line does by itself. */
export const ORDERS: Partial<Record<IntentName, Order>> = {
  send: { states: ['waiting', 'partly'], lead: 'Nothing is sent yet: press *WhatsApp* or *Show QR*.' },
  change: {
    states: ['waiting'],
    lead: 'Nothing is changed yet: press *Change amount or details…*',
    buttonsOf: withChange,
  },
  cancel: { states: ['waiting'], lead: NOT_OFFERED, isForAll: true, buttonsOf: withChange },
  refund: {
    states: ['paid', 'doubted', 'partly', 'mismatch'],
    lead: NOT_OFFERED,
    isForAll: true,
    buttonsOf: (sale) => [
      ...(sale.sale.overFils > 0 ? [buildAskRefundButton(sale, sale.sale.overFils)] : []),
      ...listCardButtons(sale),
    ],
  },
  cash: { states: ['waiting', 'partly', 'expired'], lead: NO_CASH, isForAll: true },
};

export const sayFinance = (who: readonly string[]): string =>
  who.length === 0 ? '' : ` Finance is ${joinSome(who.map(mention), 3)}.`;

export const sayNewAmount = (amount: string): string => ` and enter ${escapeMrkdwn(cut(amount, 40))}.`;

export const LATIN_NAMES = 'Names are kept in Latin letters. Today’s sales, open and paid:';

/** `typed` may be the customer of a new sale. */
export const sayHowToSell = (typed: string): string =>
  `A new link? Add the amount, or type \`/paylink new ${escapeMrkdwn(cut(typed, 60)).replaceAll('`', '')}\`.`;
