import { buildRefusal } from '../blocks/refusal.ts';
import { ROLES, type Role } from '../store/member-store.ts';
import type { Members } from './members.ts';

export { ROLES, type Role };

export const PERMISSIONS = [
  'make-links',
  'use-any-link',
  'read-reports',
  'export',
  'switch-daily-close',
  'approve',
  'read-audit',
  'change-settings',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Who may what. Everybody may use the links that they made themselves. */
const MAY: Record<Permission, readonly Role[]> = {
  'make-links': ROLES,
  'use-any-link': ['supervisor', 'finance', 'admin'],
  'read-reports': ['supervisor', 'finance', 'admin'],
  export: ['finance', 'admin'],
  'switch-daily-close': ['finance', 'admin'],
  approve: ['supervisor', 'admin'],
  'read-audit': ['finance', 'admin'],
  'change-settings': ['admin'],
};

export const rolesWith = (permission: Permission): readonly Role[] => MAY[permission];

/** `role`: null where roles are off, as nobody administers Paylink; then only settings wait for somebody who does. */
export const isPermitted = (role: Role | null, permission: Permission): boolean =>
  role === null ? permission !== 'change-settings' : MAY[permission].includes(role);

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
