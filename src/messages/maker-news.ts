import type { Link } from '../store/link.ts';
import { limits } from './limits.ts';
import type { Message } from './link-card.ts';
import { buildResultBlocks } from './link-result.ts';
import { formatAed } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** What the maker can do about each of Slack's reasons; others are told as they are. */
const REMEDIES: Record<string, string> = {
  not_in_channel: 'Invite Paylink there with `/invite @Paylink`, so that the next card can be posted.',
  channel_not_found:
    'Paylink cannot see that conversation. Invite it there with `/invite @Paylink`, or choose another channel next time.',
  is_archived: 'The channel is archived. Choose another channel next time.',
  restricted_action: 'Your workspace does not let apps post there. Choose another channel, or ask an admin.',
  missing_scope: 'Paylink lacks a permission. Ask whoever installed it to install it again.',
};

export interface Trouble {
  with: 'card' | 'qr';
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
      ...buildResultBlocks({ link, timeZone, isWithoutCard: trouble?.with === 'card' }),
    ],
  };
};

function describeTrouble(link: Link, trouble: Trouble): string {
  const remedy = REMEDIES[trouble.code] ?? `Slack’s reason: \`${escapeMrkdwn(trouble.code)}\`.`;
  const amount = formatAed(link.amountFils);
  return trouble.with === 'card'
    ? `The card of your payment link of ${amount} could not be posted in <#${link.channelId}>. ${remedy} The link itself is good.`
    : `The QR picture of your payment link of ${amount} could not be added to its card. ${remedy} The link itself is good.`;
}

function describeOutcome(link: Link): string {
  const amount = formatAed(link.amountFils);
  if (link.address !== null) return `Your payment link of ${amount} is ready.`;
  if (link.state === 'failed') return `Your payment link of ${amount} was not made.`;
  return `It is not certain whether your payment link of ${amount} was made.`;
}
