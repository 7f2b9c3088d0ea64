import type { Base } from '../app-parts.ts';
import { amountOf, type Issuer, type LinkDraft, type Reservation } from '../links/form/issuer.ts';
import type { ReserveOrAsk } from '../links/form/reserve-or-ask.ts';
import { linkRequestSchema } from '../payment-service/index.ts';
import type { Consent, ShownLink } from '../store/consent.ts';
import type { Link } from '../store/link.ts';
import { AboveCustomerLimitError, type Conflict } from '../store/reserve-link.ts';
import type { AccountTrouble } from '../workspaces/accounts.ts';
import type { Members } from '../workspaces/members.ts';
import type { Approval } from './approval.ts';
import { buildApprovalWaiting } from './approval-answers-view.ts';
import { buildDecisionJobs, buildRequestJobs } from './approval-jobs.ts';
import { ApprovalOverError } from './approval-store.ts';
import { findApprovers } from './ask-approvers.ts';

type RequestedApproval =
  | { approval: Approval; isNew: boolean; conflict: null }
  /** Nothing was written. */
  | { approval: null; conflict: Conflict };

/**
 * - `unknown`: this workspace has no such request.
 * - `over`: someone has decided, or it lapsed.
 * - `creator`: nobody approves their own request.
 * - `not-creator`: only the creator withdraws it.
 * - `not-allowed`: the person lacks the permission.
 * - `erased`: the customer's data is gone.
 * - `account`: it was asked for another account than the one that new links belong to.
 */
export type Refusal =
  | { outcome: 'refused'; because: 'unknown'; approval: null }
  | {
      outcome: 'refused';
      because: 'over' | 'creator' | 'not-creator' | 'not-allowed' | 'erased';
      approval: Approval;
    }
  | { outcome: 'refused'; because: 'account'; approval: Approval; trouble: AccountTrouble };

type ApproveOutcome =
  | {
      outcome: 'approved';
      approval: Approval;
      link: Link;
      /** Asks the service for the link, once. Null when the form's link already existed. */
      send: (() => Promise<Link>) | null;
    }
  /** Something is new since the request, or blocks the link. It still waits. */
  | { outcome: 'refused'; because: 'conflict'; approval: Approval; conflict: Conflict }
  | Refusal;

type DecisionOutcome = { outcome: 'done'; approval: Approval } | Refusal;

export interface Decision {
  teamId: string;
  /** The request's id. */
  id: string;
  /** The person who decides. */
  by: string;
}

/** Requests for links above a workspace's limit, which a second person approves. */
export interface Approvals {
  /**
   * Stores the request, once for each form. Sends nothing to the service. `sumFils`: the customer's total with this
   * link, if only the total is above the limit.
   */
  ask(draft: LinkDraft, limitFils: number, sumFils?: number | null): Promise<RequestedApproval>;
  find: FindApproval;
  waitingIn(teamId: string): Promise<Approval[]>;
  /** Why this person may not approve or decline the request now; null: they may. */
  checkDecision(decision: Decision): Promise<Refusal | null>;
  /**
   * Two simultaneous approvals make one link: the second is refused as `over`. `shown`: what the approver was asked about
   * after a conflict; absent: only what the creator saw.
   */
  approve(decision: Decision & { shown?: readonly ShownLink[] | undefined }): Promise<ApproveOutcome>;
  decline(decision: Decision & { reason: string }): Promise<DecisionOutcome>;
  withdraw(decision: Decision): Promise<DecisionOutcome>;
}

/** Returns the request as it is now, lapsed if its time is over. Null if the workspace has no such request. */
export type FindApproval = (teamId: string, id: string) => Promise<Approval | null>;

const createFindApproval =
  ({ store: { approvals }, clock, isClockSure, ids, wake }: Base): FindApproval =>
  async (teamId, id) => {
    const approval = await approvals.find(teamId, id);
    const at = clock.now();
    if (approval === null || approval.state !== 'waiting' || approval.expiresAt > at) return approval;
    if (!(await isClockSure())) return approval;
    const jobs = buildDecisionJobs({ teamId, id }, 'lapsed', at, ids);
    const lapsed = await approvals.lapse({ teamId, id, at, jobs });
    if (lapsed) wake.queue();
    return lapsed ?? approvals.find(teamId, id);
  };

export const createApprovals = (base: Base, issuer: Pick<Issuer, 'reserve'>): Approvals => {
  const { accounts, members, clock, ids, wake } = base;
  const { approvals } = base.store;
  const find = createFindApproval(base);

  const findWaiting = async ({ teamId, id }: Decision): Promise<Approval | Refusal> => {
    const approval = await find(teamId, id);
    if (approval === null) return { outcome: 'refused', because: 'unknown', approval };
    if (approval.state !== 'waiting') return { outcome: 'refused', because: 'over', approval };
    return approval;
  };

  const findForApprover = async (decision: Decision): Promise<Approval | Refusal> => {
    const approval = await findWaiting(decision);
    if ('outcome' in approval) return approval;
    const { teamId, by } = decision;
    if (approval.creatorId === by) return { outcome: 'refused', because: 'creator', approval };
    const isAllowed = await members.may(teamId, by, 'approve');
    return isAllowed ? approval : { outcome: 'refused', because: 'not-allowed', approval };
  };

  /** Someone else decided first. */
  const findOver = async (approval: Approval): Promise<Refusal> => {
    const now = (await find(approval.teamId, approval.id)) ?? approval;
    return { outcome: 'refused', because: 'over', approval: now };
  };

  const reserve = async (
    approval: Approval,
    { draft, consent, by }: { draft: Omit<LinkDraft, 'consent'>; consent: Consent; by: string },
  ): Promise<ApproveOutcome> => {
    const { teamId, id } = approval;
    const reservation = await issuer.reserve({ ...draft, consent }, (link) =>
      approvals.approve({
        teamId,
        id,
        by,
        at: link.at,
        link,
        consent,
        jobs: buildDecisionJobs({ teamId, id }, 'approved', link.at, ids),
      }),
    );
    const { link, send, conflict } = reservation;
    if (conflict) return { outcome: 'refused', because: 'conflict', approval, conflict };
    wake.queue();
    return { outcome: 'approved', approval: (await approvals.find(teamId, id)) ?? approval, link, send };
  };

  const decide = async (
    approval: Approval,
    by: string,
    decision: { to: 'declined'; reason: string } | { to: 'withdrawn' },
  ): Promise<DecisionOutcome> => {
    const { teamId, id } = approval;
    const at = clock.now();
    const jobs = buildDecisionJobs(approval, decision.to, at, ids);
    const decided = await approvals.decide({ teamId, id, by, at, jobs, ...decision });
    if (decided === null) return findOver(approval);
    wake.queue();
    return { outcome: 'done', approval: decided };
  };

  return {
    ask: async (draft, limitFils, sumFils = null) => {
      const { request: wholeRequest, consent: given, ...order } = draft;
      const { callback_url: _, ...details } = wholeRequest;
      const at = clock.now();
      const id = ids.approval();
      const consent = given ?? { shown: [], at };
      const asked = await approvals.add(
        {
          ...order,
          ...{
            id,
            amountFils: amountOf(wholeRequest),
            limitFils,
            sumFils,
            details,
            shown: consent.shown,
            at,
          },
        },
        consent,
        buildRequestJobs({ ...order, id }, at, ids),
      );
      if (asked.approval) wake.queue();
      return asked;
    },

    find,

    waitingIn: (teamId) => approvals.waitingIn(teamId, clock.now()),

    checkDecision: async (decision) => {
      const found = await findForApprover(decision);
      return 'outcome' in found ? found : null;
    },

    approve: async ({ shown, ...decision }) => {
      const approval = await findForApprover(decision);
      if ('outcome' in approval) return approval;
      // As of the request, also for what the approver was shown later: nothing in between goes unseen.
      const consent = { shown: shown ?? approval.shown, at: approval.createdAt };
      const request = linkRequestSchema.safeParse(approval.details);
      if (!request.success) return { outcome: 'refused', because: 'erased', approval };
      const trouble = await accounts.troubleOf(approval);
      if (trouble) return { outcome: 'refused', because: 'account', approval, trouble };
      try {
        const draft = { ...approval, request: request.data };
        return await reserve(approval, { draft, consent, by: decision.by });
      } catch (error) {
        if (!(error instanceof ApprovalOverError)) throw error;
        return findOver(approval);
      }
    },

    decline: async ({ reason, ...decision }) => {
      const approval = await findForApprover(decision);
      return 'outcome' in approval ? approval : decide(approval, decision.by, { to: 'declined', reason });
    },

    withdraw: async (decision) => {
      const approval = await findWaiting(decision);
      if ('outcome' in approval) return approval;
      if (approval.creatorId !== decision.by) return { outcome: 'refused', because: 'not-creator', approval };
      return decide(approval, decision.by, { to: 'withdrawn' });
    },
  };
};

/**
 * Reserves the link, or stores a request for approval if the link is above the limit: by itself, or with the customer's
 * other links of the last day. `limitFils` is null if everyone may make any link.
 */
export const createReserveOrAsk =
  ({
    issuer,
    approvals,
    members,
  }: {
    issuer: Pick<Issuer, 'reserve' | 'repeat'>;
    approvals: Pick<Approvals, 'ask'>;
    members: Pick<Members, 'whoMay'>;
  }): ReserveOrAsk =>
  async (draft, limitFils) => {
    const written = await reserveOrRequest(draft, limitFils, { issuer, approvals });
    if (written.conflict || !('approval' in written)) return written;
    const approvers = await findApprovers({ ...written.approval, members });
    return { waiting: buildApprovalWaiting(written.approval, approvers), conflict: null };
  };

const reserveOrRequest = async (
  draft: LinkDraft,
  limitFils: number | null,
  { issuer, approvals }: { issuer: Pick<Issuer, 'reserve' | 'repeat'>; approvals: Pick<Approvals, 'ask'> },
): Promise<RequestedApproval | Reservation> => {
  try {
    const repeated = draft.repeats == null ? null : await issuer.repeat(draft, limitFils);
    if (repeated !== null) return repeated;
    if (limitFils === null) return await issuer.reserve(draft);
    if (amountOf(draft.request) > limitFils) return await approvals.ask(draft, limitFils);
    return await issuer.reserve({ ...draft, customerLimitFils: limitFils });
  } catch (error) {
    if (limitFils === null || !(error instanceof AboveCustomerLimitError)) throw error;
    return approvals.ask(draft, limitFils, error.sumFils);
  }
};
