import type { Transaction } from 'kysely';
import { z } from 'zod';
import { buildDailyCloseKey } from './daily-close-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { hasRow, lockName } from './engine/queries.ts';
import type { Schema } from './schema.ts';

export interface ChannelMove {
  teamId: string;
  from: string;
  to: string;
  /** Slack's error for an unknown channel id. */
  refusedAs: string;
}

const REFUSED_WITHIN_MS = 60 * 60_000;

export const createChannelStore = (database: StoreDatabase) => ({
  /**
   * Slack gave a channel a new id: moves everything this workspace stores under the old id to the new one, in one
   * transaction. Sends again the messages Slack rejected in the last hour because the old id had stopped working.
   * Calling it again changes nothing. Returns how many links have their card there.
   */
  move: (move: ChannelMove, at: number) =>
    database.db.transaction().execute(async (trx) => {
      const { teamId, from, to } = move;
      await lock(trx, database, move);
      await resendRejected(trx, move, at);
      await trx
        .updateTable('jobs')
        .set({ lane: `${teamId}:${to}` })
        .where('lane', '=', `${teamId}:${from}`)
        .where('state', '=', 'waiting')
        .execute();
      let cards = 0;
      for (const table of ['links', 'approvals', 'batches'] as const)
        for (const column of ['channelId', 'cardChannelId'] as const) {
          const moved = await trx
            .updateTable(table)
            .set({ [column]: to })
            .where('teamId', '=', teamId)
            .where(column, '=', from)
            .executeTakeFirst();
          if (table === 'links' && column === 'cardChannelId') cards = Number(moved.numUpdatedRows);
        }
      await trx
        .updateTable('links')
        .set({ qrChannelId: to })
        .where('teamId', '=', teamId)
        .where('qrChannelId', '=', from)
        .execute();
      await rename(trx, 'schedules', move);
      await moveDefault(trx, move);
      if (!(await renameUnlessTaken(trx, 'dailyCloses', move)))
        await trx
          .deleteFrom('dailyCloses')
          .where('teamId', '=', teamId)
          .where('channelId', '=', from)
          .execute();
      await renameUnlessTaken(trx, 'channelSettings', move);
      await moveJobs(trx, move, at);
      return cards;
    }),
});

export type ChannelStore = ReturnType<typeof createChannelStore>;

/** Locks the settings and both channels' daily closes. */
async function lock(
  trx: Transaction<Schema>,
  database: StoreDatabase,
  { teamId, from, to }: ChannelMove,
): Promise<void> {
  const closes = [from, to].sort().map((channelId) => buildDailyCloseKey({ teamId, channelId }, ''));
  for (const name of [`settings:${teamId}`, ...closes]) await lockName(trx, database, name);
}

/**
 * Slack rejects the old id before it sends us the new one. A running edit may have been rejected without our knowing yet,
 * so it is released to run again, which is safe for an edit.
 */
async function resendRejected(
  trx: Transaction<Schema>,
  { teamId, from, refusedAs }: ChannelMove,
  at: number,
): Promise<void> {
  const links = trx
    .selectFrom('links')
    .select('id')
    .where('teamId', '=', teamId)
    .where('cardChannelId', '=', from);
  await trx
    .updateTable('jobs')
    .set({ leaseToken: null, leaseUntil: 0 })
    .where('state', '=', 'waiting')
    .where('kind', '=', 'edit')
    .where('leaseToken', 'is not', null)
    .where('linkId', 'in', links)
    .execute();
  await trx
    .updateTable('jobs')
    .set({ state: 'waiting', dueAt: at, updatedAt: at, lastError: null, givenUpAt: null })
    .where('state', '=', 'failed')
    .where('kind', 'in', ['edit', 'reply'])
    .where('lastError', '=', refusedAs)
    .where('updatedAt', '>', at - REFUSED_WITHIN_MS)
    .where('linkId', 'in', links)
    .execute();
}

async function moveDefault(trx: Transaction<Schema>, { teamId, from, to }: ChannelMove): Promise<void> {
  const row = await trx
    .selectFrom('settings')
    .select('chosen')
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  const chosen = row && z.looseObject({}).parse(JSON.parse(row.chosen));
  if (chosen?.['defaultChannelId'] !== from) return;
  await trx
    .updateTable('settings')
    .set({ chosen: JSON.stringify({ ...chosen, defaultChannelId: to }) })
    .where('teamId', '=', teamId)
    .execute();
}

const rename = async (
  trx: Transaction<Schema>,
  table: 'schedules' | 'dailyCloses' | 'channelSettings',
  { teamId, from, to }: ChannelMove,
): Promise<void> => {
  const row = trx.updateTable(table).set({ channelId: to });
  await row.where('teamId', '=', teamId).where('channelId', '=', from).execute();
};

/** False: the channel already has a row under the new id, which counts. */
const renameUnlessTaken = async (
  trx: Transaction<Schema>,
  table: 'dailyCloses' | 'channelSettings',
  move: ChannelMove,
): Promise<boolean> => {
  const ofTeam = trx.selectFrom(table).select('channelId').where('teamId', '=', move.teamId);
  if (await hasRow(ofTeam.where('channelId', '=', move.to))) return false;
  await rename(trx, table, move);
  return true;
};

/** Moves the keys of past closes too, so that none is posted again under the new id. */
async function moveJobs(trx: Transaction<Schema>, move: ChannelMove, at: number): Promise<void> {
  const { teamId, from, to } = move;
  const [oldKey, newKey] = [from, to].map((channelId) => buildDailyCloseKey({ teamId, channelId }, ''));
  if (oldKey === undefined || newKey === undefined) return;
  const rows = await trx
    .selectFrom('jobs')
    .select(['id', 'key', 'state', 'payload', 'progress'])
    .where('teamId', '=', teamId)
    .where((job) =>
      job.or([
        sql<boolean>`substr(key, 1, ${sql.lit(oldKey.length)}) = ${oldKey}`,
        job.and([
          job('state', '=', 'waiting'),
          job.or([job('payload', 'like', `%"${from}"%`), job('progress', 'like', `%"${from}"%`)]),
        ]),
      ]),
    )
    .execute();
  for (const { id, key, state, payload, progress } of rows) {
    const moved = key.startsWith(oldKey) ? newKey + key.slice(oldKey.length) : key;
    const isTaken =
      moved !== key && (await hasRow(trx.selectFrom('jobs').select('id').where('key', '=', moved)));
    await trx
      .updateTable('jobs')
      .set(
        isTaken
          ? {
              state: state === 'waiting' ? 'cancelled' : state,
              leaseToken: null,
              leaseUntil: 0,
              updatedAt: at,
            }
          : {
              key: moved,
              payload: replaceId(payload, move),
              progress: progress === null ? null : replaceId(progress, move),
            },
      )
      .where('id', '=', id)
      .execute();
  }
}

/** Replaces every value equal to the old id, at any depth of the JSON. */
function replaceId(json: string, { from, to }: ChannelMove): string {
  return JSON.stringify(JSON.parse(json, (_name, value: unknown) => (value === from ? to : value)));
}
