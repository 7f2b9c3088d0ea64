import type { Button } from '@slack/types';
import { limits } from './limits.ts';
import { escapeMrkdwn, plain } from './text.ts';

/**
 * Slack shows a mention of any other conversation as an unknown channel. `G…` is an old private channel or a group
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

export const OPEN_CARD_ACTION = 'open_card';

/** Opens the card, which has the picture. Empty if the address is too long for a button. */
export const buildOpenCardButton = (permalink: string, channelId: string): Button[] =>
  permalink.length > limits.button.url
    ? []
    : [
        {
          type: 'button',
          action_id: OPEN_CARD_ACTION,
          text: plain(isChannel(channelId) ? 'In the channel' : 'In your messages', limits.button.text),
          url: permalink,
          accessibility_label: 'Open the card with the QR code',
        },
      ];
