import { buildNobodyAdministers, buildRefusal } from '../blocks/refusal.ts';
import type { Clock } from '../clock.ts';
import { Refused } from '../slack/refused.ts';
import {
  type Member,
  type MemberStore,
  type NoteRole,
  ROLES,
  type Role,
  type RoleChange,
} from './member-store.ts';

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
  'explain-records',
  'settle-sales',
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
  // Finance may say it, too, so that one admin is not alone.
  'explain-records': ['finance', 'admin'],
  'settle-sales': ['finance', 'admin'],
};

/** What nobody may do before there is an admin. */
const NEEDS_ADMIN: readonly Permission[] = ['change-settings', 'forget-customers', 'explain-records'];

export const rolesWith = (permission: Permission): readonly Role[] => MAY[permission];

/** `role` null: roles are off because Paylink has no admin. */
export const isPermitted = (role: Role | null, permission: Permission): boolean =>
  role === null ? !NEEDS_ADMIN.includes(permission) : MAY[permission].includes(role);

/** Throws `Refused`, with whom to ask, unless the user has the permission. `creatorId`: who asks for an approval. */
export const requirePermission = async (
  { teamId, userId, creatorId }: { teamId: string; userId: string; creatorId?: string },
  permission: Permission,
  { members }: { members: Pick<Members, 'may' | 'whoMay'> },
): Promise<void> => {
  if (await members.may(teamId, userId, permission)) return;
  const who = await members.whoMay(teamId, permission);
  if (permission === 'change-settings' && who.length === 0) throw new Refused(buildNobodyAdministers(userId));
  throw new Refused(buildRefusal({ permission, roles: rolesWith(permission), who, creatorId }));
};

export type { Member };

export type Members = ReturnType<typeof createMembers>;

/** At least one admin must be left to give roles. */
export class LastAdminError extends Error {
  override name = 'LastAdminError';

  constructor() {
    super('The last admin of a workspace cannot be given another role.');
  }
}

export const createMembers = ({
  members,
  adminsOf,
  clock,
}: {
  members: MemberStore;
  /** The fixed admins: the installer, or those named in the environment. */
  adminsOf: (teamId: string) => Promise<readonly string[]>;
  clock: Pick<Clock, 'now'>;
}) => {
  /** Null: roles are off because Paylink has no admin here. Anyone without a chosen role is a cashier. */
  const roleOf = async (teamId: string, userId: string): Promise<Role | null> => {
    const fixed = await adminsOf(teamId);
    if (fixed.includes(userId)) return 'admin';
    if (fixed.length > 0) return (await members.find(teamId, userId)) ?? 'cashier';
    const chosen = await members.list(teamId);
    if (!chosen.some(({ role }) => role === 'admin')) return null;
    return chosen.find((member) => member.userId === userId)?.role ?? 'cashier';
  };

  /** Chosen roles, without the fixed admins. */
  const list = async (teamId: string): Promise<Member[]> => {
    const fixed = await adminsOf(teamId);
    return (await members.list(teamId)).filter(({ userId }) => !fixed.includes(userId));
  };

  /**
   * Gives and takes several roles at once; a null role makes the user a cashier. Skips fixed admins. Returns the
   * changes made, or null, having changed nothing, if no admin would be left. `note`: what is written with each.
   */
  const change = async (
    teamId: string,
    chosen: readonly { userId: string; role: Role | null }[],
    by: string,
    note?: NoteRole,
  ): Promise<RoleChange[] | null> => {
    const fixed = await adminsOf(teamId);
    return members.change(
      teamId,
      chosen
        .filter(({ userId }) => !fixed.includes(userId))
        .map(({ userId, role }) => ({ userId, role: role === 'cashier' ? null : role })),
      { by, at: clock.now(), mustKeepAdmin: fixed.length === 0, ...(note ? { note } : {}) },
    );
  };

  return {
    roleOf,
    list,
    change,
    /** Admins set by the installation or the environment; choosing another role for them has no effect. */
    fixedAdmins: adminsOf,
    /** Whether an admin, or the installation, gave the user a role here. */
    isGivenRole: async (teamId: string, userId: string): Promise<boolean> =>
      (await adminsOf(teamId)).includes(userId) || (await members.find(teamId, userId)) !== null,
    /** Users with the finance role, or the admins when no one has it. */
    financeOf: async (teamId: string): Promise<readonly string[]> => {
      const [fixed, chosen] = await Promise.all([adminsOf(teamId), list(teamId)]);
      const having = (wanted: Role) =>
        chosen.filter(({ role }) => role === wanted).map(({ userId }) => userId);
      const finance = having('finance');
      return finance.length > 0 ? finance : [...having('admin'), ...fixed];
    },
    may: async (teamId: string, userId: string, permission: Permission): Promise<boolean> =>
      isPermitted(await roleOf(teamId, userId), permission),
    permissionsOf: async (teamId: string, userId: string): Promise<Permission[]> => {
      const role = await roleOf(teamId, userId);
      return PERMISSIONS.filter((permission) => isPermitted(role, permission));
    },
    /** Users above cashier who have the permission; fixed admins come last. Empty when roles are off. */
    whoMay: async (teamId: string, permission: Permission): Promise<string[]> => {
      const roles = rolesWith(permission);
      const [fixed, chosen] = await Promise.all([adminsOf(teamId), list(teamId)]);
      const hasAdmin = fixed.length > 0 || chosen.some(({ role }) => role === 'admin');
      if (!hasAdmin) return [];
      const some = roles.flatMap((role) =>
        chosen.filter((member) => member.role === role).map(({ userId }) => userId),
      );
      return roles.includes('admin') ? [...some, ...fixed] : some;
    },
    /** The same for one person as `change`. Throws `LastAdminError`. */
    set: async (teamId: string, userId: string, role: Role | null, by: string): Promise<void> => {
      if ((await change(teamId, [{ userId, role }], by)) === null) throw new LastAdminError();
    },
  };
};
