import type { KnownBlock, ModalView } from '@slack/types';
import { BACK_WORDS, listBack } from '../../blocks/back-words.ts';
import { actions, modal, section } from '../../blocks/message.ts';
import { formatAed, formatAmount, slackDate } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { capitalise, cut, escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { LinkCause, LinkEvent } from '../../store/link-changes.ts';
import type { LinkPayment, PaymentFinding, Refund } from '../../store/link-payment.ts';
import { buildForgetButton } from '../customers/forget-view.ts';
import { formFields } from '../form/link-form-fields.ts';
import {
  describeAsked,
  describeAway,
  describeDisplayState,
  describeOver,
  describePaidOut,
  describeWarning,
} from '../sale/describe-display-state.ts';
import { labelOf, labelOfOwn } from '../sale/display-state.ts';
import { type InSale, inItsSale, inSale, type LinkInSale } from '../sale/link-in-sale.ts';

const LONGEST_VALUE = 300;

type Ground = NonNullable<LinkPayment['grounds']>[number];

type Fact = [name: string, value: string | null | undefined];

/** `of`: the number of another link of the sale, if it happened to that. */
export type LineOfHistory = LinkEvent & { of?: string | undefined };

interface LinkDetailsView {
  link: Link;
  /** Of its sale. */
  history: readonly LineOfHistory[];
  timeZone: string;
  /** Shows the service's records, and the words in them, that decided. */
  showsGrounds: boolean;
  /** Offers to forget the customer. */
  mayForget?: boolean;
  /** What was just done about the customer, as mrkdwn. */
  said?: string;
  /** The other links of its sale, newest first. */
  sale?: readonly Link[];
  /** See `describeAway`. */
  away?: string | null;
}

/** Everything known about a link, for colleagues, including what a card must not show in an open channel. */
export const buildLinkDetails = ({
  link,
  history,
  timeZone,
  showsGrounds,
  mayForget = false,
  said = '',
  sale = [],
  away = null,
}: LinkDetailsView): ModalView => {
  const standing = inSale(link, sale);
  const shown = { ...link, ...standing };
  const warning = standing.over ? describeOver(standing.over, timeZone) : describeWarning(shown);
  const asked = describeAsked(link, timeZone);
  return modal('link_details', { title: 'Payment link', close: 'Close' }, [
    ...(said === '' ? [] : [section(said, 'said')]),
    section(
      [
        `*${formatAed(link.amountFils)}* · ${describeDisplayState(shown, timeZone)}`,
        ...(warning ? [warning] : []),
        ...(asked === null ? [] : [asked]),
        ...(away === null ? [] : [describeAway(away)]),
        ...(link.address === null ? [] : [linkTo(link.address)]),
      ].join('\n'),
    ),
    buildFacts('Customer', listCustomer(link, timeZone)),
    buildFacts('Link', listLink(link, timeZone)),
    ...buildSale(link, sale, standing),
    ...(link.payment
      ? [buildFacts(PAYMENT_TITLES[link.payment.finding], listPayment(link.payment, link, timeZone))]
      : []),
    ...(link.payment && showsGrounds ? buildGrounds(link.payment) : []),
    ...buildHistory(history, timeZone),
    ...(mayForget && isKnown(link) ? [actions('customer', [buildForgetButton(link)])] : []),
  ]);
};

const isKnown = ({ details, forgottenAt }: Link): boolean =>
  details.erasedAt === undefined && forgottenAt === null;

function buildFacts(title: string, facts: Fact[]): KnownBlock {
  const lines = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`${name}: ${value}`],
  );
  return section([`*${title}*`, ...lines].join('\n'));
}

const show = (text: string | null | undefined): string | null =>
  text ? escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' '), LONGEST_VALUE)) : null;

function listCustomer({ details, forgottenAt }: Link, timeZone: string): Fact[] {
  if (details.erasedAt !== undefined) return [['Erased on', slackDate(details.erasedAt, timeZone)]];
  return [
    ['Name', show(details.FullName)],
    ['E-mail', show(details.Email)],
    ['Phone', show(details.Phone)],
    ...listFacts('customer', details),
    ['Forgotten', forgottenAt === null ? null : 'erased once this link is over'],
  ];
}

/** The fields that the form's own table shows here. */
function listFacts(of: 'customer' | 'link', details: Record<string, unknown>): Fact[] {
  return formFields.flatMap(([field, row]): Fact[] => {
    const value = details[field];
    return 'fact' in row && row.fact?.of === of && typeof value === 'string'
      ? [[row.fact.name, show(value)]]
      : [];
  });
}

function listLink(link: Link, timeZone: string): Fact[] {
  const { details } = link;
  return [
    ['For', show(details.notes)],
    ['Can be paid until', slackDate(link.expiresAt, timeZone)],
    ['Reference', show(link.invoiceId)],
    [
      'You typed',
      link.invoiceIdAsked === null ? null : `${show(link.invoiceIdAsked)}, which was used before`,
    ],
    ['Order ID', show(link.orderId)],
    ...listFacts('link', details),
    ['Service invoice requested', details.Is_invoice_generated ? 'yes' : null],
    ['Made by', `${mention(link.creatorId)} ${slackDate(link.createdAt, timeZone)}`],
    ['Now with', link.ownerId === link.creatorId ? null : mention(link.ownerId)],
    ['What went wrong', show(link.failure && `${link.failure.what} ${link.failure.next}`)],
  ];
}

/** The links that were made one in place of the other, or for the rest. */
function buildSale(link: Link, sale: readonly Link[], { restBy, restOf }: InSale): KnownBlock[] {
  const nameOf = ({ id, saleOrder: order }: Link): string => {
    if (id === restBy?.id) return 'For the rest';
    if (id === restOf?.whole.id) return 'Paid in part';
    return order < link.saleOrder ? 'Replaces' : 'Replaced by';
  };
  const facts = sale.map((one): Fact => [nameOf(one), describeTied(inItsSale(one, [link, ...sale]))]);
  return facts.length === 0 ? [] : [buildFacts('Related links', facts)];
}

const describeTied = (link: LinkInSale): string =>
  `${show(link.invoiceId)} · ${formatAed(link.amountFils)} · ${labelOf(link)} · made by ${mention(link.creatorId)}`;

/** A try to pay that brought no money must not read like a payment. */
const PAYMENT_TITLES: Record<PaymentFinding, string> = {
  confirmed: 'Payment',
  doubted: 'Payment, to check',
  partly: 'Payment',
  mismatch: 'Payment',
  refunded: 'Payment',
  disputed: 'Payment',
  unconfirmed: 'Reported, not confirmed',
  declined: 'Declined, no money came',
  cancelled: 'Cancelled, no money came',
};

const SEEN_IN: Record<LinkPayment['seenIn'], string> = {
  transaction: 'the service’s record of the transaction',
  link: 'the service’s record of the link',
  callback: 'a message to Paylink’s callback address, which is no proof by itself',
};

function listPayment(payment: LinkPayment, link: Link, timeZone: string): Fact[] {
  const { amountFils, currency } = payment;
  const came = Object.entries(payment.came ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [
    ['Amount in the record', amountFils === null ? null : formatAmount(amountFils, show(currency) ?? 'AED')],
    ['Dispute', payment.dispute],
    ...listBack(payment).map(
      ({ kind, fils }): Fact => [capitalise(BACK_WORDS[kind].done), fils === null ? null : formatAed(fils)],
    ),
    ...(payment.refunds ?? []).map((one) => describeRefund(one, payment, timeZone)),
    ['Transaction id', show(payment.transactionId)],
    ['Status', show(payment.word)],
    ['Happened', payment.happenedAt === null ? 'not stated' : slackDate(payment.happenedAt, timeZone)],
    ['Noticed', slackDate(payment.noticedAt, timeZone)],
    ['Payout', describePaidOut(link, timeZone)],
    ['Source', SEEN_IN[payment.seenIn]],
    ['Received', show(came.join(' · '))],
  ];
}

/** Of several, each says how much. */
function describeRefund(
  { kind, fils, happenedAt, noticedAt }: Refund,
  { refunds = [] }: LinkPayment,
  timeZone: string,
): Fact {
  const times = [
    ...(refunds.length > 1 && fils !== null ? [formatAed(Math.abs(fils))] : []),
    ...(happenedAt === null ? [] : [slackDate(happenedAt, timeZone)]),
    `noticed ${slackDate(noticedAt, timeZone)}`,
  ];
  const { name, undoneName } = BACK_WORDS[kind];
  return [fils !== null && fils < 0 ? undoneName : name, times.join(' · ')];
}

const OWNED_BY: Record<NonNullable<Ground['ownedBy']>, string> = {
  'order-id': 'matched by order id',
  reference: 'matched by reference',
  address: 'matched by the payment page’s address',
  'look-up': 'looked up by order id',
};

const LONGEST_WORD = 60;

/** The records that decided, and the words in them, for comparison with the service's dashboard. */
function buildGrounds({ grounds = [], currency }: LinkPayment): KnownBlock[] {
  if (grounds.length === 0) return [];
  const lines = grounds.map((ground) => `• ${describeGround(ground, currency)}`);
  return [section(['*Decided by*', ...lines].join('\n'))];
}

/** `transaction in the listing, matched by order id; status: SUCCESS; amount: AED 250.00; type: SALE` */
function describeGround(ground: Ground, currency: string | null): string {
  const { of, via, ownedBy, stateField, stateWord, amountField, amountFils, kindWord } = ground;
  const word = (text: string) => escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' '), LONGEST_WORD));
  // For a flag, the word is the field with its value.
  const isFlag = stateField !== null && stateWord?.startsWith(`${stateField}:`);
  const facts = [
    stateWord && (isFlag ? word(stateWord) : `${word(stateField ?? 'status')}: ${word(stateWord)}`),
    amountFils !== null &&
      `${word(amountField ?? 'amount')}: ${formatAmount(amountFils, word(currency ?? 'AED'))}`,
    kindWord && `type: ${word(kindWord)}`,
  ];
  return [
    `${of === 'link' ? 'link' : 'transaction'} ${via === 'id' ? 'by its id' : 'in the listing'}, ${ownedBy === null ? 'unclear whose' : OWNED_BY[ownedBy]}`,
    ...facts.filter(Boolean),
  ].join('; ');
}

/** Only the newest lines: a link with many declined attempts has a long history. */
const MAX_LINES = 15;

/** What the causes in the history mean to a cashier. */
const CAUSES: Record<LinkCause, string> = {
  'form submitted': 'The form was submitted',
  'asked for approval': 'It was asked for: a second person has to approve it',
  'approved by a second person': 'A second person approved it',
  declined: 'A second person declined it',
  withdrawn: 'Withdrawn by who asked',
  'not approved in time': 'Nobody approved it in time',
  answered: 'The service made the link',
  refused: 'The service refused to make the link',
  'answered no': 'The service said no; Paylink looked for the link',
  'number taken': 'The service has another link with this number',
  'looked for': 'Paylink looked for the link and did not find it',
  'not found': 'The service does not have the link; Paylink keeps looking for a day',
  'requested again': 'The same order was sent again, with its number',
  'not sent': 'Paylink did not ask the service',
  'no certain answer': 'The service gave no certain answer',
  'found in listing': 'The link was found among the service’s records',
  'absent from listing': 'The service has no such link',
  'process ended before the answer': 'Paylink was interrupted before the service answered',
  'the service says paid': 'The service says it is paid',
  'being confirmed': 'The service says it is paid; its list of payments did not show it yet',
  'paid with another amount': 'The service says another amount was paid',
  'the service is not clear': 'The service’s records are not clear about a payment',
  'the service says refunded': 'The service says it was refunded',
  'the customer disputes it': 'The customer disputed it with their bank',
  'cancelled at the service': 'It was cancelled at the service',
  'paid in part': 'The service says a part was paid',
  'no payment after all': 'An admin said that what was reported is not a payment',
  'expired unpaid': 'It expired without a payment',
  'a try to pay was declined': 'The bank declined a payment attempt',
  'a callback alone reports it': 'A message reported a payment; the service’s records do not show one',
  'an answer was taken back': 'An admin took back the answer by which it counted as paid',
  'handed over': 'It was handed over to a colleague',
  'counted as paid in full': 'The part payment was counted as paid in full',
  'a refund was asked for': 'Finance was asked to refund what was too much',
  'sent by WhatsApp': 'WhatsApp was opened with the text for the customer',
  'the customer was reminded': 'WhatsApp was opened with a reminder',
};

const WORDS_OF_CAUSES: ReadonlyMap<string, string> = new Map(Object.entries(CAUSES));

/** The history of a link, oldest line first. */
const buildHistory = (history: readonly LineOfHistory[], timeZone: string): KnownBlock[] => {
  if (history.length === 0) return [];
  const left = history.length - MAX_LINES;
  const lines = [
    ...(left > 0 ? [`… ${left} earlier`] : []),
    ...history.slice(-MAX_LINES).map((event) => describeEvent(event, timeZone)),
  ];
  return [section(['*History*', ...lines].join('\n'))];
};

function describeEvent({ at, from, to, cause, by, of }: LineOfHistory, timeZone: string): string {
  const words = WORDS_OF_CAUSES.get(cause) ?? escapeMrkdwn(cut(capitalise(cause), 80));
  const state = from === to ? [] : [labelOfOwn({ state: to, payment: null })];
  const what = by === undefined ? words : `${words}, by ${mention(by)}`;
  return [slackDate(at, timeZone), ...(of === undefined ? [] : [show(of)]), what, ...state].join(' · ');
}
