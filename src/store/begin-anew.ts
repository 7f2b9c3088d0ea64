import type { Transaction } from 'kysely';
import { hasRow } from './engine/queries.ts';
import type { Schema } from './schema.ts';

type OfTeam = {
  [Table in keyof Schema]: 'team_id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/** What happens to a workspace's rows. `names`: who it is, to Slack and to its organisation. */
const ROWS: Record<OfTeam, 'leave' | 'names'> = {
  links: 'leave',
  approvals: 'leave',
  approval_asks: 'leave',
  jobs: 'leave',
  reports: 'leave',
  searches: 'leave',
  schedules: 'leave',
  daily_closes: 'leave',
  installations: 'names',
  workspaces: 'names',
  counter_windows: 'leave',
  pictures: 'leave',
  members: 'leave',
  settings: 'leave',
  channel_settings: 'leave',
  hidden_steps: 'leave',
  audit_entries: 'leave',
  taught_words: 'leave',
  first_words: 'leave',
  batches: 'leave',
  batch_lists: 'leave',
  accounts: 'leave',
  forgotten_customers: 'leave',
  missing_links: 'leave',
  transaction_readings: 'leave',
};

const LEAVING = (Object.keys(ROWS) as OfTeam[]).filter(
  (table): table is Exclude<OfTeam, 'installations' | 'workspaces'> => ROWS[table] === 'leave',
);

/** See `InstallationStore`. */
export const beginAnew = async (
  trx: Transaction<Schema>,
  { enterpriseId, teamId }: { enterpriseId: string; teamId: string },
  act: { by: string; at: number },
): Promise<boolean> => {
  if (teamId !== '') return beginTeamAnew(trx, teamId, act);
  const served = await trx
    .selectFrom('workspaces')
    .select('team_id')
    .where('enterprise_id', '=', enterpriseId)
    .execute();
  let isAny = false;
  for (const workspace of served) {
    // Its own install serves it on, whoever installs for the organisation.
    const own = trx.selectFrom('installations').select('team_id').where('team_id', '=', workspace.team_id);
    if (await hasRow(own.where('removed_at', 'is', null))) continue;
    isAny = (await beginTeamAnew(trx, workspace.team_id, act)) || isAny;
  }
  return isAny;
};

const beginTeamAnew = async (
  trx: Transaction<Schema>,
  teamId: string,
  { by, at }: { by: string; at: number },
): Promise<boolean> => {
  const wasAdmin =
    (await hasRow(
      trx
        .selectFrom('members')
        .select('user_id')
        .where('team_id', '=', teamId)
        .where('user_id', '=', by)
        .where('role', '=', 'admin'),
    )) ||
    (await hasRow(
      trx
        .selectFrom('installations')
        .select('installed_by')
        .where('installed_by', '=', by)
        .where((or) =>
          or.or([
            or('team_id', '=', teamId),
            or.and([
              or('team_id', '=', ''),
              or(
                'enterprise_id',
                '=',
                or.selectFrom('workspaces').select('enterprise_id').where('workspaces.team_id', '=', teamId),
              ),
            ]),
          ]),
        ),
    ));
  if (wasAdmin) return false;
  // Every install and every link has an entry there.
  const hasPast = await hasRow(
    trx.selectFrom('audit_entries').select('id').where('team_id', '=', teamId).limit(1),
  );
  if (!hasPast) return false;
  const past = `${teamId}~${at}`;
  await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', lease_token: null, lease_until: 0, updated_at: at })
    .where('team_id', '=', teamId)
    .where('state', '=', 'waiting')
    .execute();
  for (const table of LEAVING)
    await trx.updateTable(table).set({ team_id: past }).where('team_id', '=', teamId).execute();
  await trx.deleteFrom('installations').where('team_id', '=', teamId).execute();
  // For retention, which erases what a removed workspace leaves.
  await trx
    .insertInto('installations')
    .values({
      ...{ enterprise_id: '', team_id: past, name: '', app_id: '', bot_user_id: '', scopes: '' },
      ...{ bot_token: null, credentials: null, installed_by: '', installed_at: at, since: at },
      ...{ updated_at: at, removed_at: at },
    })
    .execute();
  return true;
};
