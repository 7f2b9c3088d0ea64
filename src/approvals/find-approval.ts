import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Approval } from '../store/approval.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import { buildDecisionJobs } from './approval-jobs.ts';

/**
 * Returns the request as it is now. If its time is over, marks it as lapsed first. Null when the workspace
 * has no such request.
 */
export type FindApproval = (teamId: string, id: string) => Promise<Approval | null>;

export const createFindApproval =
  ({
    approvals,
    clock,
    ids,
    onJobs,
  }: {
    approvals: Pick<ApprovalStore, 'find' | 'lapse'>;
    clock: Pick<Clock, 'now'>;
    ids: Pick<Ids, 'job'>;
    /** New jobs are waiting. */
    onJobs: () => void;
  }): FindApproval =>
  async (teamId, id) => {
    const approval = await approvals.find(teamId, id);
    const at = clock.now();
    if (approval === null || approval.state !== 'waiting' || approval.expiresAt > at) return approval;
    const jobs = buildDecisionJobs({ teamId, id }, 'lapsed', at, ids);
    const lapsed = await approvals.lapse({ teamId, id, at, jobs });
    if (lapsed) onJobs();
    return lapsed ?? approvals.find(teamId, id);
  };
