import { buildNotConnected } from '../blocks/refusal.ts';
import type { Members } from '../people/members.ts';
import { Refused } from '../slack/refused.ts';
import type { KeptAccount } from '../store/account-store.ts';
import { buildUnconfirmed } from './account-view.ts';
import type { Accounts } from './accounts.ts';

/** Throws `Refused`, with whom to ask, if nobody can make a link here now. */
export const requireAccount = async (
  teamId: string,
  { accounts, members }: { accounts: Accounts; members: Members },
  known?: KeptAccount | null,
): Promise<void> => {
  const { is } = await accounts.standingOf(teamId, known);
  if (is === 'confirmed') return;
  const admins = await members.whoMay(teamId, 'change-settings');
  throw new Refused(is === 'unconfirmed' ? buildUnconfirmed(admins) : buildNotConnected(admins));
};
