import { buildNotConnected } from '../blocks/refusal.ts';
import { buildUnconfirmed } from './account-view.ts';
import type { Accounts } from './accounts.ts';
import type { Members } from './members.ts';

/** Why nobody can make a link here now, and whom to ask. Mrkdwn; null: they can. */
export const explainNoNewWork = async (
  teamId: string,
  { accounts, members }: { accounts: Pick<Accounts, 'standingOf'>; members: Pick<Members, 'whoMay'> },
): Promise<string | null> => {
  const { is } = await accounts.standingOf(teamId);
  if (is === 'confirmed') return null;
  const admins = await members.whoMay(teamId, 'change-settings');
  return is === 'unconfirmed' ? buildUnconfirmed(admins) : buildNotConnected(admins);
};
