import type { KnownBlock } from '@slack/types';
import { section } from '../../blocks/message.ts';
import { describePlace } from '../../blocks/place.ts';
import { escapeMrkdwn } from '../../blocks/text.ts';
import { explainRefusedPlace } from '../../slack/explain-refused-place.ts';
import type { Link } from '../../store/link.ts';
import type { Placed as Card } from '../../store/message-store.ts';

type Placed = Pick<Link, 'id' | 'channelId' | 'ownerId'> & {
  card: Pick<Card, 'channelId' | 'refusal'> | null;
};

/** Where the card is or will be. Says that a channel has the card only once Slack has accepted it there. */
export const describeCardPlace = (link: Placed): string =>
  link.card === null
    ? `its card goes to ${describeAsked(link)}`
    : `card in ${describePlace(link.card.channelId)}`;

/** `#front-desk`, or `your messages with Paylink`. */
export const nameCardPlace = (link: Placed, whose = 'your'): string =>
  link.card === null ? describeAsked(link, whose) : describePlace(link.card.channelId, whose);

/** A group message and an old private channel look the same until Slack accepts a message there. */
const describeAsked = (
  { channelId, ownerId }: Pick<Placed, 'channelId' | 'ownerId'>,
  whose = 'your',
): string => {
  if (channelId.startsWith('C')) return `<#${escapeMrkdwn(channelId)}>`;
  return channelId === ownerId
    ? `${whose} messages with Paylink`
    : `the conversation that ${whose === 'your' ? 'you' : 'they'} chose`;
};

/** Where a card is that its channel refused, why, and what helps. Nothing when it is where it belongs. */
export const buildRefusedCard = (link: Placed): KnownBlock[] => {
  const refusal = link.card?.refusal ?? null;
  if (refusal === null) return [];
  const words = explainRefusedPlace(
    { channelId: link.channelId, code: refusal.code },
    {
      where: describeAsked(link),
      so: ', so the card is in your messages with Paylink',
      afterwards: 'choose *Refresh* in the card’s ⋯ menu, and it goes there',
    },
  );
  return [section(`ℹ️ ${words}`, 'card_place')];
};
