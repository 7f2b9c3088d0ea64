import { isDisputed } from '../../blocks/back-words.ts';
import { describeCustomer } from '../../blocks/customer.ts';
import { actions, buildMessage, type Message, section } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { moneyOf } from '../../store/link-payment.ts';
import { describeStill, nameOver } from '../sale/describe-display-state.ts';
import { inItsSale } from '../sale/link-in-sale.ts';
import { backSince, type Over, overOf } from '../sale/over.ts';
import { cameOf } from '../sale/standing.ts';
import { buildAskRefundButton, buildDetailsButton } from './card-buttons-view.ts';
import { describeOne, nameOrder } from './owner-messages-view.ts';

/** A sale for which more came than was due, as it is now. */
export interface TooMuch {
  /** All its links, newest first. */
  sale: readonly [Link, ...Link[]];
  /** For the people who are asked to give it back; others get the button that asks them. */
  isFinance: boolean;
}

/** Details of more would not fit. */
const MOST_NAMED = 10;

/** The one message about it in a conversation, from too much to refunded. */
export const buildTooMuch = ({ sale, isFinance }: TooMuch, timeZone: string): Message => {
  const over = overOf(sale);
  const headline = describeHeadline({ sale, isFinance });
  const text = [headline, ...(over === null ? [] : describeMore(over, isFinance, timeZone))].join('\n');
  const came = sale.filter((one) => moneyOf(one) !== null).slice(0, MOST_NAMED);
  return buildMessage(text, [
    section(text, 'too_much'),
    ...came.toReversed().map((one) => ({
      ...section(describeOne(inItsSale(one, sale)), `link_${one.id}`),
      accessory: buildDetailsButton(one),
    })),
    ...(over === null || over.isAsked || isFinance
      ? []
      : [actions('refund', [buildAskRefundButton(sale[0], over.fils)])]),
  ]);
};

/** As it is first posted, and again below it for `to`, whom an edit does not notify. */
export const buildTooMuchHeadline = (of: TooMuch, to: string | null = null): Message => {
  const text = [...(to === null ? [] : [mention(to)]), describeHeadline(of)].join(' ');
  return buildMessage(text, [section(text, 'too_much')]);
};

const describeHeadline = ({ sale, isFinance }: TooMuch): string => {
  const over = overOf(sale);
  const who = escapeMrkdwn(describeCustomer(sale[0].details));
  if (over === null) return describeEnd(sale, who);
  return over.isAsked
    ? `↩️ ${describeAsk(over, isFinance).join('')} to ${who}.`
    : `🔴 *${nameOver(over)}* by ${who}. ${formatAed(over.dueFils)} was due, so ${formatAed(over.fils)} is too much.`;
};

const describeAsk = ({ asked }: Over, isFinance: boolean): string[] =>
  asked === null
    ? []
    : [
        `${mention(asked.by)} ${isFinance ? 'asks you' : 'asked finance'} to refund *${formatAed(asked.fils)}*`,
      ];

const describeEnd = (sale: readonly Link[], who: string): string => {
  if (sale.some(({ payment }) => isDisputed(payment)))
    return `⚖️ *Don’t refund it*: ${who} disputes a payment of this sale with their bank.`;
  const backFils = backSince(sale);
  return backFils > 0
    ? `✅ *${formatAed(backFils)} refunded* to ${who}. Nothing is too much any more.`
    : `✅ Nothing is too much any more of what ${who} paid.`;
};

const describeMore = (over: Over, isFinance: boolean, timeZone: string): string[] => {
  const still = describeStill(over, timeZone) ?? [];
  if (!over.isAsked) return [describeAsk(over, isFinance).map((ask) => `${ask}.`), still].flat();
  const lines = [`${nameOver(over)}. ${formatAed(over.dueFils)} was due.`, still].flat();
  if (!isFinance) return lines;
  return [
    ...lines,
    `Payment: ${nameOrder(choosePayment(over))}`,
    'Refund it in the payment service’s dashboard. Paylink sees it there, and says so here.',
  ];
};

/** The payment that was too much, or the last one that is enough. */
const choosePayment = ({ paid, fils }: Over): Link =>
  paid.findLast((one) => cameOf(one) === fils) ??
  paid.findLast((one) => cameOf(one) > fils) ??
  (paid.at(-1) as Link);
