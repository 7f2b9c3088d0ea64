import type { Button } from '@slack/types';
import { limits } from './limits.ts';
import { isChannel } from './place.ts';
import { plain } from './text.ts';

export const OPEN_CARD_ACTION = 'open_card';

/** Leads to the card, which has the picture. Empty if the address is longer than a button allows. */
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
