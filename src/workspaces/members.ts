import type { Clock } from '../clock.ts';
import type { Member, MemberStore, RoleChange } from '../store/member-store.ts';
import { isPermitted, type MemberPermissions, type Role, rolesWith } from './roles.ts';

export type { Member };

export interface Members extends MemberPermissions {
  /** Null: roles are off because Paylink has no admin here. Anyone without a chosen role is a cashier. */
  roleOf(teamId: string, userId: string): Promise<Role | null>;
  /** Whether an admin, or the installation, gave the user a role here. */
  isGivenRole(teamId: string, userId: string): Promise<boolean>;
  /** Users with the finance role, or the admins when no one has it. */
  financeOf(teamId: string): Promise<readonly string[]>;
  /** Admins set by the installation or the environment; choosing another role for them has no effect. */
  fixedAdmins(teamId: string): Promise<readonly string[]>;
  /** Chosen roles, without the fixed admins. */
  list(teamId: string): Promise<Member[]>;
  /**
   * Gives and takes several roles at once; a null role makes the user a cashier. Skips fixed admins. Returns the
   * changes made, or null, having changed nothing, if no admin would be left.
   */
  change(
    teamId: string,
    chosen: readonly { userId: string; role: Role | null }[],
    by: string,
  ): Promise<RoleChange[] | null>;
  /** The same for one person. Throws `LastAdminError`. */
  set(teamId: string, userId: string, role: Role | null, by: string): Promise<void>;
}

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
}): Members => {
  const roleOf = async (teamId: string, userId: string): Promise<Role | null> => {
    const fixed = await adminsOf(teamId);
    if (fixed.includes(userId)) return 'admin';
    if (fixed.length > 0) return (await members.find(teamId, userId)) ?? 'cashier';
    const chosen = await members.list(teamId);
    if (!chosen.some(({ role }) => role === 'admin')) return null;
    return chosen.find((member) => member.userId === userId)?.role ?? 'cashier';
  };

  const list = async (teamId: string): Promise<Member[]> => {
    const fixed = await adminsOf(teamId);
    return (await members.list(teamId)).filter(({ userId }) => !fixed.includes(userId));
  };

  const change: Members['change'] = async (teamId, chosen, by) => {
    const fixed = await adminsOf(teamId);
    return members.change(
      teamId,
      chosen
        .filter(({ userId }) => !fixed.includes(userId))
        .map(({ userId, role }) => ({ userId, role: role === 'cashier' ? null : role })),
      { by, at: clock.now(), mustKeepAdmin: fixed.length === 0 },
    );
  };

  return {
    roleOf,
    list,
    change,
    fixedAdmins: adminsOf,
    isGivenRole: async (teamId, userId) =>
      (await adminsOf(teamId)).includes(userId) || (await members.find(teamId, userId)) !== null,
    financeOf: async (teamId) => {
      const [fixed, chosen] = await Promise.all([adminsOf(teamId), list(teamId)]);
      const having = (wanted: Role) =>
        chosen.filter(({ role }) => role === wanted).map(({ userId }) => userId);
      const finance = having('finance');
      return finance.length > 0 ? finance : [...having('admin'), ...fixed];
    },
    may: async (teamId, userId, permission) => isPermitted(await roleOf(teamId, userId), permission),
    whoMay: async (teamId, permission) => {
      const roles = rolesWith(permission);
      const [fixed, chosen] = await Promise.all([adminsOf(teamId), list(teamId)]);
      const hasAdmin = fixed.length > 0 || chosen.some(({ role }) => role === 'admin');
      if (!hasAdmin) return [];
      const some = roles.flatMap((role) =>
        chosen.filter((member) => member.role === role).map(({ userId }) => userId),
      );
      return roles.includes('admin') ? [...some, ...fixed] : some;
    },
    set: async (teamId, userId, role, by) => {
      if ((await change(teamId, [{ userId, role }], by)) === null) throw new LastAdminError();
    },
  };
};
