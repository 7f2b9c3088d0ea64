import type { KnownBlock, ModalView } from '@slack/types';
import { isDisputed } from '../../blocks/back-words.ts';
import { describeCustomer } from '../../blocks/customer.ts';
import { actions, buildButton, context, modal, section } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { nameRest } from '../card/card-buttons-view.ts';
import { describeBold, describeWarning } from '../sale/describe-display-state.ts';
import { addressToPay, displayStateOf, isOver } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';

export const REPLACES_ACTION = 'replaces_link';
export const ANOTHER_SALE_ACTION = 'another_sale';

const MOST_SHOWN = 3;
const LONGEST_ADDRESS = 400;

/** A link for the same customer, with the address of its card if it has one. */
export interface Duplicate {
  link: LinkInSale;
  permalink: string | null;
}

interface DuplicatesQuestion {
  /** Newest first; at least one. */
  duplicates: readonly [Duplicate, ...Duplicate[]];
  /** The person has chosen before, and these links are new or have changed since. */
  isAgain: boolean;
  metadata: string;
  now: number;
  timeZone: string;
}

/**
 * Asked on top of the form before a second similar link is created. It has no submit button: a second tap on
 * *Create link* hits nothing, or goes back to the form, which keeps everything typed.
 */
export const buildDuplicatesQuestion = ({
  duplicates,
  isAgain,
  metadata,
  now,
  timeZone,
}: DuplicatesQuestion): ModalView => {
  const rest = duplicates.length - MOST_SHOWN;
  return modal(
    'duplicates_question',
    { title: 'Create another link?', close: 'Back to the form', metadata },
    [
      section(describeQuestion(duplicates, isAgain), 'question'),
      ...duplicates.slice(0, MOST_SHOWN).map(
        ({ link, permalink }): KnownBlock => ({
          ...section(
            `${describeDuplicateState(link, timeZone)}\n${describeDuplicate(link, now)}${linkToCard(link, permalink)}`,
            `double_${link.id}`,
          ),
          accessory: {
            ...buildButton(link.id, REPLACES_ACTION, 'Change that one'),
            ...(duplicates.length === 1 && { style: 'primary' as const }),
          },
        }),
      ),
      ...(rest > 0 ? [context(`and ${rest} more`)] : []),
      { type: 'divider' },
      section(
        `*Change that one*: ${describeReplacing(duplicates)}\n*Another sale*: the customer pays both.`,
        'consequence',
      ),
      actions('duplicates_choice', [buildButton(duplicates[0].link.id, ANOTHER_SALE_ACTION, 'Another sale')]),
    ],
  );
};

const describeQuestion = (
  [{ link }, ...others]: DuplicatesQuestion['duplicates'],
  isAgain: boolean,
): string => {
  const customer = escapeMrkdwn(describeCustomer(link.details));
  const what = isAgain
    ? 'This changed after you were asked.'
    : others.length > 0
      ? `${customer} has ${others.length + 1} links already.`
      : isOver(link)
        ? `${customer} has a link already.`
        : `${customer} can still pay the first link.`;
  return `⚠️ *${what}* Nothing new is made yet.`;
};

/** What to do about the earlier links when one is replaced: they may hold money, or still be paid later. */
const describeReplacing = (duplicates: DuplicatesQuestion['duplicates']): string => {
  const links = duplicates.map(({ link }) => link);
  return [
    'the new link takes its place.',
    ...(links.some((link) => !isOver(link)) ? ['Ask them not to use the first one.'] : []),
    ...(links.some(holdsMoney) ? ['Refund the first payment in the payment service’s dashboard.'] : []),
  ].join(' ');
};

/** The service confirms a payment of it, also one of another amount, and no bank has taken it. */
const holdsMoney = (link: LinkInSale): boolean =>
  !isDisputed(link.payment) && ['paid', 'doubted', 'partly', 'mismatch'].includes(displayStateOf(link));

/** Without a card it leads to the payment page, while the customer can still pay there. Mrkdwn. */
export const linkToCard = (link: Link, permalink: string | null): string => {
  if (permalink !== null && permalink.length <= LONGEST_ADDRESS) return ` · ${linkTo(permalink, 'its card')}`;
  const address = addressToPay(link);
  return address === null || address.length > LONGEST_ADDRESS ? '' : ` · ${linkTo(address)}`;
};

/** Which link it is: amount, customer, purpose, who made it and when. Mrkdwn. */
export const describeDuplicate = (link: Link, now: number): string =>
  [
    escapeMrkdwn(`${formatAed(link.amountFils)} for ${describeCustomer(link.details)}`),
    escapeMrkdwn(cut(link.details.notes, 60)),
    `made by ${mention(link.creatorId)} ${formatAge(now - link.createdAt)}`,
    link.ownerId === link.creatorId ? '' : `now with ${mention(link.ownerId)}`,
    escapeMrkdwn(cut(link.invoiceId, 100)),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');

/** One of several in a message. */
export const listDuplicate = (link: LinkInSale, now: number, timeZone: string): string =>
  `• ${describeDuplicateState(link, timeZone)} ${describeDuplicate(link, now)}`;

/** What happened to the earlier link, so that the person can decide whether to make a second one. Mrkdwn. */
const describeDuplicateState = (link: LinkInSale, timeZone: string): string => {
  const { restFils } = link.sale;
  return [
    `${describeBold(link, timeZone)}.`,
    describeWarning(link) ?? [],
    restFils === null ? [] : `For the rest, press *${nameRest(restFils)}* on its card.`,
  ]
    .flat()
    .join(' ');
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `4 minutes ago`. */
export const formatAge = (ms: number): string => {
  if (ms < MINUTE_MS) return 'just now';
  const [count, unit] =
    ms < HOUR_MS ? [Math.floor(ms / MINUTE_MS), 'minute'] : [Math.floor(ms / HOUR_MS), 'hour'];
  return `${countOf(count, unit)} ago`;
};
