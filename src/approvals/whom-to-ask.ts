import type { AskReason } from '../store/approval-ask-store.ts';
import type { Members } from '../workspaces/members.ts';

/** Those who are asked next, or why nobody is. */
export type WhomToAsk =
  | { people: readonly [string, ...string[]]; reason: AskReason }
  /** `roles-off`: anyone but the creator may approve. `nobody-left`: all were asked, or only the creator may. */
  | { people: readonly []; reason: 'roles-off' | 'nobody-left' };

/** More direct messages at once would be noise; the others are asked in the next round. */
const MOST_AT_ONCE = 10;

interface WhomToAskOptions {
  teamId: string;
  creatorId: string;
  /** User ids of those who were asked before. */
  asked?: readonly string[];
  members: Pick<Members, 'whoMay'>;
}

/** Supervisors first, then admins; never the creator, and nobody twice. */
export const findWhomToAsk = async ({
  teamId,
  creatorId,
  asked = [],
  members,
}: WhomToAskOptions): Promise<WhomToAsk> => {
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
  const [admin, ...otherAdmins] = choose(approvers.filter((userId) => admins.includes(userId)));
  if (admin === undefined) return { people: [], reason: 'nobody-left' };
  const fallback = supervisors.length > 0 ? 'no-other-approver' : 'approver';
  return { people: [admin, ...otherAdmins], reason: asked.length > 0 ? 'no-answer' : fallback };
};
