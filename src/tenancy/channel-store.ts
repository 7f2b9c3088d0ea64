import type { Transaction } from 'kysely';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { lockName } from '../store/engine/queries.ts';
import type { Description } from '../store/engine/table.ts';
import { insertJobs, NOT_ENDED } from '../store/job.ts';
import { type Schema, WORKSPACE_TABLES } from '../store/schema.ts';
import { EVERY, nameFiguresLock } from '../store/tables/schedules.ts';

export interface ChannelMove {
  teamId: string;
  from: string;
  to: string;
}

export const createChannelStore = (database: StoreDatabase) => ({
  /**
   * Slack gave a channel a new id: moves everything this workspace stores under the old id to the new one, in one
   * transaction. Calling it again changes nothing. Returns how many messages that follow a thing are there.
   */
  move: (move: ChannelMove, at: number) =>
    database.db.transaction().execute(async (trx) => {
      const { teamId, from, to } = move;
      await lock(trx, database, move);
      await trx
        .updateTable('jobs')
        .set({ lane: `${teamId}:${to}` })
        .where('lane', '=', `${teamId}:${from}`)
        .where('state', 'in', NOT_ENDED)
        .execute();
      await insertJobs(trx, [], at, [`${teamId}:${to}`]);
      await dropSecond(trx, move);
      let cards = 0;
      for (const table of WORKSPACE_TABLES)
        for (const [column, { options }] of Object.entries<Description['columns'][string]>(table.columns)) {
          if (options.holds === 'channel') {
            const renamed = await rename(trx, { table, column }, move);
            if (table.name === 'messages') cards = renamed;
          }
          if (options.holds === 'channels') await replaceIds(trx, { table, column }, move);
        }
      await moveJobs(trx, move);
      return cards;
    }),
});

/** Locks the settings, and the figures of both channels. */
async function lock(
  trx: Transaction<Schema>,
  database: StoreDatabase,
  { teamId, from, to }: ChannelMove,
): Promise<void> {
  await lockName(trx, database, `settings:${teamId}`);
  for (const channelId of [from, to].sort())
    await lockName(trx, database, nameFiguresLock(teamId, channelId));
}

interface Place {
  table: (typeof WORKSPACE_TABLES)[number];
  column: string;
}

/** Of what there is once in a channel, what is under the new id already counts, unless it was stopped. */
async function dropSecond(trx: Transaction<Schema>, { teamId, from, to }: ChannelMove): Promise<void> {
  const only = await trx
    .selectFrom('schedules')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('channelId', 'in', [from, to])
    .where('kind', '=', 'figures')
    .execute();
  for (const every of EVERY) {
    const [moved, there] = [from, to].map((channel) =>
      only.find((one) => one.every === every && one.channelId === channel),
    );
    if (!moved || !there) continue;
    const gone = there.stoppedAt === null ? moved : there;
    await trx.deleteFrom('schedules').where('id', '=', gone.id).execute();
  }
}

/** Of a table with one row for each channel, the row that the new id already has counts. */
async function rename(
  trx: Transaction<Schema>,
  { table, column }: Place,
  { teamId, from, to }: ChannelMove,
): Promise<number> {
  const ofTeam = sql`${sql.ref(column)} = ${from} and team_id = ${teamId}`;
  if (table.key.some((name) => name === column))
    await sql`delete from ${sql.table(table.name)} where ${ofTeam} and exists (
      select 1 from ${sql.table(table.name)} as taken where taken.team_id = ${teamId} and taken.${sql.ref(column)} = ${to}
    )`.execute(trx);
  const renamed = await sql`
    update ${sql.table(table.name)} set ${sql.ref(column)} = ${to} where ${ofTeam}
  `.execute(trx);
  return Number(renamed.numAffectedRows ?? 0);
}

async function replaceIds(
  trx: Transaction<Schema>,
  { table, column }: Place,
  move: ChannelMove,
): Promise<void> {
  const value = sql.ref(column);
  const rows = await sql<{ json: string }>`
    select ${value} as json from ${sql.table(table.name)}
    where team_id = ${move.teamId} and ${value} like ${`%"${move.from}"%`}
  `.execute(trx);
  for (const { json } of rows.rows)
    await sql`
      update ${sql.table(table.name)} set ${value} = ${replaceId(json, move)}
      where team_id = ${move.teamId} and ${value} = ${json}
    `.execute(trx);
}

async function moveJobs(trx: Transaction<Schema>, move: ChannelMove): Promise<void> {
  const { teamId, from } = move;
  const rows = await trx
    .selectFrom('jobs')
    .select(['id', 'payload', 'progress'])
    .where('teamId', '=', teamId)
    .where('state', 'in', NOT_ENDED)
    .where((job) => job.or([job('payload', 'like', `%"${from}"%`), job('progress', 'like', `%"${from}"%`)]))
    .execute();
  for (const { id, payload, progress } of rows)
    await trx
      .updateTable('jobs')
      .set({
        payload: replaceId(payload, move),
        progress: progress === null ? null : replaceId(progress, move),
      })
      .where('id', '=', id)
      .execute();
}

/** Replaces every value equal to the old id, at any depth of the JSON. */
function replaceId(json: string, { from, to }: ChannelMove): string {
  return JSON.stringify(JSON.parse(json, (_name, value: unknown) => (value === from ? to : value)));
}
