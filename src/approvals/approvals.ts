import type { Base } from '../app-parts.ts';
import { amountOf, type Issuer, type LinkDraft, type Reservation } from '../links/issuing/issuer.ts';
import type { ReserveOrAsk } from '../links/issuing/reserve-or-ask.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import { linkRequestSchema } from '../payment-service/index.ts';
import { findApprovers } from '../people/find-approvers.ts';
import type { Members } from '../people/members.ts';
import type { ShownLink } from '../store/consent.ts';
import { type AskedLink, type Link, wasAsked } from '../store/link.ts';
import { isRequest } from '../store/link-states.ts';
import { AboveCustomerLimitError, type Conflict } from '../store/reserve-link.ts';
import type { AccountTrouble } from '../tenancy/accounts.ts';
import { buildApprovalWaiting } from './approval-answers-view.ts';
import { buildDecisionJobs, buildRequestJobs } from './approval-jobs.ts';
import { ApprovalOverError, type Ending } from './approval-store.ts';

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
  | { outcome: 'refused'; because: 'unknown'; link: null }
  | {
      outcome: 'refused';
      because: 'over' | 'creator' | 'not-creator' | 'not-allowed' | 'erased';
      link: AskedLink;
    }
  | { outcome: 'refused'; because: 'account'; link: AskedLink; trouble: AccountTrouble };

type ApproveOutcome =
  /** `send`: asks the service for the link, once. */
  | { outcome: 'approved'; link: Link; send: NonNullable<Reservation['send']> }
  /** Something is new since the request, or blocks the link. It still waits. */
  | { outcome: 'refused'; because: 'conflict'; link: AskedLink; conflict: Conflict }
  | Refusal;

type DecisionOutcome = { outcome: 'done'; link: AskedLink } | Refusal;

export interface Decision {
  teamId: string;
  /** The link's id. */
  id: string;
  /** The person who decides. */
  by: string;
}

/** Links above a workspace's limit, which a second person approves. */
export interface Approvals {
  /**
   * Writes the link down as a request, once for each form. Sends nothing to the service. `sumFils`: the customer's total with this
   * link, if only the total is above the limit.
   */
  ask(draft: LinkDraft, limitFils: number, sumFils?: number | null): Promise<Reservation>;
  /** The link as it is now, lapsed if its time is over. Null if the workspace has no such link, or it needed no approval. */
  find(teamId: string, id: string): Promise<AskedLink | null>;
  waitingIn(teamId: string): Promise<AskedLink[]>;
  /** Why this person may not approve or decline the request now; null: they may. */
  checkDecision(decision: Decision): Promise<Refusal | null>;
  /**
   * Of two simultaneous approvals the second is refused as `over`. `shown`: what the approver was asked about after a conflict;
   * absent: only what the creator saw.
   */
  approve(decision: Decision & { shown?: readonly ShownLink[] | undefined }): Promise<ApproveOutcome>;
  decline(decision: Decision & { reason: string }): Promise<DecisionOutcome>;
  withdraw(decision: Decision): Promise<DecisionOutcome>;
}

const createFind =
  ({ store: { approvals, links }, clock, isClockSure, ids }: Base): Approvals['find'] =>
  async (teamId, id) => {
    const find = async () => {
      const link = await links.find(teamId, id);
      return link !== null && wasAsked(link) ? link : null;
    };
    const link = await find();
    const at = clock.now();
    if (link === null || link.state !== 'asked' || link.expiresAt > at) return link;
    if (!(await isClockSure())) return link;
    const lapsed = await approvals.lapse({
      ...{ teamId, id, at },
      jobs: buildDecisionJobs(link, 'lapsed', at, ids),
    });
    return lapsed ?? find();
  };

/** As the form built it. It does not pass if the customer's data was erased. */
const requestOf = ({ details, amountFils, approval: { typedId } }: AskedLink) =>
  linkRequestSchema.safeParse({
    ...details,
    invoiceAmount: Number(formatFils(amountFils)),
    currency: 'AED',
    isTermsAndConditionsAccepted: true,
    ...(typedId !== null && { Invoice_Id: typedId }),
  });

export const createApprovals = (base: Base, issuer: Pick<Issuer, 'reserve'>): Approvals => {
  const { accounts, members, clock, ids } = base;
  const { approvals } = base.store;
  const find = createFind(base);

  const findWaiting = async ({ teamId, id }: Decision): Promise<AskedLink | Refusal> => {
    const link = await find(teamId, id);
    if (link === null) return { outcome: 'refused', because: 'unknown', link };
    if (link.state !== 'asked') return { outcome: 'refused', because: 'over', link };
    return link;
  };

  const findForApprover = async (decision: Decision): Promise<AskedLink | Refusal> => {
    const link = await findWaiting(decision);
    if ('outcome' in link) return link;
    const { teamId, by } = decision;
    if (link.creatorId === by) return { outcome: 'refused', because: 'creator', link };
    const isAllowed = await members.may(teamId, by, 'approve');
    return isAllowed ? link : { outcome: 'refused', because: 'not-allowed', link };
  };

  /** Someone else decided first. */
  const findOver = async (link: AskedLink): Promise<Refusal> => {
    const now = (await find(link.teamId, link.id)) ?? link;
    return { outcome: 'refused', because: 'over', link: now };
  };

  const decide = async (link: AskedLink, ending: Ending): Promise<DecisionOutcome> => {
    const { teamId, id } = link;
    const at = clock.now();
    const jobs = buildDecisionJobs(link, ending.to, at, ids);
    const decided = await approvals.decide({ teamId, id, at, jobs, ...ending });
    if (decided === null) return findOver(link);
    return { outcome: 'done', link: decided };
  };

  return {
    ask: async (
      { request: { Invoice_Id: typedId = null, ...request }, ...draft },
      limitFils,
      sumFils = null,
    ) => {
      const asked = await issuer.reserve({ ...draft, request }, (link, consent) =>
        approvals.ask(
          link,
          { limitFils, sumFils, typedId },
          consent,
          buildRequestJobs(
            { ...link, saleId: link.saleId ?? link.id, ownerId: link.ownerId ?? link.creatorId },
            link.at,
            ids,
          ),
        ),
      );
      return asked;
    },

    find,

    waitingIn: (teamId) => approvals.waitingIn(teamId, clock.now()),

    checkDecision: async (decision) => {
      const found = await findForApprover(decision);
      return 'outcome' in found ? found : null;
    },

    approve: async ({ shown, by, ...subject }) => {
      const link = await findForApprover({ ...subject, by });
      if ('outcome' in link) return link;
      const { approval } = link;
      const request = requestOf(link);
      if (!request.success) return { outcome: 'refused', because: 'erased', link };
      const trouble = await accounts.troubleOf(link);
      if (trouble) return { outcome: 'refused', because: 'account', link, trouble };
      // As of the request, also for what the approver was shown later: nothing in between goes unseen.
      const given = { shown: shown ?? approval.shown, at: approval.askedAt };
      try {
        const draft = { ...link, request: request.data, consent: given };
        const reserved = await issuer.reserve(
          draft,
          (made, consent) =>
            approvals.approve({
              ...{ ...subject, by, consent, link: made, at: made.at },
              jobs: buildDecisionJobs(link, 'approved', made.at, ids),
            }),
          link.id,
        );
        const { conflict, send } = reserved;
        if (conflict) return { outcome: 'refused', because: 'conflict', link, conflict };
        if (send === null) throw new Error('an approved link was not reserved');
        return { outcome: 'approved', link: reserved.link, send };
      } catch (error) {
        if (!(error instanceof ApprovalOverError)) throw error;
        return findOver(link);
      }
    },

    decline: async ({ reason, ...decision }) => {
      const link = await findForApprover(decision);
      return 'outcome' in link ? link : decide(link, { to: 'declined', by: decision.by, reason });
    },

    withdraw: async (decision) => {
      const link = await findWaiting(decision);
      if ('outcome' in link) return link;
      if (link.creatorId !== decision.by) return { outcome: 'refused', because: 'not-creator', link };
      return decide(link, { to: 'withdrawn', by: decision.by });
    },
  };
};

/**
 * Reserves the link, or writes it down as a request for approval if it is above the limit: by itself, or with the customer's
 * other links of the last day.
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
  async (draft) => {
    const written = await reserveOrRequest(draft, { issuer, approvals });
    if (written.conflict) return written;
    const { link } = written;
    if (!isRequest(link.state) || !wasAsked(link)) return written;
    return { waiting: buildApprovalWaiting(link, await findApprovers({ ...link, members })), conflict: null };
  };

const reserveOrRequest = async (
  draft: LinkDraft,
  { issuer, approvals }: { issuer: Pick<Issuer, 'reserve' | 'repeat'>; approvals: Pick<Approvals, 'ask'> },
): Promise<Reservation> => {
  try {
    return (await issuer.repeat(draft)) ?? (await issuer.reserve(draft));
  } catch (error) {
    if (!(error instanceof AboveCustomerLimitError)) throw error;
    const { limitFils, sumFils } = error;
    return approvals.ask(draft, limitFils, amountOf(draft.request) > limitFils ? null : sumFils);
  }
};
