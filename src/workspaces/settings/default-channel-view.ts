import type { Message } from '../../blocks/message.ts';
import { describePlace } from '../../blocks/place.ts';
import { mention } from '../../blocks/refusal.ts';
import { mrkdwn } from '../../blocks/text.ts';
import { explainRefusedPlace } from '../../slack/explain-refused-place.ts';

/** Posted in the channel that was chosen in the settings. */
export const buildDefaultChannelNews = (userId: string): Message => {
  const text = `${mention(userId)} chose this channel in Paylink’s settings: cards of new payment links are posted here from now on.`;
  return { text, blocks: [{ type: 'section', text: mrkdwn(text) }] };
};

/** For the admin who chose the channel, if Slack refuses Paylink's messages there. */
export const explainDefaultChannel = (channelId: string, code: string): string =>
  `⚠️ ${explainRefusedPlace(
    { channelId, code },
    {
      where: describePlace(channelId),
      so: ', so cards for it go to their creators’ messages with Paylink',
      afterwards: 'new cards are posted there',
    },
  )}`;
