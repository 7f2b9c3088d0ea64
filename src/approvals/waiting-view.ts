import { buildMessage, type Message, section } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { mention, NOBODY_ELSE_APPROVES } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { ApprovalRequest } from './approval-request.ts';

/** Nobody may approve it but the person who asked. */
export const buildNobodyToAsk = ({ words }: ApprovalRequest): Message =>
  buildMessage(`⚠️ ${words.waits}. ${NOBODY_ELSE_APPROVES}`);

/** Nobody answered, and nobody else can be asked. */
export const buildNobodyLeft = ({ words }: ApprovalRequest): Message =>
  buildMessage(
    `⏳ ${words.yours} still waits for approval. Everyone who may approve it was asked, and is reminded each morning. If it can’t wait, ask one of them yourself.`,
  );

/** Slack refused the direct message to `approverId`. */
export const buildNotAsked = ({ words }: ApprovalRequest, code: string, approverId: string): Message =>
  buildMessage(
    `${words.waits}, but Slack didn’t deliver it to ${mention(approverId)} (\`${escapeMrkdwn(cut(code, 80))}\`). Ask a supervisor or an admin to approve it in Paylink’s Home.`,
  );

/** New links belong to another account than the request was made for. */
export const buildOtherAccount = (
  { creatorId, words: { account } }: ApprovalRequest,
  { from, to }: { from: string; to: string },
  reader: 'approver' | 'creator',
): string => {
  const now = escapeMrkdwn(to);
  const why = `was asked for at the payment account ${escapeMrkdwn(from)}, and new links belong to ${now} now`;
  return reader === 'approver'
    ? `Not approved: this ${account.what} ${why}. ${mention(creatorId)} was asked what to do.`
    : `Your ${account.yours} ${why}, so it can’t be approved. To make it at ${now}, press *Withdraw* and ${account.again}.`;
};

const MOST_LISTED = 15;

/** To one person who may approve: all that waits for them. */
export const buildStillWaiting = (requests: readonly ApprovalRequest[], timeZone: string): Message => {
  const count = requests.length;
  const headline = `☀️ *${count === 1 ? 'A request waits' : `${groupNumber(count)} requests wait`} for your approval*`;
  const lines = requests
    .slice(0, MOST_LISTED)
    .map(
      ({ words, creatorId, askedAt }) =>
        `• ${words.name} · ${mention(creatorId)} asked ${slackDate(askedAt, timeZone)}`,
    );
  const more = count > MOST_LISTED ? [`• and ${count - MOST_LISTED} more`] : [];
  const where = `Approve or decline ${count === 1 ? 'it' : 'them'} in your Home with Paylink.`;
  return buildMessage(headline, [section([headline, ...lines, ...more, where].join('\n'), 'still_waiting')]);
};
