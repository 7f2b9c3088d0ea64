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

export interface ChannelStore {
  /**
   * Slack gave a channel a new id: moves everything this workspace stores under the old id to the new one, in one
   * transaction. Sends again the messages Slack rejected in the last hour because the old id had stopped working.
   * Calling it again changes nothing. Returns how many links have their card there.
   */
  move(move: ChannelMove, at: number): Promise<number>;
}

const REFUSED_WITHIN_MS = 60 * 60_000;

export const createChannelStore = (database: StoreDatabase): ChannelStore => ({
  move: (move, at) =>
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
        for (const column of ['channel_id', 'card_channel_id'] as const) {
          const moved = await trx
            .updateTable(table)
            .set({ [column]: to })
            .where('team_id', '=', teamId)
            .where(column, '=', from)
            .executeTakeFirst();
          if (table === 'links' && column === 'card_channel_id') cards = Number(moved.numUpdatedRows);
        }
      await trx
        .updateTable('links')
        .set({ qr_channel_id: to })
        .where('team_id', '=', teamId)
        .where('qr_channel_id', '=', from)
        .execute();
      await rename(trx, 'schedules', move);
      await moveDefault(trx, move);
      if (!(await renameUnlessTaken(trx, 'daily_closes', move)))
        await trx
          .deleteFrom('daily_closes')
          .where('team_id', '=', teamId)
          .where('channel_id', '=', from)
          .execute();
      await renameUnlessTaken(trx, 'channel_settings', move);
      await moveJobs(trx, move, at);
      return cards;
    }),
});

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
    .where('team_id', '=', teamId)
    .where('card_channel_id', '=', from);
  await trx
    .updateTable('jobs')
    .set({ lease_token: null, lease_until: 0 })
    .where('state', '=', 'waiting')
    .where('kind', '=', 'edit')
    .where('lease_token', 'is not', null)
    .where('link_id', 'in', links)
    .execute();
  await trx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: at, updated_at: at, last_error: null, given_up_at: null })
    .where('state', '=', 'failed')
    .where('kind', 'in', ['edit', 'reply'])
    .where('last_error', '=', refusedAs)
    .where('updated_at', '>', at - REFUSED_WITHIN_MS)
    .where('link_id', 'in', links)
    .execute();
}

async function moveDefault(trx: Transaction<Schema>, { teamId, from, to }: ChannelMove): Promise<void> {
  const row = await trx
    .selectFrom('settings')
    .select('chosen')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  const chosen = row && z.looseObject({}).parse(JSON.parse(row.chosen));
  if (chosen?.['defaultChannelId'] !== from) return;
  await trx
    .updateTable('settings')
    .set({ chosen: JSON.stringify({ ...chosen, defaultChannelId: to }) })
    .where('team_id', '=', teamId)
    .execute();
}

const rename = async (
  trx: Transaction<Schema>,
  table: 'schedules' | 'daily_closes' | 'channel_settings',
  { teamId, from, to }: ChannelMove,
): Promise<void> => {
  const row = trx.updateTable(table).set({ channel_id: to });
  await row.where('team_id', '=', teamId).where('channel_id', '=', from).execute();
};

/** False: the channel already has a row under the new id, which counts. */
const renameUnlessTaken = async (
  trx: Transaction<Schema>,
  table: 'daily_closes' | 'channel_settings',
  move: ChannelMove,
): Promise<boolean> => {
  const ofTeam = trx.selectFrom(table).select('channel_id').where('team_id', '=', move.teamId);
  if (await hasRow(ofTeam.where('channel_id', '=', move.to))) return false;
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
    .where('team_id', '=', teamId)
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
              lease_token: null,
              lease_until: 0,
              updated_at: at,
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
