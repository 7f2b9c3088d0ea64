import { buildMessage, type Message, section } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { groupNumber } from '../blocks/text.ts';

/** A request that nobody has decided. */
export interface WaitingRequest {
  /** Mrkdwn. */
  name: string;
  creatorId: string;
  askedAt: number;
}

/** Nobody answered, and nobody else can be asked. */
export const buildNobodyLeft = (name: string): Message =>
  buildMessage(
    `⏳ ${name} still waits for approval, and everybody who may approve it has been asked. They are reminded each morning. If it can’t wait, ask one of them yourself.`,
  );

const MOST_LISTED = 15;

/** To one person who may approve: all that waits for them. */
export const buildStillWaiting = (requests: readonly WaitingRequest[], timeZone: string): Message => {
  const count = requests.length;
  const headline = `☀️ *${count === 1 ? 'A request waits' : `${groupNumber(count)} requests wait`} for your approval*`;
  const lines = requests
    .slice(0, MOST_LISTED)
    .map(
      ({ name, creatorId, askedAt }) =>
        `• ${name} · ${mention(creatorId)} asked ${slackDate(askedAt, timeZone)}`,
    );
  const more = count > MOST_LISTED ? [`• and ${count - MOST_LISTED} more`] : [];
  const where = `Approve or decline ${count === 1 ? 'it' : 'them'} in your Home with Paylink.`;
  return buildMessage(headline, [section([headline, ...lines, ...more, where].join('\n'), 'still_waiting')]);
};
