import type { Transaction } from 'kysely';
import { insertAuditEntry, type NewAuditEntry } from './audit-rows.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Schema } from './schema.ts';
import type { RowKindRow } from './workspace-rows.ts';

export const ROW_KIND_ANSWERS = ['payment', 'other'] as const;

/** What an admin said that a record of such a word is. */
export type RowKindAnswer = (typeof ROW_KIND_ANSWERS)[number];

/** A word of the service for what a record is, which Paylink does not know by itself. */
export interface RowKindWord {
  /** The word without case and separators: what tells it from other words. */
  key: string;
  /** As the service wrote it first. */
  word: string;
  metAt: number;
  /** Null: nobody has said yet. */
  answer: { is: RowKindAnswer; by: string; at: number } | null;
}

export interface RowKindStore {
  /** Writes a word down that was met; one that is known already is left as it is. Gives how it stands. */
  meet(teamId: string, met: { key: string; word: string; at: number }): Promise<RowKindWord>;
  find(teamId: string, key: string): Promise<RowKindWord | null>;
  /** All of a workspace, the newest first. */
  list(teamId: string): Promise<RowKindWord[]>;
  /**
   * The first answer stays. With it, in one transaction, its entry in the audit trail is written, and links that are
   * reported or not known are checked at once. `isFirst`: it was this one. Null: no such word was met.
   */
  answer(
    teamId: string,
    key: string,
    answer: { is: RowKindAnswer; by: string; at: number },
    entry: NewAuditEntry,
  ): Promise<{ word: RowKindWord; isFirst: boolean } | null>;
  /** As if the word had never been met: `jobKey` is that of the job that asked. Null: it is forgotten already. */
  forget(
    teamId: string,
    key: string,
    how: { at: number; jobKey: string; entry: NewAuditEntry },
  ): Promise<RowKindWord | null>;
}

export const createRowKindStore = ({ db }: StoreDatabase): RowKindStore => {
  const find = async (
    on: StoreDatabase['db'] | Transaction<Schema>,
    teamId: string,
    key: string,
  ): Promise<RowKindWord | null> => {
    const row = await on
      .selectFrom('row_kinds')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('word_key', '=', key)
      .executeTakeFirst();
    return row ? parseRow(row) : null;
  };

  return {
    find: (teamId, key) => find(db, teamId, key),

    meet: async (teamId, { key, word, at }) => {
      const row = await db
        .insertInto('row_kinds')
        .values({
          team_id: teamId,
          word_key: key,
          word,
          met_at: at,
          answer: null,
          answered_by: null,
          answered_at: null,
        })
        // Only what is written is given.
        .onConflict((conflict) =>
          conflict.columns(['team_id', 'word_key']).doUpdateSet({ word: (row) => row.ref('row_kinds.word') }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return parseRow(row);
    },

    list: async (teamId) => {
      const rows = await db
        .selectFrom('row_kinds')
        .selectAll()
        .where('team_id', '=', teamId)
        .orderBy('met_at', 'desc')
        .orderBy('word_key')
        .execute();
      return rows.map(parseRow);
    },

    answer: (teamId, key, { is, by, at }, entry) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('row_kinds')
          .set({ answer: is, answered_by: by, answered_at: at })
          .where('team_id', '=', teamId)
          .where('word_key', '=', key)
          .where('answer', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (!row) {
          const word = await find(trx, teamId, key);
          return word && { word, isFirst: false };
        }
        await insertAuditEntry(trx, entry);
        await makeDoubtfulDue(trx, teamId, at);
        return { word: parseRow(row), isFirst: true };
      }),

    forget: (teamId, key, { at, jobKey, entry }) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('row_kinds')
          .where('team_id', '=', teamId)
          .where('word_key', '=', key)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await trx.deleteFrom('jobs').where('key', '=', jobKey).where('team_id', '=', teamId).execute();
        await insertAuditEntry(trx, entry);
        await makeDoubtfulDue(trx, teamId, at);
        return parseRow(row);
      }),
  };
};

/** A link with such a record is reported. Open ones have none, as far as is known, and every sweep looks at them. */
async function makeDoubtfulDue(trx: Transaction<Schema>, teamId: string, at: number): Promise<void> {
  await trx
    .updateTable('links')
    .set({ check_due_at: at, check_attempts: 0 })
    .where('team_id', '=', teamId)
    .where('state', 'in', ['reported', 'unknown'])
    .execute();
}

const parseRow = (row: RowKindRow): RowKindWord => {
  const is = ROW_KIND_ANSWERS.find((answer) => answer === row.answer);
  return {
    key: row.word_key,
    word: row.word,
    metAt: row.met_at,
    answer:
      is === undefined || row.answered_by === null || row.answered_at === null
        ? null
        : { is, by: row.answered_by, at: row.answered_at },
  };
};
