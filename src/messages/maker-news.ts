import type { Link } from '../store/link.ts';
import { describePlace, explainClosedPlace } from './card-place.ts';
import { limits } from './limits.ts';
import type { Message } from './link-card.ts';
import { buildResultBlocks } from './link-result.ts';
import { isPayable, standingOf } from './link-standing.ts';
import { formatAed } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** What the maker can do about Slack’s reasons that are none of the channel’s; others are told as they are. */
const REMEDIES: Record<string, string> = {
  missing_scope: 'Paylink lacks a permission. Ask whoever installed it to install it again.',
  message_not_found: 'It was deleted.',
  thread_not_found: 'It was deleted.',
  cannot_reply_to_message: 'It was deleted, or takes no replies.',
  edit_window_closed: 'Your workspace does not let old messages be edited.',
};

export interface Trouble {
  with: 'card' | 'qr' | 'edit' | 'reply';
  /** Slack's word for the reason. */
  code: string;
}

/** A direct message to the person who made the link: what Slack refused, or what became of the link. */
export const buildMakerNews = (link: Link, timeZone: string, trouble: Trouble | null): Message => {
  const headline = trouble === null ? describeOutcome(link) : describeTrouble(link, trouble);
  return {
    text: cut(headline, limits.section.text),
    blocks: [
      { type: 'section', text: mrkdwn(headline) },
      ...buildResultBlocks({
        link,
        timeZone,
        isWithoutCard: trouble !== null && trouble.with !== 'qr',
        qr: link.qrFileId === null ? null : { fileId: link.qrFileId },
      }),
    ],
  };
};

function describeTrouble(link: Link, trouble: Trouble): string {
  const { code } = trouble;
  const amount = formatAed(link.amountFils);
  const channelId = link.card?.channelId ?? link.channelId;
  const place = describePlace(channelId);
  const remedy =
    REMEDIES[code] ??
    explainClosedPlace(
      { channelId, code },
      { where: 'that channel', so: '', afterwards: 'new cards are posted there' },
    ) ??
    `Slack’s reason: \`${escapeMrkdwn(cut(code, 80))}\`.`;
  const isGood = isPayable(link) ? ' The link itself is good.' : '';
  switch (trouble.with) {
    case 'card':
      return `The card of your payment link of ${amount} could not be posted in ${place}. ${remedy}${isGood}`;
    case 'qr':
      return `The QR picture of your payment link of ${amount} could not be added to its card. ${remedy}${isGood}`;
    case 'edit':
      return `The card of your payment link of ${amount} in ${place} could not be brought up to date. ${remedy} Do not go by it: this is how the link stands now.`;
    case 'reply':
      return `There is news of your payment link of ${amount} that could not be posted in ${place}. ${remedy}`;
  }
}

function describeOutcome(link: Link): string {
  const amount = formatAed(link.amountFils);
  if (isPayable(link)) return `Your payment link of ${amount} is ready.`;
  const standing = standingOf(link);
  if (standing === 'not-made') return `Your payment link of ${amount} was not made.`;
  if (standing === 'reserved' || standing === 'unknown' || standing === 'waiting')
    return `We don’t know yet whether your payment link of ${amount} was created.`;
  return `There is news of your payment link of ${amount}.`;
}
