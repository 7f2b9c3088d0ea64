import { buildRefusal } from '../messages/refusal.ts';
import type { Members } from '../workspaces/members.ts';
import { type Permission, rolesWith } from '../workspaces/roles.ts';

/** Whether the person may; who may not is told so, and whom to ask. */
export const permit = async (
  { teamId, userId }: { teamId: string; userId: string },
  permission: Permission,
  { members }: { members: Pick<Members, 'may' | 'whoMay'> },
  tell: (text: string) => Promise<unknown>,
): Promise<boolean> => {
  if (await members.may(teamId, userId, permission)) return true;
  await tell(
    buildRefusal({ permission, roles: rolesWith(permission), who: await members.whoMay(teamId, permission) }),
  );
  return false;
};
