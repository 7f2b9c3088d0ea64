import type { Transaction } from 'kysely';
import { hasRow } from '../../store/engine/queries.ts';
import { NOT_ENDED } from '../../store/job.ts';
import { type Schema, WORKSPACE_TABLES } from '../../store/schema.ts';
import { installations } from '../../store/tables/workspaces.ts';

/** See `InstallationStore`. */
export const beginAnew = async (
  trx: Transaction<Schema>,
  teamId: string,
  { by, at }: { by: string; at: number },
): Promise<boolean> => {
  const wasAdmin =
    (await hasRow(
      trx
        .selectFrom('members')
        .select('userId')
        .where('teamId', '=', teamId)
        .where('userId', '=', by)
        .where('role', '=', 'admin'),
    )) ||
    (await hasRow(
      trx
        .selectFrom('installations')
        .select('installedBy')
        .where('teamId', '=', teamId)
        .where('installedBy', '=', by),
    ));
  if (wasAdmin) return false;
  // Every install and every link has an entry there.
  const hasPast = await hasRow(
    trx.selectFrom('auditEntries').select('id').where('teamId', '=', teamId).limit(1),
  );
  if (!hasPast) return false;
  const past = `${teamId}~${at}`;
  await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', leaseToken: null, updatedAt: at })
    .where('teamId', '=', teamId)
    .where('state', 'in', NOT_ENDED)
    .execute();
  for (const { name } of WORKSPACE_TABLES)
    await trx.updateTable(name).set({ teamId: past }).where('teamId', '=', teamId).execute();
  // Nothing plans its turns again.
  await trx.updateTable('schedules').set({ stoppedAt: at }).where('teamId', '=', past).execute();
  await trx.deleteFrom('installations').where('teamId', '=', teamId).execute();
  // For retention, which erases what a removed workspace leaves.
  await trx
    .insertInto('installations')
    .values(
      installations.write({
        ...{ teamId: past, name: '', appId: '', botUserId: '', scopes: [] },
        ...{ installedBy: '', installedAt: at, since: at, version: at, removedAt: at },
      }),
    )
    .execute();
  return true;
};
