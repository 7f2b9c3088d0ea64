import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import type { Message } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../blocks/text.ts';
import type { AskReason } from '../store/approval-ask-store.ts';
import type { Batch } from '../store/batch.ts';
import { buildDecisions } from './batch-buttons-view.ts';
import { describeBatch } from './batch-card-view.ts';

const WHY: Record<AskReason, string> = {
  approver: '',
  'no-other-approver': ' There is no other supervisor, so the admins are asked.',
  'no-answer': ' Nobody has answered yet.',
};

/** To one person who may approve, as it is first posted: it notifies them, and an edit adds the buttons. */
export const buildFirstBatchAsk = (batch: Batch, reason: AskReason): Message =>
  build(
    `${mention(batch.creatorId)} asks you to approve ${describeBatch(batch)}: above ${formatAed(batch.limitFils ?? 0)}.${WHY[reason]}`,
  );

/** The same message from then on: with buttons while it waits, and afterwards with what became of it. */
export const buildBatchAsk = (batch: Batch, reason: AskReason): Message => {
  if (batch.state !== 'asked') return build(`${describeDecision(batch)} ${describeBatch(batch)}`);
  const { text, blocks } = buildFirstBatchAsk(batch, reason);
  return {
    text,
    blocks: [...blocks, { type: 'actions', block_id: 'batch_actions', elements: buildDecisions(batch) }],
  };
};

function describeDecision({ state, decidedBy }: Batch): string {
  const by = decidedBy === null ? '' : ` by ${mention(decidedBy)}`;
  switch (state) {
    case 'withdrawn':
      return '✖️ *Withdrawn:*';
    case 'declined':
      return `✖️ *Declined${by}:*`;
    case 'preview':
    case 'asked':
    case 'running':
    case 'paused':
    case 'done':
    case 'cancelled':
      return `✅ *Approved${by}:*`;
  }
}

/** Tells the one who asked that there is nobody who may approve. */
export const buildBatchNobodyToAsk = (batch: Batch): Message =>
  build(
    `⚠️ ${describeBatch(batch)} waits for approval. Nobody else here may approve it yet, and nobody can approve their own request. An admin has to make a colleague a supervisor in \`/paylink settings\`.`,
  );

/** Slack did not take the direct message to `approverId`. */
export const buildBatchUnasked = (batch: Batch, code: string, approverId: string): Message =>
  build(
    `${describeBatch(batch)} waits for approval, but the request could not be sent to ${mention(approverId)} (\`${escapeMrkdwn(cut(code, 80))}\`). Ask a supervisor or an admin to approve it in Paylink’s Home.`,
  );

const build = (text: string): Message & { blocks: KnownBlock[] } => ({
  text: cut(text.replaceAll(/[`*]/g, ''), limits.section.text),
  blocks: [{ type: 'section', block_id: 'batch', text: mrkdwn(text) }],
});
