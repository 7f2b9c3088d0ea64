import type { AskReason } from '../store/tables/approval-asks.ts';
import type { Members } from './members.ts';

/** The people to ask next, or why there are none. */
export type Approvers =
  | { people: readonly [string, ...string[]]; reason: AskReason }
  /** `roles-off`: anyone but the creator may approve. `nobody-left`: everyone was asked, or only the creator may. */
  | { people: readonly []; reason: 'roles-off' | 'nobody-left' };

/** More direct messages at once would be noise; the next round asks the others. */
const MOST_AT_ONCE = 10;

/** Supervisors first, then admins; never the creator, and nobody twice. */
export const findApprovers = async ({
  teamId,
  creatorId,
  asked = [],
  members,
}: {
  teamId: string;
  creatorId: string;
  asked?: readonly string[];
  members: Pick<Members, 'whoMay'>;
}): Promise<Approvers> => {
  const [approvers, admins] = await Promise.all([
    members.whoMay(teamId, 'approve'),
    members.whoMay(teamId, 'change-settings'),
  ]);
  if (approvers.length === 0) return { people: [], reason: 'roles-off' };
  const supervisors = approvers.filter((userId) => !admins.includes(userId));
  const choose = (from: readonly string[]) =>
    [...new Set(from)]
      .filter((userId) => userId !== creatorId && !asked.includes(userId))
      .slice(0, MOST_AT_ONCE);
  const [first, ...others] = choose(supervisors);
  if (first !== undefined)
    return { people: [first, ...others], reason: asked.length > 0 ? 'no-answer' : 'approver' };
  // No supervisor is left, so these are admins.
  const [admin, ...otherAdmins] = choose(approvers);
  if (admin === undefined) return { people: [], reason: 'nobody-left' };
  const fallback = supervisors.length > 0 ? 'no-other-approver' : 'approver';
  return { people: [admin, ...otherAdmins], reason: asked.length > 0 ? 'no-answer' : fallback };
};
