import type { ApprovalRequest } from '../approvals/approval-request.ts';
import { describeBatch } from '../blocks/batch.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { buildBatchShow } from '../links/card/notice-kinds.ts';
import type { Batch } from '../store/batch.ts';
import { buildBatchAsk, buildFirstBatchAsk } from './batch-messages-view.ts';

/** A batch, as those who ask for its approval see it. */
export const describeBatchRequest = (batch: Batch, at: number): ApprovalRequest => {
  const { teamId, id, creatorId, updatedAt: askedAt, state } = batch;
  const name = describeBatch(batch);
  return {
    ...{ teamId, id, creatorId, askedAt, expiresAt: null, isWaiting: state === 'asked' },
    words: {
      ...{ name, yours: name, waits: `${name} waits for approval` },
      account: {
        ...{ what: 'list', yours: `list *${escapeMrkdwn(batch.fileName)}*`, again: 'upload the file again' },
      },
    },
    show: buildBatchShow({ teamId, batchId: id }, at),
    buildFirst: (reason) => buildFirstBatchAsk(batch, reason),
    build: (reason) => buildBatchAsk(batch, reason),
  };
};
