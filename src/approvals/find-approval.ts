import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Approval } from '../store/approval.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import { buildDecisionJobs } from './approval-jobs.ts';

/** The request as it stands, lapsed if its time is over. Null when there is none in the workspace. */
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
    /** There are jobs to do. */
    onJobs: () => void;
  }): FindApproval =>
  async (teamId, id) => {
    const found = await approvals.find(teamId, id);
    const at = clock.now();
    if (found === null || found.state !== 'waiting' || found.expiresAt > at) return found;
    const jobs = buildDecisionJobs({ teamId, id }, 'lapsed', at, ids);
    const lapsed = await approvals.lapse({ teamId, id, at, jobs });
    if (lapsed) onJobs();
    return lapsed ?? approvals.find(teamId, id);
  };
