import { isDisputed } from '../../blocks/back-words.ts';
import { limits } from '../../blocks/limits.ts';
import { actions, buildMessage, context, type Message, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { cut } from '../../blocks/text.ts';
import {
  describeAsked,
  describeBold,
  describeInstead,
  describeWarning,
} from '../sale/describe-display-state.ts';
import { describeBack } from '../sale/describe-payment.ts';
import { displayStateOf, isPaid, isPayable, labelOfOwn } from '../sale/display-state.ts';
import { byItself, type LinkInSale } from '../sale/link-in-sale.ts';
import { buildDetailsButton, nameRest } from './card-buttons-view.ts';
import { buildQr, describeLink, describePaid } from './link-card-view.ts';

/**
 * Tells what happened to a link. `link`: as it was at that moment. `people`: whom to mention, the owner by default. `isApart`:
 * outside the card's thread, so it has a button to the link.
 */
export const buildLinkReply = (
  link: LinkInSale,
  timeZone: string,
  { people = [link.ownerId], isApart = false }: { people?: readonly string[]; isApart?: boolean } = {},
): Message => {
  const text = cut(describeHappening(link, timeZone, people), limits.section.text);
  return {
    text,
    blocks: [
      section(text, 'reply'),
      ...(isApart ? [actions('link_actions', [buildDetailsButton(link)])] : []),
    ],
  };
};

/**
 * What it is now, in the words of the card, and what to do: `✅ *Paid at 02:10, noticed today at 08:00*: AED 250.00 from Sara (···567):
 * June rent`. Of two parts that were paid, each tells what came with it. `people`: whom to mention. Mrkdwn.
 */
export const describeHappening = (
  link: LinkInSale,
  timeZone: string,
  people: readonly string[] = [],
): string => {
  const own = byItself(link);
  const what = isPaid(own) ? describePaid(link) : describeLink(link);
  const isPart = displayStateOf(own) === 'partly';
  const more =
    isPart && isPaid(link)
      ? [`With it the sale is paid in full.${describeBack(link.payment)}`]
      : [describeWarning(own) ?? [], isPart ? adviseRest(link) : []].flat();
  const told = [`${describeBold(own, timeZone, people)}: ${what}`, more.join(' ')].filter(Boolean).join('. ');
  return [told, describeAsked(link, timeZone) ?? []].flat().join('\n');
};

const adviseRest = (link: LinkInSale): string => {
  const { restFils } = link.sale;
  if (isDisputed(link.payment)) return 'The customer’s bank took that back. Don’t refund it, too.';
  return restFils === null
    ? 'Ask the customer for the rest, or refund the payment in the payment service’s dashboard.'
    : `Ask for the rest with *${nameRest(restFils)}*, or refund the payment in the payment service’s dashboard.`;
};

/** In the thread of a card. The picture while the customer should pay, then the reason why not. */
export const buildQrMessage = (link: LinkInSale, timeZone: string): Message => {
  const amount = formatAed(link.amountFils);
  if (link.instead !== null)
    return buildWords(
      `${amount} · ${describeInstead(link)} The QR code was removed: don’t scan a copy of it.`,
    );
  if (link.qrFileId === null || !isPayable(link))
    return buildWords(`${labelOfOwn(link)} · ${amount}. The QR code was removed: don’t scan a copy of it.`);
  return buildMessage(`QR code for ${amount}`, [
    ...buildQr(link, { fileId: link.qrFileId }),
    context(`*${amount}* · Can be paid until ${slackDate(link.expiresAt, timeZone)}`, 'qr_facts'),
  ]);
};

const buildWords = (words: string): Message => buildMessage(words, [section(words, 'qr_words')]);
