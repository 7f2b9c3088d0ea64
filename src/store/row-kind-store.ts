import type { Transaction } from 'kysely';
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findOne, type Param, prepareQuery } from './engine/queries.ts';
import { UNCERTAIN } from './link-states.ts';
import type { RowKindRow, Schema } from './schema.ts';

const ROW_KIND_ANSWERS = ['payment', 'other'] as const;

/** What records with such a word are, as an admin says. */
export type RowKindAnswer = (typeof ROW_KIND_ANSWERS)[number];

/** A service word for a kind of record that Paylink does not know by itself. */
export interface RowKindWord {
  /** The word without case and separators; identifies it. */
  key: string;
  /** As the service first wrote it. */
  word: string;
  metAt: number;
  /** Null: no answer yet. */
  answer: { is: RowKindAnswer; by: string; at: number } | null;
}

export interface RowKindStore {
  /** Adds a word that the service used, unless it exists. Returns the stored word. */
  add(teamId: string, word: { key: string; word: string; at: number }): Promise<RowKindWord>;
  find(teamId: string, key: string): Promise<RowKindWord | null>;
  /** All of a workspace's words, newest first. */
  list(teamId: string): Promise<RowKindWord[]>;
  /**
   * Only the first answer counts. The same transaction writes its audit entry and makes `reported` and `unknown` links
   * due for a check. `isFirst`: this answer was the first. Null: unknown word.
   */
  answer(
    teamId: string,
    key: string,
    answer: { is: RowKindAnswer; by: string; at: number },
    entry: NewAuditEntry,
  ): Promise<{ word: RowKindWord; isFirst: boolean } | null>;
  /** Deletes the word. `jobKey`: the key of the job that asked about it, so that it can ask again. Null: not found. */
  forget(
    teamId: string,
    key: string,
    how: { at: number; jobKey: string; entry: NewAuditEntry },
  ): Promise<RowKindWord | null>;
}

export const createRowKindStore = ({ db }: StoreDatabase): RowKindStore => {
  const ofTeam = prepareQuery((param: Param<{ teamId: string }>) =>
    db
      .selectFrom('row_kinds')
      .select(COLUMNS)
      .where('team_id', '=', param('teamId'))
      .orderBy('met_at', 'desc')
      .orderBy('word_key'),
  );
  const find = (on: typeof db, teamId: string, key: string): Promise<RowKindWord | null> => {
    const ofTeam = on.selectFrom('row_kinds').selectAll().where('team_id', '=', teamId);
    return findOne(ofTeam.where('word_key', '=', key), parseRow);
  };

  return {
    find: (teamId, key) => find(db, teamId, key),

    add: async (teamId, { key, word, at }) => {
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
        // `returning` gives only rows that were written, so write the same word again.
        .onConflict((conflict) =>
          conflict.columns(['team_id', 'word_key']).doUpdateSet({ word: (row) => row.ref('row_kinds.word') }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return parseRow(row);
    },

    list: async (teamId) => (await ofTeam(db, { teamId })).map(parseRow),

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
        await makeUncertainDue(trx, teamId, at);
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
        await makeUncertainDue(trx, teamId, at);
        return parseRow(row);
      }),
  };
};

/** A link with such a record is `reported`. Open links have no known record, and every sweep checks them. */
async function makeUncertainDue(trx: Transaction<Schema>, teamId: string, at: number): Promise<void> {
  await trx
    .updateTable('links')
    .set({ check_due_at: at, check_attempts: 0 })
    .where('team_id', '=', teamId)
    .where('state', 'in', UNCERTAIN)
    .execute();
}

/** What `parseRow` reads. */
const COLUMNS = [
  'word_key',
  'word',
  'met_at',
  'answer',
  'answered_by',
  'answered_at',
] as const satisfies readonly (keyof RowKindRow)[];

const parseRow = (row: Pick<RowKindRow, (typeof COLUMNS)[number]>): RowKindWord => {
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
