import type { App } from '../app-parts.ts';
import { describeBatch } from '../blocks/batch.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { describeRequest } from '../links/card/asked-card-view.ts';
import { buildTell } from '../slack/tell.ts';
import { buildRemindJob } from './approval-jobs.ts';
import { buildStillWaiting, type WaitingRequest } from './still-waiting-view.ts';

interface Waiting extends WaitingRequest {
  id: string;
}

/** Each morning, everybody who was asked and may approve gets one message with all that waits. It ends when nothing does. */
export const createRemindApprovers =
  ({ approvals, store, members, clock, timeZone }: App): JobHandler =>
  async ({ id, teamId }) => {
    const waiting: Waiting[] = [
      ...(await approvals.waitingIn(teamId)).map((link) => ({
        ...{ id: link.id, creatorId: link.creatorId, askedAt: link.approval.askedAt },
        name: describeRequest(link),
      })),
      ...(await store.batches.askedIn(teamId)).map((batch) => ({
        ...{ id: batch.id, creatorId: batch.creatorId, askedAt: batch.updatedAt },
        name: describeBatch(batch),
      })),
    ];
    if (waiting.length === 0) return { outcome: 'done' };
    const approvers = new Set(await members.whoMay(teamId, 'approve'));
    const ofPerson = new Map<string, Waiting[]>();
    for (const one of waiting)
      for (const { userId } of await store.approvalAsks.list({ teamId, requestId: one.id }))
        if (approvers.has(userId)) ofPerson.set(userId, [...(ofPerson.get(userId) ?? []), one]);
    const tells = [...ofPerson].map(([userId, requests]) =>
      buildTell({ teamId, key: `${id}:${userId}` }, userId, buildStillWaiting(requests, timeZone)),
    );
    return { outcome: 'done', next: [...tells, buildRemindJob(teamId, clock.now(), timeZone)] };
  };
