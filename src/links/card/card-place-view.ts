import type { KnownBlock, SectionBlock } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { slackTime } from '../../blocks/money-and-time.ts';
import { describePlace, explainRefusedPlace, isChannel } from '../../blocks/place.ts';
import { escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import type { CardRefusal } from '../../store/card-refusal.ts';
import type { Link } from '../../store/link.ts';

export const TRY_CHANNEL_ACTION = 'try_channel';

type Placed = Pick<Link, 'id' | 'channelId' | 'creatorId' | 'card' | 'cardRefusal'>;

/** Where the card is, or is to be; says of a channel that it has the card only when Slack took it there. */
export const describeCardPlace = (link: Placed): string =>
  link.card === null
    ? `its card is on its way to ${describeAsked(link)}`
    : `card in ${describePlace(link.card.channelId)}`;

/** In a line of its own, for its creator: `#front-desk`, or `your messages with Paylink`. */
export const nameCardPlace = (link: Placed): string =>
  link.card === null ? describeAsked(link) : describePlace(link.card.channelId);

/** Nobody can tell a group message from an old private channel before Slack takes something there. */
const describeAsked = ({ channelId, creatorId }: Pick<Placed, 'channelId' | 'creatorId'>): string => {
  if (channelId.startsWith('C')) return `<#${escapeMrkdwn(channelId)}>`;
  return channelId === creatorId ? 'your messages with Paylink' : 'the conversation that you chose';
};

/** Of a card that its channel refused: where it is instead, why, and how it gets there after all. */
export const describeRefusedCard = (link: Placed & { cardRefusal: CardRefusal }): string =>
  explainRefusedPlace(
    { channelId: link.channelId, code: link.cardRefusal.code },
    {
      where: describeAsked(link),
      so: ', so the card is in your messages with Paylink',
      afterwards: 'press *Try the channel again*',
    },
  );

/** Nothing where the card is where it was to be. */
export const buildRefusedCard = (link: Placed, timeZone: string): KnownBlock[] => {
  const { cardRefusal } = link;
  if (cardRefusal === null || link.card === null) return [];
  const words = describeRefusedCard({ ...link, cardRefusal });
  if (!isChannel(link.channelId)) return [buildNote(words)];
  return [
    {
      ...buildNote(`${words} Last tried at ${slackTime(cardRefusal.at, timeZone)}.`),
      accessory: {
        type: 'button',
        action_id: TRY_CHANNEL_ACTION,
        text: plain('Try the channel again', limits.button.text),
        value: link.id,
        accessibility_label: 'Post the card in the channel that was chosen for it',
      },
    },
  ];
};

const buildNote = (words: string): SectionBlock => ({
  type: 'section',
  block_id: 'card_place',
  text: mrkdwn(`ℹ️ ${words}`),
});
