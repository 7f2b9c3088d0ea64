import type { KnownBlock, SectionBlock } from '@slack/types';
import type { CardRefusal } from '../store/card-refusal.ts';
import type { Link } from '../store/link.ts';
import { limits } from './limits.ts';
import { slackTime } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from './text.ts';

export const TRY_CHANNEL_ACTION = 'try_channel';

/**
 * Slack draws any other conversation as an unknown channel. `G…` is an old private channel, or a group message, and no
 * app can post in the latter: of a message that Slack took it is a channel.
 */
export const isChannel = (id: string): boolean => /^[CG]/.test(id);

/** Where a message is, by the id that Slack gave when it took it: Paylink is in channels, and in its own messages. */
export const describePlace = (channelId: string, whose = 'your'): string =>
  isChannel(channelId) ? `<#${escapeMrkdwn(channelId)}>` : `${whose} messages with Paylink`;

type Placed = Pick<Link, 'id' | 'channelId' | 'makerId' | 'card' | 'cardRefusal'>;

/** Where the card is, or is to be; says of a channel that it has the card only when Slack took it there. */
export const describeCardPlace = (link: Placed): string =>
  link.card === null
    ? `its card is on its way to ${describeAsked(link)}`
    : `card in ${describePlace(link.card.channelId)}`;

/** In a line of its own, for its creator: `#front-desk`, or `your messages with Paylink`. */
export const nameCardPlace = (link: Placed): string =>
  link.card === null ? describeAsked(link) : describePlace(link.card.channelId);

/** Nobody can tell a group message from an old private channel before Slack takes something there. */
const describeAsked = ({ channelId, makerId }: Pick<Placed, 'channelId' | 'makerId'>): string => {
  if (channelId.startsWith('C')) return `<#${escapeMrkdwn(channelId)}>`;
  return channelId === makerId ? 'your messages with Paylink' : 'the conversation that you chose';
};

const ARCHIVED = new Set(['is_archived', 'is_inactive']);
const NOT_THERE = new Set(['not_in_channel', 'channel_not_found']);

interface RefusedPlace {
  channelId: string;
  code: string;
}

interface RefusalWords {
  where: string;
  so: string;
  /** What is to be done once the cause is mended. */
  afterwards: string;
  /** What helps where nothing can be done. */
  elsewhere?: string;
}

/** Why a conversation takes no message of Paylink, and what can be done. */
export const explainRefusedPlace = (place: RefusedPlace, words: RefusalWords): string =>
  explainClosedPlace(place, words) ??
  `Slack refused the message in ${words.where} (\`${escapeMrkdwn(cut(place.code, 80))}\`)${words.so}. To try again, ${words.afterwards}.`;

/** Null: the reason is not one of a place. */
export const explainClosedPlace = (
  { channelId, code }: RefusedPlace,
  { where, so, afterwards, elsewhere = '' }: RefusalWords,
): string | null => {
  if (!isChannel(channelId) && NOT_THERE.has(code))
    return `Paylink can’t post in a conversation between people${so}. ${elsewhere}`.trimEnd();
  if (NOT_THERE.has(code)) {
    const invite = channelId.startsWith('G')
      ? 'If it is a channel, invite Paylink there with `/invite @Paylink`'
      : 'Invite it there with `/invite @Paylink`';
    return `Paylink is not in ${where}${so}. ${invite}, then ${afterwards}.`;
  }
  if (ARCHIVED.has(code))
    return `${capitalise(where)} is archived${so}. Once it is open again, ${afterwards}.`;
  if (code.startsWith('restricted_action'))
    return `Your workspace does not let apps post in ${where}${so}. Once an admin allows it, ${afterwards}.`;
  return null;
};

const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

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
