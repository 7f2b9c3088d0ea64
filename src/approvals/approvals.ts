import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { DUPLICATE_WITHIN_MS, guardSince } from '../links/form/describe-duplicate.ts';
import { amountOf, type Issuer, type LinkDraft } from '../links/form/issuer.ts';
import { linkRequestSchema } from '../payment-service/index.ts';
import type { Approval } from '../store/approval.ts';
import { ApprovalOverError, type ApprovalStore } from '../store/approval-store.ts';
import type { Link } from '../store/link.ts';
import type { Held } from '../store/reserve-link.ts';
import { buildAskingJobs, buildDecisionJobs } from './approval-jobs.ts';
import { createFindApproval, type FindApproval } from './find-approval.ts';

export type Asked =
  | { approval: Approval; isNew: boolean; held: null }
  /** Nothing was written. */
  | { approval: null; held: Held };

/**
 * - `unknown`: this workspace has no such request.
 * - `over`: someone has decided, or it lapsed.
 * - `creator`: nobody approves their own request.
 * - `not-creator`: only the creator withdraws it.
 * - `not-allowed`: the person lacks the permission.
 * - `erased`: the customer's data is gone.
 * - `held`: something was made since the request, and this would duplicate it.
 */
export type Refusal =
  | { outcome: 'refused'; because: 'unknown'; approval: null }
  | {
      outcome: 'refused';
      because: 'over' | 'creator' | 'not-creator' | 'not-allowed' | 'erased';
      approval: Approval;
    }
  | { outcome: 'refused'; because: 'held'; approval: Approval; held: Held };

type ApproveOutcome =
  | {
      outcome: 'approved';
      approval: Approval;
      link: Link;
      /** Asks the service for the link, once. Null when the form's link already existed. */
      send: (() => Promise<Link>) | null;
    }
  | Refusal;

type DecisionOutcome = { outcome: 'done'; approval: Approval } | Refusal;

interface Ask {
  teamId: string;
  id: string;
  /** The person who decides. */
  by: string;
}

/** Requests for links above a workspace's limit, which wait for a second person. */
export interface Approvals {
  /**
   * Writes the request down, once for each form. Sends nothing to the service. `sumFils`: the total of the
   * customer's links with this one, when only the total is above the limit.
   */
  ask(draft: LinkDraft, limitFils: number, sumFils?: number | null): Promise<Asked>;
  find: FindApproval;
  waitingIn(teamId: string): Promise<Approval[]>;
  /** Why this person may not approve or decline the request now; null: they may. */
  checkDecision(ask: Ask): Promise<Refusal | null>;
  /** Two simultaneous approvals make one link: the second is refused as `over`. */
  approve(ask: Ask): Promise<ApproveOutcome>;
  decline(ask: Ask & { reason: string }): Promise<DecisionOutcome>;
  withdraw(ask: Ask): Promise<DecisionOutcome>;
}

interface ApprovalsDependencies {
  approvals: ApprovalStore;
  issuer: Pick<Issuer, 'reserve'>;
  members: { may(teamId: string, userId: string, permission: 'approve'): Promise<boolean> };
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'approval' | 'job'>;
  /** New jobs are waiting. */
  onJobs: () => void;
}

export const createApprovals = ({
  approvals,
  issuer,
  members,
  clock,
  ids,
  onJobs,
}: ApprovalsDependencies): Approvals => {
  const find = createFindApproval({ approvals, clock, ids, onJobs });

  /** The request, if it still waits. */
  const findWaiting = async ({ teamId, id }: Ask): Promise<Approval | Refusal> => {
    const approval = await find(teamId, id);
    if (approval === null) return { outcome: 'refused', because: 'unknown', approval };
    if (approval.state !== 'waiting') return { outcome: 'refused', because: 'over', approval };
    return approval;
  };

  const findForSecond = async (ask: Ask): Promise<Approval | Refusal> => {
    const approval = await findWaiting(ask);
    if ('outcome' in approval) return approval;
    const { teamId, by } = ask;
    if (approval.creatorId === by) return { outcome: 'refused', because: 'creator', approval };
    const isAllowed = await members.may(teamId, by, 'approve');
    return isAllowed ? approval : { outcome: 'refused', because: 'not-allowed', approval };
  };

  /** Someone else decided first. */
  const findOver = async (approval: Approval): Promise<Refusal> => {
    const now = (await find(approval.teamId, approval.id)) ?? approval;
    return { outcome: 'refused', because: 'over', approval: now };
  };

  const reserve = async (approval: Approval, draft: LinkDraft, by: string): Promise<ApproveOutcome> => {
    const { teamId, id } = approval;
    const reservation = await issuer.reserve(draft, (link) =>
      approvals.approve({
        teamId,
        id,
        by,
        at: link.at,
        link,
        // Links from before the request count too: the creator saw them then, or the approver sees them now.
        guard: { since: approval.createdAt - DUPLICATE_WITHIN_MS, acknowledged: draft.acknowledged },
        jobs: buildDecisionJobs({ teamId, id }, 'approved', link.at, ids),
      }),
    );
    const { link, send, held } = reservation;
    if (held) return { outcome: 'refused', because: 'held', approval, held };
    onJobs();
    return { outcome: 'approved', approval: (await approvals.find(teamId, id)) ?? approval, link, send };
  };

  return {
    ask: async (draft, limitFils, sumFils = null) => {
      const { request: wholeRequest, acknowledged, ...order } = draft;
      const { callback_url: _, ...request } = wholeRequest;
      const at = clock.now();
      const id = ids.approval();
      const asked = await approvals.add(
        {
          ...order,
          ...{ id, amountFils: amountOf(wholeRequest), limitFils, sumFils, request, acknowledged, at },
        },
        { since: guardSince(draft, at), acknowledged },
        buildAskingJobs({ ...order, id }, at, ids),
      );
      if (asked.approval) onJobs();
      return asked;
    },

    find,

    waitingIn: (teamId) => approvals.waitingIn(teamId, clock.now()),

    checkDecision: async (ask) => {
      const found = await findForSecond(ask);
      return 'outcome' in found ? found : null;
    },

    approve: async (ask) => {
      const approval = await findForSecond(ask);
      if ('outcome' in approval) return approval;
      const request = linkRequestSchema.safeParse(approval.request);
      if (!request.success) return { outcome: 'refused', because: 'erased', approval };
      try {
        return await reserve(approval, { ...approval, request: request.data }, ask.by);
      } catch (error) {
        if (!(error instanceof ApprovalOverError)) throw error;
        return findOver(approval);
      }
    },

    decline: async (ask) => {
      const approval = await findForSecond(ask);
      if ('outcome' in approval) return approval;
      const at = clock.now();
      const jobs = buildDecisionJobs(approval, 'declined', at, ids);
      const decided = await approvals.decide({ ...ask, at, to: 'declined', jobs });
      if (decided === null) return findOver(approval);
      onJobs();
      return { outcome: 'done', approval: decided };
    },

    withdraw: async (ask) => {
      const approval = await findWaiting(ask);
      if ('outcome' in approval) return approval;
      if (approval.creatorId !== ask.by) return { outcome: 'refused', because: 'not-creator', approval };
      const at = clock.now();
      const jobs = buildDecisionJobs(approval, 'withdrawn', at, ids);
      const decided = await approvals.decide({ ...ask, at, to: 'withdrawn', jobs });
      if (decided === null) return findOver(approval);
      onJobs();
      return { outcome: 'done', approval: decided };
    },
  };
};
