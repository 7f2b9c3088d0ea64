import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findOne, lockName } from '../store/engine/queries.ts';
import type { Row } from '../store/engine/table.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import type { Schema } from '../store/schema.ts';
import type { members, Role } from '../store/tables/workspaces.ts';

export { ROLES, type Role } from '../store/tables/workspaces.ts';

/** A user whose role was chosen. No one else has a row. */
export type Member = Pick<Row<typeof members>, 'userId' | 'role'>;

export interface RoleChange {
  userId: string;
  /** Null: no role stored. */
  from: Role | null;
  to: Role | null;
}

/** The audit entry of a change, and who is told of it. */
export type NoteRole = (change: RoleChange) => { entry: AuditEntry; jobs: readonly NewJob[] };

export const createMemberStore = (database: StoreDatabase) => ({
  find: (teamId: string, userId: string) =>
    findOne(
      database.db
        .selectFrom('members')
        .select('role')
        .where('teamId', '=', teamId)
        .where('userId', '=', userId),
      ({ role }) => role,
    ),

  /** Ordered by when the role was given, latest last. */
  list: (teamId: string) => listMembers(database.db, teamId),

  /**
   * Sets and removes roles in one transaction and returns the actual changes. Null, and nothing changed, if
   * `mustKeepAdmin` is set and no admin would be left. `note`: what is written with each change.
   */
  change: (
    teamId: string,
    chosen: readonly { userId: string; role: Role | null }[],
    {
      by,
      at,
      mustKeepAdmin,
      note,
    }: {
      by: string;
      at: number;
      mustKeepAdmin: boolean;
      note?: NoteRole;
    },
  ) =>
    database.db.transaction().execute(async (trx) => {
      // Without the lock, two admins could remove each other's role at the same moment.
      await lockName(trx, database, `members:${teamId}`);
      const known = await listMembers(trx, teamId);
      const roles = new Map<string, Role | null>(known.map(({ userId, role }) => [userId, role]));
      const changes: RoleChange[] = [];
      for (const { userId, role } of chosen) {
        const from = roles.get(userId) ?? null;
        if (from === role) continue;
        changes.push({ userId, from, to: role });
        roles.set(userId, role);
      }
      const hasAdmin = [...roles.values()].includes('admin');
      if (mustKeepAdmin && !hasAdmin && changes.some(({ from }) => from === 'admin')) return null;
      for (const change of changes) {
        await writeChange(trx, { ...change, teamId, by, at });
        if (!note) continue;
        const { entry, jobs } = note(change);
        await insertAuditEntry(trx, entry);
        await insertJobs(trx, jobs, at);
      }
      return changes;
    }),
});

export type MemberStore = ReturnType<typeof createMemberStore>;

const listMembers = (on: StoreDatabase['db'], teamId: string): Promise<Member[]> =>
  on
    .selectFrom('members')
    .select(['userId', 'role'])
    .where('teamId', '=', teamId)
    .orderBy('setAt')
    .orderBy('userId')
    .execute();

async function writeChange(
  trx: Transaction<Schema>,
  { teamId, userId, to, by, at }: RoleChange & { teamId: string; by: string; at: number },
): Promise<void> {
  if (to === null) {
    await trx.deleteFrom('members').where('teamId', '=', teamId).where('userId', '=', userId).execute();
    return;
  }
  const set = { role: to, setBy: by, setAt: at };
  await trx
    .insertInto('members')
    .values({ teamId, userId, ...set })
    .onConflict((conflict) => conflict.columns(['teamId', 'userId']).doUpdateSet(set))
    .execute();
}
