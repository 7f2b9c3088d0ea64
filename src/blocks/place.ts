import { cut, escapeMrkdwn } from './text.ts';

/**
 * Slack shows any other conversation as an unknown channel. `G…` is an old private channel or a group
 * message. No app can post in a group message, so if Slack accepted a message there, it is a channel.
 */
export const isChannel = (id: string): boolean => /^[CG]/.test(id);

/**
 * Where a message is, by the id that Slack returned when it accepted it: Paylink posts only in channels and
 * in its own direct messages.
 */
export const describePlace = (channelId: string, whose = 'your'): string =>
  isChannel(channelId) ? `<#${escapeMrkdwn(channelId)}>` : `${whose} messages with Paylink`;

const ARCHIVED = new Set(['is_archived', 'is_inactive']);
const NOT_THERE = new Set(['not_in_channel', 'channel_not_found']);

interface RefusedPlace {
  channelId: string;
  code: string;
}

interface RefusalWords {
  where: string;
  so: string;
  /** What to do once the cause is fixed. */
  afterwards: string;
  /** What helps if the cause cannot be fixed. */
  elsewhere?: string;
}

/** Why a conversation refuses Paylink's messages, and what to do. */
export const explainRefusedPlace = (place: RefusedPlace, words: RefusalWords): string =>
  explainClosedPlace(place, words) ??
  `Slack refused the message in ${words.where} (\`${escapeMrkdwn(cut(place.code, 80))}\`)${words.so}. To try again, ${words.afterwards}.`;

/** Null: the reason is not about the place. */
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
