import type { Base } from '../app-parts.ts';
import { buildGone } from '../blocks/refusal.ts';
import { buildApprovedNews, buildFirstShow, buildLinkShow } from '../links/card/notice-kinds.ts';
import { amountOf, type Issuer, type LinkDraft, type Reservation } from '../links/issuing/issuer.ts';
import { buildRunDecided } from '../links/issuing/step-run.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import { linkRequestSchema } from '../payment-service/index.ts';
import { findApprovers } from '../people/find-approvers.ts';
import { type Members, requirePermission } from '../people/members.ts';
import { Refused } from '../slack/refused.ts';
import type { ShownLink } from '../store/consent.ts';
import type { NewJob } from '../store/job.ts';
import { type AskedLink, type Link, wasAsked } from '../store/link.ts';
import { isRequest } from '../store/link-states.ts';
import { AboveCustomerLimitError, type Conflict } from '../store/reserve-link.ts';
import type { AccountTrouble } from '../tenancy/accounts.ts';
import {
  buildApprovalNews,
  buildApprovalOver,
  buildApprovalWaiting,
  buildErasedRequest,
  buildNotYourRequest,
  buildOwnRequest,
} from './approval-answers-view.ts';
import { buildAskJobs, buildDecidedJobs } from './approval-jobs.ts';
import { ApprovalOverError, type Ending } from './approval-store.ts';

type ApproveOutcome =
  /** `send`: asks the service for the link, once. */
  | { outcome: 'approved'; link: Link; send: NonNullable<Reservation['send']> }
  /** Something is new since the request, or blocks the link. It still waits. */
  | { outcome: 'conflict'; link: AskedLink; conflict: Conflict }
  /** It was asked for another account than the one that new links belong to. It still waits. */
  | { outcome: 'account'; link: AskedLink; trouble: AccountTrouble };

export interface Decision {
  teamId: string;
  /** The link's id. */
  id: string;
  /** The person who decides. */
  by: string;
}

/** Links above a workspace's limit, which a second person approves. What cannot be decided throws `Refused`. */
export interface Approvals {
  /**
   * Writes the link down as a request, once for each form. Sends nothing to the service. `sumFils`: the customer's total with this
   * link, if only the total is above the limit.
   */
  ask(draft: LinkDraft, limitFils: number, sumFils?: number | null): Promise<Reservation>;
  /** The link as it is now, lapsed if its time is over. Null if the workspace has no such link, or it needed no approval. */
  find(teamId: string, id: string): Promise<AskedLink | null>;
  waitingIn(teamId: string): Promise<AskedLink[]>;
  /** Throws unless this person may approve or decline the request now. */
  checkDecision(decision: Decision): Promise<AskedLink>;
  /**
   * Of two simultaneous approvals the second is refused. `shown`: what the approver was asked about after a conflict; absent: only
   * what the creator saw.
   */
  approve(decision: Decision & { shown?: readonly ShownLink[] | undefined }): Promise<ApproveOutcome>;
  decline(decision: Decision & { reason: string }): Promise<AskedLink>;
  withdraw(decision: Decision): Promise<AskedLink>;
}

const createFind =
  ({ store: { approvals, links }, clock, isClockSure }: Base): Approvals['find'] =>
  async (teamId, id) => {
    const find = async () => {
      const link = await links.find(teamId, id);
      return link !== null && wasAsked(link) ? link : null;
    };
    const link = await find();
    const at = clock.now();
    if (link === null || link.state !== 'asked' || link.expiresAt > at) return link;
    if (!(await isClockSure())) return link;
    const lapsed = await approvals.lapse({ teamId, id, at, jobs: followDecision });
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

/** The card shows the decision, nobody else decides, the creator hears of it, and the workflow that waits goes on. */
const followDecision = (link: AskedLink, at: number): NewJob[] => [
  buildLinkShow(link, at),
  ...buildDecidedJobs(link, buildApprovalNews(link), at),
  ...(isRequest(link.state) ? [] : [buildApprovedNews(link)]),
  ...buildRunDecided(link),
];

export const createApprovals = (base: Base, issuer: Pick<Issuer, 'reserve'>): Approvals => {
  const { accounts, members, clock } = base;
  const { approvals } = base.store;
  const find = createFind(base);

  const findWaiting = async ({ teamId, id }: Decision): Promise<AskedLink> => {
    const link = await find(teamId, id);
    if (link === null) throw new Refused(buildGone('request'));
    if (link.state !== 'asked') throw new Refused(buildApprovalOver(link));
    return link;
  };

  const findForApprover: Approvals['checkDecision'] = async (decision) => {
    const link = await findWaiting(decision);
    const { teamId, by: userId } = decision;
    const { creatorId } = link;
    if (creatorId === userId) throw new Refused(buildOwnRequest());
    await requirePermission({ teamId, userId, creatorId }, 'approve', { members });
    return link;
  };

  /** Someone else decided first. */
  const refuseOver = async (link: AskedLink): Promise<never> => {
    throw new Refused(buildApprovalOver((await find(link.teamId, link.id)) ?? link));
  };

  const decide = async (link: AskedLink, ending: Ending): Promise<AskedLink> => {
    const { teamId, id } = link;
    const decided = await approvals.decide({ teamId, id, at: clock.now(), jobs: followDecision, ...ending });
    if (decided === null) return refuseOver(link);
    return decided;
  };

  return {
    ask: async (
      { request: { Invoice_Id: typedId = null, ...request }, ...draft },
      limitFils,
      sumFils = null,
    ) => {
      const asked = await issuer.reserve({ ...draft, request }, (link, consent) =>
        approvals.ask(link, { limitFils, sumFils, typedId }, consent, [
          buildFirstShow({
            ...link,
            saleId: link.saleId ?? link.id,
            ownerId: link.ownerId ?? link.creatorId,
          }),
          ...buildAskJobs(link, link.at, link.expiresAt),
        ]),
      );
      return asked;
    },

    find,

    waitingIn: (teamId) => approvals.waitingIn(teamId, clock.now()),

    checkDecision: findForApprover,

    approve: async ({ shown, by, ...subject }) => {
      const link = await findForApprover({ ...subject, by });
      const { approval } = link;
      const request = requestOf(link);
      if (!request.success) throw new Refused(buildErasedRequest());
      const trouble = await accounts.troubleOf(link);
      if (trouble) return { outcome: 'account', link, trouble };
      // As of the request, also for what the approver was shown later: nothing in between goes unseen.
      const given = { shown: shown ?? approval.shown, at: approval.askedAt };
      try {
        const { conflict, ...reserved } = await issuer.reserve(
          { ...link, request: request.data, consent: given },
          (made, consent) =>
            approvals.approve({ ...subject, by, consent, link: made, at: made.at, jobs: followDecision }),
          link.id,
        );
        if (conflict) return { outcome: 'conflict', link, conflict };
        if (!reserved.send) throw new Error('an approved link was not reserved');
        return { outcome: 'approved', link: reserved.link, send: reserved.send };
      } catch (error) {
        if (!(error instanceof ApprovalOverError)) throw error;
        return refuseOver(link);
      }
    },

    decline: async ({ reason, ...decision }) =>
      decide(await findForApprover(decision), { to: 'declined', by: decision.by, reason }),

    withdraw: async (decision) => {
      const link = await findWaiting(decision);
      if (link.creatorId !== decision.by) throw new Refused(buildNotYourRequest(link));
      return decide(link, { to: 'withdrawn', by: decision.by });
    },
  };
};

/**
 * Reserves the link, or writes it down as a request for approval if it is above the limit: by itself, or with the customer's
 * other links of the last day. `waiting`: the view that replaces the form until a second person decides.
 */
export const createReserveOrAsk =
  ({
    issuer,
    approvals,
    members,
  }: {
    issuer: Issuer;
    approvals: Approvals;
    members: Pick<Members, 'whoMay'>;
  }) =>
  async (draft: LinkDraft) => {
    const written = await reserveOrRequest(draft, { issuer, approvals });
    if (written.conflict) return written;
    const { link } = written;
    if (!isRequest(link.state) || !wasAsked(link)) return written;
    return { waiting: buildApprovalWaiting(link, await findApprovers({ ...link, members })), conflict: null };
  };

export type ReserveOrAsk = ReturnType<typeof createReserveOrAsk>;

const reserveOrRequest = async (
  draft: LinkDraft,
  { issuer, approvals }: { issuer: Issuer; approvals: Approvals },
): Promise<Reservation> => {
  try {
    return (await issuer.repeat(draft)) ?? (await issuer.reserve(draft));
  } catch (error) {
    if (!(error instanceof AboveCustomerLimitError)) throw error;
    const { limitFils, sumFils } = error;
    return approvals.ask(draft, limitFils, amountOf(draft.request) > limitFils ? null : sumFils);
  }
};
