import type { OperandValueExpressionOrList, QueryCreator } from 'kysely';
import { z } from 'zod';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Schema } from './schema.ts';

/** More different callbacks than any payment has; a leaked token must not fill the database. */
const MAX_PER_LINK = 50;
/** How long a link whose evidence is no longer kept waits for its next check. */
const UNKEPT_WAKE_MS = 30_000;

export interface IncomingCallback {
  /** SHA-256 of the token in the address, in hex. */
  tokenHash: string;
  /** SHA-256 of what came, in hex: equal means the same callback again. */
  evidenceHash: string;
  evidence: Record<string, string>;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

/** `repeated`: it is there already. `unknown`: no link has this token. `full`: not kept, but the link is checked. */
export type CallbackTaken = 'stored' | 'repeated' | 'unknown' | 'full';

export interface CallbackStore {
  /** Which of the tokens with these hashes are a link's. Asked before anything else of a callback is read. */
  findKnown(tokenHashes: readonly string[]): Promise<Set<string>>;
  /**
   * Takes a batch in one transaction; what became of each, in their order. When it resolves all are on disk.
   * A link with new evidence is due for its check at once, as if for the first time; a repeat changes nothing,
   * and neither does a token that no link has. No link's state changes.
   */
  take(batch: readonly IncomingCallback[]): Promise<CallbackTaken[]>;
  /** A callback came that is not kept, or was there already: the link is checked within half a minute all the same. */
  wake(tokenHash: string, at: number): Promise<void>;
  /** Oldest first. */
  ofLink(linkId: string): Promise<{ receivedAt: number; evidence: Record<string, string> }[]>;
}

const evidenceSchema = z.record(z.string(), z.string());

export const createCallbackStore = ({ db, engine }: StoreDatabase): CallbackStore => {
  /** Every instance locks in the order of the ids, so that none waits for one that waits for it. */
  const inOrder = (links: OperandValueExpressionOrList<Schema, 'links', 'links.id'>) => {
    const rows = db.selectFrom('links').select('links.id').where('links.id', 'in', links).orderBy('links.id');
    return engine === 'postgres' ? rows.forNoKeyUpdate() : rows;
  };

  /** A link still on its way to the service as well: whoever checks it waits for the answer, and then looks. */
  const setDue = (
    on: QueryCreator<Schema>,
    links: OperandValueExpressionOrList<Schema, 'links', 'links.id'>,
    due: { check_due_at: number; check_attempts?: number },
  ) => on.updateTable('links').set(due).where('links.id', 'in', inOrder(links));

  /**
   * One check for any number of callbacks, since the first one's stays planned until it was made. So a flood
   * of forgeries that filled a link's share costs a read-back every half minute, and the real callback that
   * drowns in it still leads to one.
   */
  const wakeLater = async (links: readonly string[], at: number) => {
    const dueAt = at + UNKEPT_WAKE_MS;
    await setDue(db, links, { check_due_at: dueAt })
      .where((or) => or.or([or('check_due_at', 'is', null), or('check_due_at', '>', dueAt)]))
      .execute();
  };

  const findLinks = async (tokenHashes: readonly string[]) => {
    const rows = await db
      .selectFrom('links')
      .select((select) => [
        'id',
        'callback_token_hash as tokenHash',
        select
          .selectFrom('callbacks')
          .whereRef('callbacks.link_id', '=', 'links.id')
          .select(sql<number>`cast(count(*) as integer)`.as('stored'))
          .as('stored'),
      ])
      .where('callback_token_hash', 'in', tokenHashes)
      .execute();
    return new Map(rows.map((row) => [row.tokenHash, { id: row.id, stored: row.stored ?? 0 }]));
  };

  const areStored = async (keys: readonly EvidenceKey[]) => {
    if (keys.length === 0) return new Set<string>();
    const rows = await db
      .selectFrom('callbacks')
      .select(['link_id', 'evidence_hash'])
      .where('link_id', 'in', [...new Set(keys.map((key) => key.linkId))])
      .where('evidence_hash', 'in', [...new Set(keys.map((key) => key.evidenceHash))])
      .execute();
    return new Set(rows.map((row) => keyText(row.link_id, row.evidence_hash)));
  };

  const insert = async (rows: readonly Schema['callbacks'][], at: number) => {
    const due = { check_due_at: at, check_attempts: 0 };
    const insertInto = (on: QueryCreator<Schema>) =>
      on
        .insertInto('callbacks')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['link_id', 'evidence_hash']).doNothing())
        .returning(['link_id', 'evidence_hash']);
    const inserted =
      engine === 'postgres'
        ? // One statement is one transaction and one way to the server instead of four.
          await db
            .with('inserted', insertInto)
            .with('woken', (on) =>
              setDue(on, on.selectFrom('inserted').select('link_id'), due).returning('links.id'),
            )
            .selectFrom('inserted')
            .selectAll()
            .execute()
        : await db.transaction().execute(async (trx) => {
            const fresh = await insertInto(trx).execute();
            const links = fresh.map((row) => row.link_id);
            if (links.length > 0) await setDue(trx, links, due).execute();
            return fresh;
          });
    return new Set(inserted.map((row) => keyText(row.link_id, row.evidence_hash)));
  };

  return {
    findKnown: async (tokenHashes) => {
      const rows = await db
        .selectFrom('links')
        .select('callback_token_hash as tokenHash')
        .where('callback_token_hash', 'in', tokenHashes)
        .execute();
      return new Set(rows.map(({ tokenHash }) => tokenHash));
    },

    take: async (batch) => {
      // Outside the transaction: most guesses at tokens end here, and cost no write.
      const links = await findLinks([...new Set(batch.map((callback) => callback.tokenHash))]);
      if (links.size === 0) return batch.map(() => 'unknown');

      const room = new Map([...links.values()].map(({ id, stored }) => [id, MAX_PER_LINK - stored]));
      const rows = new Map<string, Schema['callbacks']>();
      const surplus = new Map<string, EvidenceKey>();
      for (const { tokenHash, evidenceHash, evidence, receivedAt } of batch) {
        const linkId = links.get(tokenHash)?.id;
        if (linkId === undefined) continue;
        const key = keyText(linkId, evidenceHash);
        const left = room.get(linkId) ?? 0;
        if (rows.has(key)) continue;
        if (left <= 0) {
          surplus.set(key, { linkId, evidenceHash });
          continue;
        }
        room.set(linkId, left - 1);
        rows.set(key, {
          link_id: linkId,
          evidence_hash: evidenceHash,
          received_at: receivedAt,
          evidence: JSON.stringify(evidence),
        });
      }

      const at = Math.max(...batch.map((callback) => callback.receivedAt));
      const fresh =
        rows.size > 0
          ? await insert(
              [...rows.keys()].sort().flatMap((key) => rows.get(key) ?? []),
              at,
            )
          : new Set<string>();
      const known = await areStored([...surplus.values()]);
      const full = [...surplus].flatMap(([key, { linkId }]) => (known.has(key) ? [] : [linkId]));
      if (full.length > 0) await wakeLater([...new Set(full)], at);

      return batch.map(({ tokenHash, evidenceHash }) => {
        const linkId = links.get(tokenHash)?.id;
        if (linkId === undefined) return 'unknown';
        const key = keyText(linkId, evidenceHash);
        // The first of two equal ones in a batch is the new one.
        if (fresh.delete(key)) return 'stored';
        return surplus.has(key) && !known.has(key) ? 'full' : 'repeated';
      });
    },

    wake: async (tokenHash, at) => {
      const link = (await findLinks([tokenHash])).get(tokenHash);
      if (link) await wakeLater([link.id], at);
    },

    ofLink: async (linkId) => {
      const rows = await db
        .selectFrom('callbacks')
        .select(['received_at', 'evidence'])
        .where('link_id', '=', linkId)
        .orderBy('received_at')
        .orderBy('evidence_hash')
        .execute();
      return rows.map((row) => ({
        receivedAt: row.received_at,
        evidence: evidenceSchema.parse(JSON.parse(row.evidence)),
      }));
    },
  };
};

interface EvidenceKey {
  linkId: string;
  evidenceHash: string;
}

function keyText(linkId: string, evidenceHash: string): string {
  return `${linkId} ${evidenceHash}`;
}
