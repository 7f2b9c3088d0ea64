import type { KnownBlock, SectionBlock } from '@slack/types';
import { buildButton, section } from '../../blocks/message.ts';
import { slackDate } from '../../blocks/money-and-time.ts';
import { describePlace, isChannel } from '../../blocks/place.ts';
import { escapeMrkdwn } from '../../blocks/text.ts';
import { explainRefusedPlace } from '../../slack/explain-refused-place.ts';
import type { CardRefusal, Link } from '../../store/link.ts';
import type { Placed as Card } from '../../store/message-store.ts';

export const TRY_CHANNEL_ACTION = 'try_channel';

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

/** For a card that its channel refused: where it is instead, why, and how to move it there. */
export const describeRefusedCard = (link: Placed, { code }: Pick<CardRefusal, 'code'>): string =>
  explainRefusedPlace(
    { channelId: link.channelId, code },
    {
      where: describeAsked(link),
      so: ', so the card is in your messages with Paylink',
      afterwards: 'press *Try the channel again*',
    },
  );

/** Nothing when the card is where it belongs. */
export const buildRefusedCard = (link: Placed, timeZone: string): KnownBlock[] => {
  const refusal = link.card?.refusal ?? null;
  if (refusal === null) return [];
  const words = describeRefusedCard(link, refusal);
  if (!isChannel(link.channelId)) return [buildNote(words)];
  return [
    {
      ...buildNote(`${words} Last tried ${slackDate(refusal.at, timeZone)}.`),
      accessory: buildButton(
        link.id,
        TRY_CHANNEL_ACTION,
        'Try the channel again',
        'Post the card in the channel that was chosen for it',
      ),
    },
  ];
};

const buildNote = (words: string): SectionBlock => section(`ℹ️ ${words}`, 'card_place');
