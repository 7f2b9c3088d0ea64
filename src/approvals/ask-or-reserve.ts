import { amountOf, type Issuer, type LinkDraft, type Reservation } from '../links/form/issuer.ts';
import type { ReserveOrAsk } from '../links/link-dependencies.ts';
import { AboveCustomerLimitError } from '../store/reserve-link.ts';
import type { Members } from '../workspaces/members.ts';
import { buildApprovalWaiting } from './approval-answers-view.ts';
import type { Approvals, Asked } from './approvals.ts';
import { findWhomToAsk } from './whom-to-ask.ts';

/**
 * Above the workspace's limit, alone or with the customer's other links of the last day, a second person must
 * agree first. The draft then becomes a request, and nothing is sent. `limitFils`: null when everyone may
 * make any link.
 */
export const askOrReserve = async (
  draft: LinkDraft,
  limitFils: number | null,
  { issuer, approvals }: { issuer: Pick<Issuer, 'reserve'>; approvals: Pick<Approvals, 'ask'> },
): Promise<Asked | Reservation> => {
  if (limitFils === null) return issuer.reserve(draft);
  if (amountOf(draft.request) > limitFils) return approvals.ask(draft, limitFils);
  try {
    return await issuer.reserve({ ...draft, customerLimitFils: limitFils });
  } catch (error) {
    if (!(error instanceof AboveCustomerLimitError)) throw error;
    return approvals.ask(draft, limitFils, error.sumFils);
  }
};

/** The same for a form: a request that waits gets a view that says so, and who was asked. */
export const createReserveOrAsk =
  ({
    members,
    ...rooms
  }: Parameters<typeof askOrReserve>[2] & { members: Pick<Members, 'whoMay'> }): ReserveOrAsk =>
  async (draft, limitFils) => {
    const written = await askOrReserve(draft, limitFils, rooms);
    if (written.held || !('approval' in written)) return written;
    const whom = await findWhomToAsk({ ...written.approval, members });
    return { waiting: buildApprovalWaiting(written.approval, whom), held: null };
  };
