import type { QueryResult } from 'kysely';
import { z } from 'zod';
import { type Engine, type StoreDatabase, sql } from '../../store/engine/database.ts';
import { isInList, toListParameter } from '../../store/engine/queries.ts';
import { runTransaction } from '../../store/engine/try-again.ts';
import { noteWritten } from '../../store/engine/written.ts';
import { QUEUE_OF } from '../../store/job-kinds.ts';
import { buildPlanChecks, planChecks } from '../../store/planned-jobs.ts';
import { shareTurn } from './share-turn.ts';

/** More than any payment sends. With a leaked token, nobody can fill the database. */
const MAX_PER_LINK = 50;
/** How soon to check a link whose callback was not stored. */
const UNKEPT_WAKE_MS = 30_000;

export interface IncomingCallback {
  /** SHA-256 of the token in the address, in hex. */
  tokenHash: string;
  /** SHA-256 of the callback, in hex: the same hash means the same callback again. */
  evidenceHash: string;
  evidence: Record<string, string>;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

/** `repeated`: already stored. `unknown`: no link has this token. `full`: not stored, but the link is checked. */
export type CallbackTaken = 'stored' | 'repeated' | 'unknown' | 'full';

const evidenceSchema = z.record(z.string(), z.string());

interface Stored {
  linkId: string;
  tokenHash: string;
}

export const createCallbackStore = ({ db, engine }: StoreDatabase) => {
  const hasToken = (tokenHash: string) => sql<boolean>`links.callback_token_hash = ${tokenHash}`;

  /**
   * For a callback that was not stored, or was stored before: checks the link within half a minute. Plans one check for any number of callbacks: the first one's check stays planned until it has run. So forged
   * callbacks beyond the limit cost one check every half minute, and a real callback among them still causes one.
   */
  const wake = async (tokenHash: string, at: number): Promise<void> => {
    const dueAt = at + UNKEPT_WAKE_MS;
    await planChecks(db, hasToken(tokenHash), { dueAt, attempts: null, at });
  };

  /** In one order, so that instances that write the same rows wait for each other. */
  const buildInsert = (callbacks: readonly IncomingCallback[]) => sql<Stored>`
    insert into callbacks (link_id, evidence_hash, received_at, evidence)
    select links.id, incoming.evidence_hash, incoming.received_at, incoming.evidence
    from (${selectIncoming(engine, callbacks)}) as incoming join links on links.callback_token_hash = incoming.token_hash
    where (select count(*) from callbacks as stored where stored.link_id = links.id) < ${sql.lit(MAX_PER_LINK)}
    order by links.id
    on conflict (link_id, evidence_hash) do nothing
    returning link_id, (select callback_token_hash from links where links.id = callbacks.link_id) as token_hash`;

  /** Stores what is new, at most one of a link, and plans the checks. Returns what was new. */
  const writeNew = async (callbacks: readonly IncomingCallback[]): Promise<Stored[]> => {
    const insert = buildInsert(callbacks);
    const at = Math.max(...callbacks.map(({ receivedAt }) => receivedAt));
    const plan = { dueAt: at, attempts: 0, at };
    if (engine === 'postgres') {
      const isStored = sql<boolean>`links.id in (select link_id from stored)`;
      const all = sql<Stored>`with stored as (${insert}), planned as (${buildPlanChecks(db, isStored, plan)})
        select link_id, token_hash from stored`;
      // One statement, which may run again: what it stored before is no longer new, and its check is planned.
      const once = (work: (on: typeof db) => Promise<QueryResult<Stored>>) => work(db);
      const { rows } = await runTransaction(once, (on) => all.execute(on));
      if (rows.length > 0) noteWritten(db, { queue: QUEUE_OF.check, dueAt: at });
      return rows;
    }
    return db.transaction().execute(async (trx) => {
      const { rows } = await insert.execute(trx);
      const ids = rows.map(({ linkId }) => linkId);
      const areStored = isInList(engine, 'links.id', toListParameter(engine, ids));
      if (rows.length > 0) await planChecks(trx, areStored, plan);
      return rows;
    });
  };
  const writeWithOthers = shareTurn(writeNew, ({ tokenHash }) => tokenHash);

  return {
    /**
     * Stores a callback; it is on disk when this resolves. New evidence moves its link's check to now. A
     * repeat and an unknown token change nothing. Never writes to a link.
     */
    take: async (callback: IncomingCallback): Promise<CallbackTaken> => {
      const { tokenHash, evidenceHash, receivedAt } = callback;
      const stored = await writeWithOthers(callback);
      if (stored.some((one) => one.tokenHash === tokenHash)) return 'stored';
      const known = await db
        .selectFrom('links')
        .leftJoin('callbacks', (join) =>
          join.onRef('callbacks.linkId', '=', 'links.id').on('callbacks.evidenceHash', '=', evidenceHash),
        )
        .select('callbacks.evidenceHash as repeated')
        .where('links.callbackTokenHash', '=', tokenHash)
        .executeTakeFirst();
      if (known === undefined) return 'unknown';
      if (known.repeated !== null) return 'repeated';
      await wake(tokenHash, receivedAt);
      return 'full';
    },

    wake,

    /** Oldest first. */
    ofLink: async (linkId: string) => {
      const rows = await db
        .selectFrom('callbacks')
        .select(['receivedAt', 'evidence'])
        .where('linkId', '=', linkId)
        .orderBy('receivedAt')
        .orderBy('evidenceHash')
        .execute();
      return rows.map((row) => ({
        receivedAt: row.receivedAt,
        evidence: evidenceSchema.parse(JSON.parse(row.evidence)),
      }));
    },
  };
};

export type CallbackStore = ReturnType<typeof createCallbackStore>;

/** As one value, so that the statement has the same text however many they are. */
const selectIncoming = (engine: Engine, callbacks: readonly IncomingCallback[]) => {
  const list = JSON.stringify(
    callbacks.map(({ tokenHash, evidenceHash, receivedAt, evidence }) => ({
      ...{ token_hash: tokenHash, evidence_hash: evidenceHash, received_at: receivedAt },
      evidence: JSON.stringify(evidence),
    })),
  );
  return engine === 'postgres'
    ? sql`select token_hash, evidence_hash, received_at, evidence from json_to_recordset(cast(${list} as json))
        as sent (token_hash text, evidence_hash text, received_at bigint, evidence text)`
    : sql`select value ->> 'token_hash' as token_hash, value ->> 'evidence_hash' as evidence_hash,
        value ->> 'received_at' as received_at, value ->> 'evidence' as evidence from json_each(${list})`;
};
