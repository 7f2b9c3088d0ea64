import { buildRefusal } from '../blocks/refusal.ts';
import { ROLES, type Role } from '../store/member-store.ts';

export { ROLES, type Role };

export const PERMISSIONS = [
  'use-any-link',
  'hand-over-any-link',
  'make-batch',
  'read-reports',
  'export',
  'switch-daily-close',
  'approve',
  'read-audit',
  'change-settings',
  'forget-customers',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Roles for each permission. Everyone may always use and hand over the links that are theirs. */
const MAY: Record<Permission, readonly Role[]> = {
  'use-any-link': ['supervisor', 'finance', 'admin'],
  'hand-over-any-link': ['supervisor', 'admin'],
  'make-batch': ['supervisor', 'finance', 'admin'],
  'read-reports': ['supervisor', 'finance', 'admin'],
  export: ['finance', 'admin'],
  'switch-daily-close': ['finance', 'admin'],
  approve: ['supervisor', 'admin'],
  'read-audit': ['finance', 'admin'],
  'change-settings': ['admin'],
  'forget-customers': ['admin'],
};

export const rolesWith = (permission: Permission): readonly Role[] => MAY[permission];

/** `role` null: roles are off because Paylink has no admin; then everything is allowed but what is an admin’s alone. */
export const isPermitted = (role: Role | null, permission: Permission): boolean =>
  role === null ? MAY[permission].some((one) => one !== 'admin') : MAY[permission].includes(role);

/** Which members of a workspace may do what. */
export interface MemberPermissions {
  may(teamId: string, userId: string, permission: Permission): Promise<boolean>;
  /** Users above cashier who have the permission; fixed admins come last. Empty when roles are off. */
  whoMay(teamId: string, permission: Permission): Promise<string[]>;
}

/** Whether the user has the permission. If not, tells them so and whom to ask. */
export const permit = async (
  { teamId, userId }: { teamId: string; userId: string },
  permission: Permission,
  { members }: { members: MemberPermissions },
  tell: (text: string) => Promise<unknown>,
): Promise<boolean> => {
  if (await members.may(teamId, userId, permission)) return true;
  await tell(
    buildRefusal({ permission, roles: rolesWith(permission), who: await members.whoMay(teamId, permission) }),
  );
  return false;
};
