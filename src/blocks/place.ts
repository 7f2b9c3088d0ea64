import { escapeMrkdwn } from './text.ts';

/**
 * Slack shows any other conversation as an unknown channel. `G…` is an old private channel or a group
 * message. No app can post in a group message, so if Slack accepted a message there, it is a channel.
 */
export const isChannel = (id: string): boolean => /^[CG]/.test(id);

/**
 * Slack calls a conversation of two people `directmessage` and a group message `mpdm-…`. The id is not
 * enough: group messages and old private channels both begin with `G`.
 */
export const isAmongPeople = ({ id, name }: { id: string; name: string }): boolean =>
  id.startsWith('D') || name === 'directmessage' || name.startsWith('mpdm-');

/**
 * Where a message is, by the id that Slack returned when it accepted it: Paylink posts only in channels and
 * in its own direct messages.
 */
export const describePlace = (channelId: string, whose = 'your'): string =>
  isChannel(channelId) ? `<#${escapeMrkdwn(channelId)}>` : `${whose} messages with Paylink`;
