import { cut, escapeMrkdwn } from './text.ts';

/**
 * Slack draws any other conversation as an unknown channel. `G…` is an old private channel, or a group message, and no
 * app can post in the latter: of a message that Slack took it is a channel.
 */
export const isChannel = (id: string): boolean => /^[CG]/.test(id);

/** Where a message is, by the id that Slack gave when it took it: Paylink is in channels, and in its own messages. */
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
