import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';
import { hasRow, lockName } from './engine/queries.ts';
import { ONE_PER_CHANNEL } from './schedule.ts';
import { lockPlace } from './schedule-store.ts';
import { cancelTurn } from './schedule-turns.ts';
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
      await moveSchedules(trx, move, at);
      await moveDefault(trx, move);
      await moveSettings(trx, move);
      await moveJobs(trx, move);
      return cards;
    }),
});

export type ChannelStore = ReturnType<typeof createChannelStore>;

/** Locks the settings, and what there is once in each of both channels. */
async function lock(
  trx: Transaction<Schema>,
  database: StoreDatabase,
  { teamId, from, to }: ChannelMove,
): Promise<void> {
  await lockName(trx, database, `settings:${teamId}`);
  for (const kind of ONE_PER_CHANNEL)
    for (const channelId of [from, to].sort()) await lockPlace(trx, database, { teamId, kind, channelId });
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

/** Of what there is once in a channel, what is under the new id already counts, unless it was stopped. */
async function moveSchedules(
  trx: Transaction<Schema>,
  { teamId, from, to }: ChannelMove,
  at: number,
): Promise<void> {
  const only = await trx
    .selectFrom('schedules')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('channelId', 'in', [from, to])
    .where('kind', 'in', ONE_PER_CHANNEL)
    .execute();
  for (const kind of ONE_PER_CHANNEL) {
    const [moved, there] = [from, to].map((channel) =>
      only.find((one) => one.kind === kind && one.channelId === channel),
    );
    if (!moved || !there) continue;
    const gone = there.stoppedAt === null ? moved : there;
    await cancelTurn(trx, gone, at);
    await trx.deleteFrom('schedules').where('id', '=', gone.id).execute();
  }
  const all = trx.updateTable('schedules').set({ channelId: to });
  await all.where('teamId', '=', teamId).where('channelId', '=', from).execute();
}

/** The settings under the new id count, if there are any. */
async function moveSettings(trx: Transaction<Schema>, { teamId, from, to }: ChannelMove): Promise<void> {
  const ofTeam = trx.selectFrom('channelSettings').select('channelId').where('teamId', '=', teamId);
  if (await hasRow(ofTeam.where('channelId', '=', to))) return;
  const row = trx.updateTable('channelSettings').set({ channelId: to });
  await row.where('teamId', '=', teamId).where('channelId', '=', from).execute();
}

async function moveJobs(trx: Transaction<Schema>, move: ChannelMove): Promise<void> {
  const { teamId, from } = move;
  const rows = await trx
    .selectFrom('jobs')
    .select(['id', 'payload', 'progress'])
    .where('teamId', '=', teamId)
    .where('state', '=', 'waiting')
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
