import { ASK_REASONS } from '../approvals/approval-view.ts';
import { describeBatch } from '../blocks/batch.ts';
import { describeCustomer } from '../blocks/customer.ts';
import { actions, buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed, slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { type Batch, hasBegun } from '../store/batch.ts';
import type { Link } from '../store/link.ts';
import type { AskReason } from '../store/tables/approval-asks.ts';
import { buildBatchButton, buildDecisions } from './batch-buttons-view.ts';
import { describeAnswer } from './batch-states.ts';
import type { BatchCounts, Figure } from './count-batch.ts';

/** The first post to one person who may approve, without buttons. It notifies them. */
export const buildFirstBatchAsk = (batch: Batch, reason: AskReason): Message =>
  buildMessage(
    `${mention(batch.creatorId)} asks you to approve ${describeBatch(batch)}: above ${formatAed(batch.limitFils ?? 0)}.${ASK_REASONS[reason]}`,
  );

/** The same message with buttons while the batch waits, and with the decision afterwards. */
export const buildBatchAsk = (batch: Batch, reason: AskReason): Message => {
  if (batch.state !== 'asked') return buildMessage(describeAnswer(batch));
  const { text, blocks } = buildFirstBatchAsk(batch, reason);
  return { text, blocks: [...blocks, actions('batch_actions', buildDecisions(batch))] };
};

export const buildBatchNews = (batch: Batch): Message =>
  buildMessage(
    `${describeAnswer(batch)}. ${hasBegun(batch.state) ? 'They are being created; a file with the state of each row follows.' : 'Nothing was created.'}`,
  );

const MOST_ENDING_NAMED = 10;

/** To the owner of links that are unpaid and expire soon. */
export const buildBatchEnding = (batch: Batch, links: readonly Link[], timeZone: string): Message => {
  const sumFils = links.reduce((sum, { amountFils }) => sum + amountFils, 0);
  const ends = links.map(({ expiresAt }) => expiresAt);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const named = links
    .slice(0, MOST_ENDING_NAMED)
    .map(({ amountFils, details }) => `${formatAed(amountFils)} for ${describeCustomer(details)}`);
  const more = links.length - named.length;
  const [what, are] =
    links.length === 1
      ? ['1 link', 'is unpaid and expires']
      : [`${groupNumber(links.length)} links`, 'are unpaid and expire'];
  const when =
    first === last
      ? slackDate(first, timeZone)
      : `between ${slackDate(first, timeZone)} and ${slackDate(last, timeZone)}`;
  const text = `⏰ *${what}* of ${escapeMrkdwn(cut(batch.fileName, 80))} for ${formatAed(sumFils)} ${are} ${when}.`;
  return buildMessage(text, [
    section(
      [
        text,
        ...named.map((one) => `• ${escapeMrkdwn(one)}`),
        ...(more > 0 ? [`and ${groupNumber(more)} more`] : []),
      ].join('\n'),
      'batch_ending',
    ),
    actions('batch_actions', [buildBatchButton(batch, 'remind')]),
  ]);
};

/** The morning reply in the card's thread. `day`: the payments of the last 24 hours. */
export const buildBatchDigest = (batch: Batch, { unpaid, expired }: BatchCounts, day: Figure): Message => {
  const came =
    day.rows === 0
      ? 'Nothing was paid in the last 24 hours.'
      : `${groupNumber(day.rows)} ${day.rows === 1 ? 'payment' : 'payments'} in the last 24 hours: ${formatAed(day.sumFils)}.`;
  const ended = expired.rows === unpaid.rows ? 'all' : groupNumber(expired.rows);
  const left =
    unpaid.rows === 0
      ? 'No unpaid links are left.'
      : `${groupNumber(unpaid.rows)} still unpaid: ${formatAed(unpaid.sumFils)}${expired.rows > 0 ? `, ${ended} of them expired or cancelled` : ''}.`;
  const text = `☀️ ${came} ${left}`;
  return buildMessage(`${text} ${describeBatch(batch)}`, [section(text, 'batch_digest')]);
};
