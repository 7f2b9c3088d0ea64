import type { Base } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { describeRequest } from '../links/card/asked-card-view.ts';
import { buildLinkShow } from '../links/card/notice-kinds.ts';
import type { Batch } from '../store/batch.ts';
import type { NewJob } from '../store/job.ts';
import type { AskedLink } from '../store/link.ts';
import type { AskReason } from '../store/tables/approval-asks.ts';
import { buildApprovalAsk, buildFirstApprovalAsk } from './approval-view.ts';
import type { Approvals } from './approvals.ts';

/** A link or a batch that a second person must approve, as those who ask and remind see it. */
export interface ApprovalRequest {
  teamId: string;
  /** That of the link or the batch. */
  id: string;
  creatorId: string;
  askedAt: number;
  /** Nobody is asked after this moment; null: no end. */
  expiresAt: number | null;
  isWaiting: boolean;
  /** Mrkdwn. */
  words: {
    /** In a list. */
    name: string;
    /** To its creator: `Your link of …`, and the same as the beginning of a sentence: `… is waiting for approval`. */
    yours: string;
    waits: string;
    /** `this link`, `Your link for *AED 250.00*`, `fill in the form again`. */
    account: { what: string; yours: string; again: string };
  };
  /** Shows its card. */
  show: NewJob;
  /** The direct message to a person who is asked: the first post, which notifies and has no buttons, and every edit. */
  buildFirst: (reason: AskReason) => Message;
  build: (reason: AskReason) => Message;
}

export const describeLinkRequest = (link: AskedLink, at: number, timeZone: string): ApprovalRequest => {
  const { teamId, id, creatorId, expiresAt, approval, amountFils, state } = link;
  const name = describeRequest(link);
  const yours = `Your link of ${name}`;
  return {
    ...{ teamId, id, creatorId, askedAt: approval.askedAt, expiresAt, isWaiting: state === 'asked' },
    words: {
      ...{ name, yours, waits: `${yours} is waiting for approval` },
      account: {
        ...{ what: 'link', yours: `link for *${formatAed(amountFils)}*`, again: 'fill in the form again' },
      },
    },
    show: buildLinkShow(link, at),
    buildFirst: (reason) => buildFirstApprovalAsk(link, reason, timeZone),
    build: (reason) => buildApprovalAsk(link, reason, timeZone),
  };
};

/** Links and batches that need approval. `describeBatch`: batches build on this room. */
export const createApprovalRequests = (
  { store: { batches }, clock, timeZone }: Base,
  approvals: Approvals,
  describeBatch: (batch: Batch, at: number) => ApprovalRequest,
) => {
  const ofLink = (link: AskedLink) => describeLinkRequest(link, clock.now(), timeZone);
  const ofBatch = (batch: Batch) => describeBatch(batch, clock.now());
  return {
    /** As it is now. Null: the workspace has none with this id. */
    find: async (teamId: string, id: string): Promise<ApprovalRequest | null> => {
      const link = await approvals.find(teamId, id);
      if (link !== null) return ofLink(link);
      const batch = await batches.find(teamId, id);
      return batch && ofBatch(batch);
    },
    waitingIn: async (teamId: string): Promise<ApprovalRequest[]> => [
      ...(await approvals.waitingIn(teamId)).map(ofLink),
      ...(await batches.askedIn(teamId)).map(ofBatch),
    ],
  };
};

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;
