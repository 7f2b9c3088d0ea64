import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Says, WHOLE_NAME, wordKey } from '../payment-service/index.ts';
import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { forUpdate } from '../store/engine/queries.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import { doubtLinks } from '../store/link-changes.ts';
import { UNCERTAIN } from '../store/link-states.ts';
import { planChecks } from '../store/planned-jobs.ts';
import type { Schema, Stored } from '../store/schema.ts';
import { taughtWords } from '../store/tables/workspaces.ts';

const readWord = (row: Stored<'taughtWords'>) => {
  const { teamId: _, says, saidBy, saidAt, agreedBy, agreedAt, ...word } = taughtWords.read(row);
  const inEffect = agreedAt === null ? null : { by: agreedBy, at: agreedAt };
  return { ...word, answer: says === null ? null : { says, by: saidBy, at: saidAt, inEffect } };
};

/** A word of the service under a name: what the admins were asked about, and what they said. */
export type StoredWord = ReturnType<typeof readWord> & {
  /** Of one that was learned: the reference of the link that it was learned from. */
  reference?: string | null;
};

/** A leaf of a record that is not understood. */
export interface AskedWord {
  name: string;
  word: string;
  path: string;
}

export type TaughtAnswer = AskedWord & { says: Says };

export interface Teaching {
  by: string;
  at: number;
  /** The link that it was asked about; it is checked again at once. Null: it is about payouts. */
  linkId: string | null;
  /** Whether an answer counts only once somebody else has given the same. */
  needsSecond(answer: TaughtAnswer): boolean;
  /** What the same transaction writes. `changed`: the answers that are new or now count. */
  more(changed: readonly StoredWord[]): { entries: readonly AuditEntry[]; jobs: readonly NewJob[] };
}

export const createTaughtWordStore = ({ db, engine }: StoreDatabase) => {
  const ofTeam = ({ teamId }: { teamId: string }) =>
    db
      .selectFrom('taughtWords')
      .select(taughtWords.all)
      .select(
        sql<string | null>`(select invoice_id from links where id = taught_words.link_id)`.as('reference'),
      )
      .where('teamId', '=', teamId)
      .orderBy(sql`coalesce(asked_at, 0)`, 'desc')
      .orderBy('name')
      .orderBy('key')
      .execute();
  const list = async (teamId: string) =>
    (await ofTeam({ teamId })).map(({ reference, ...row }): StoredWord => {
      const word = readWord(row);
      return word.answer?.by === null ? { ...word, reference } : word;
    });

  return {
    /** All of a workspace's words, newest first. */
    list,

    /**
     * Writes down what nobody knows of a link's record, with the job that tells the admins; null: somebody is told already. A name that they were asked about is not
     * asked about again while a sale waits for it. `isWaiting`: this one does. Returns when the last of the words without an answer
     * was asked about; null: none was.
     */
    ask: async (
      teamId: string,
      words: readonly AskedWord[],
      { linkId, at, job, isWaiting }: { linkId: string; at: number; job: NewJob | null; isWaiting: boolean },
    ) => {
      const listed = await list(teamId);
      const known = new Map(listed.map((one) => [idOf(one), one]));
      const open = words
        .map((word) => ({ word, before: known.get(idOf(keyed(word))) }))
        .filter(({ before }) => before === undefined || before.answer === null);
      const isFresh = (before?: StoredWord) => before === undefined || (isWaiting && before.askedAt === null);
      const fresh = open.filter(({ before }) => isFresh(before)).map(({ word }) => word);
      const isNew = fresh.length > 0 && (await write(fresh));
      const times = [
        ...open.flatMap(({ before }) => before?.askedAt ?? []),
        ...(isNew && isWaiting ? [at] : []),
      ];
      return { askedAt: times.length === 0 ? null : Math.max(...times), isNew };

      function write(rows: readonly AskedWord[]): Promise<boolean> {
        const askedAt = isWaiting ? at : null;
        const isAsked = ({ name }: AskedWord) =>
          listed.some((one) => one.name === name && one.answer === null && one.askedAt !== null);
        return db.transaction().execute(async (trx) => {
          const added = await trx
            .insertInto('taughtWords')
            .values(rows.map((one) => buildRow(teamId, one, { linkId, askedAt })))
            .onConflict((conflict) => {
              const known = conflict.columns(['teamId', 'name', 'key']);
              return isWaiting
                ? known
                    .doUpdateSet({ askedAt, linkId })
                    .where('taughtWords.says', 'is', null)
                    .where('taughtWords.askedAt', 'is', null)
                : known.doNothing();
            })
            .returning('name')
            .execute();
          // Another process asked meanwhile.
          if (added.length === 0) return false;
          if (job !== null && !rows.every(isAsked)) await insertJobs(trx, [job], at);
          return true;
        });
      }
    },

    /** No sale waits any more for what was asked before that instant: if one does, it is asked about again. */
    rest: async (teamId: string, before: number) => {
      await db
        .updateTable('taughtWords')
        .set({ askedAt: null })
        .where('teamId', '=', teamId)
        .where('says', 'is', null)
        .where('askedAt', '<', before)
        .execute();
    },

    /**
     * Saves answers, all or none. One that counts already stays. Somebody else's equal answer agrees; another one replaces what did not
     * count yet. Makes the link and all `reported` and `unknown` links due for a check. Returns the words as they are then.
     */
    teach: (teamId: string, answers: readonly TaughtAnswer[], teaching: Teaching) =>
      db.transaction().execute(async (trx) => {
        const { by, at, linkId } = teaching;
        const taught: StoredWord[] = [];
        const changed: StoredWord[] = [];
        // Always in this order, so that two instances do not deadlock.
        const inOrder = answers.toSorted((one, other) => (idOf(keyed(one)) < idOf(keyed(other)) ? -1 : 1));
        for (const answer of inOrder) {
          await trx
            .insertInto('taughtWords')
            .values(buildRow(teamId, answer, { linkId, askedAt: at }))
            .onConflict((conflict) => conflict.columns(['teamId', 'name', 'key']).doNothing())
            .execute();
          const row = await forUpdate(engine, find(trx, teamId, keyed(answer))).executeTakeFirstOrThrow();
          const set = decide(row, answer, teaching);
          if (set === null) {
            taught.push(readWord(row));
            continue;
          }
          await update(trx, teamId, keyed(answer)).set(set).execute();
          const word = readWord({ ...row, ...set });
          taught.push(word);
          changed.push(word);
          if (neverSays(word) && word.answer?.inEffect) await dropOpen(trx, teamId, word);
        }
        const { entries, jobs } = teaching.more(changed);
        for (const entry of entries) await insertAuditEntry(trx, entry);
        await insertJobs(trx, jobs, at);
        const names = changed.flatMap(({ name, answer }) => (answer?.inEffect ? [name] : []));
        await makeDue(trx, teamId, { linkId, at, names });
        return taught;

        function decide(row: Stored<'taughtWords'>, answer: TaughtAnswer, { needsSecond }: Teaching) {
          if (row.agreedAt !== null) return null;
          const { says } = answer;
          const isSame = row.says === says;
          const isOpen = needsSecond(answer);
          if (isSame && row.saidBy === by && isOpen) return null;
          if (isSame && row.saidBy !== by) return { agreedBy: by, agreedAt: at };
          return {
            ...{ says, saidBy: by, saidAt: at },
            ...(isOpen ? {} : { agreedBy: by, agreedAt: at }),
          };
        }
      }),

    /**
     * Deletes a word, so that it is asked about again when it returns. One that was learned stays, and is not learned again. `doubted`:
     * the links that are paid by it alone. Null: not found.
     */
    forget: (
      teamId: string,
      word: Pick<StoredWord, 'name' | 'key'>,
      {
        at,
        entry,
        doubted = [],
        jobs = [],
      }: { at: number; entry: AuditEntry; doubted?: readonly string[]; jobs?: readonly NewJob[] },
    ) =>
      db.transaction().execute(async (trx) => {
        const row = await forUpdate(engine, find(trx, teamId, word)).executeTakeFirst();
        if (!row) return null;
        const isLearned = row.says !== null && row.saidBy === null;
        if (isLearned) {
          const noAnswer = { askedAt: null, says: null, saidAt: null, agreedAt: null };
          await update(trx, teamId, word)
            .set({ ...noAnswer, saidBy: entry.actorId })
            .execute();
        } else
          await trx
            .deleteFrom('taughtWords')
            .where('teamId', '=', teamId)
            .where('name', '=', word.name)
            .where('key', '=', word.key)
            .execute();
        await insertAuditEntry(trx, entry);
        await doubtLinks(trx, { engine }, doubted, at);
        await insertJobs(trx, jobs, at);
        await makeDue(trx, teamId, { linkId: row.linkId, at, names: [row.name] });
        return readWord(row);
      }),

    /**
     * A word with which a link began says “not paid”, unless somebody has said something else, or took back what was learned of it.
     * True if that is new.
     */
    learnFirst: ({ teamId, id: linkId }: { teamId: string; id: string }, word: AskedWord, at: number) =>
      db.transaction().execute(async (trx) => {
        const answer = { linkId, says: 'not-paid', saidAt: at, agreedAt: at } as const;
        const learned = await trx
          .insertInto('taughtWords')
          .values({ ...buildRow(teamId, word, { linkId, askedAt: at }), ...answer })
          .onConflict((conflict) =>
            conflict
              .columns(['teamId', 'name', 'key'])
              .doUpdateSet(answer)
              .where('taughtWords.says', 'is', null)
              .where('taughtWords.saidBy', 'is', null),
          )
          .returning('name')
          .executeTakeFirst();
        if (learned === undefined) return false;
        await makeDue(trx, teamId, { linkId, at, names: [word.name] });
        return true;
      }),
  };
};

export type TaughtWordStore = ReturnType<typeof createTaughtWordStore>;

const find = (on: Transaction<Schema>, teamId: string, { name, key }: Pick<StoredWord, 'name' | 'key'>) =>
  on
    .selectFrom('taughtWords')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('name', '=', name)
    .where('key', '=', key);

/** That its name never says anything, whatever stands there. */
export const neverSays = ({ key, answer }: StoredWord): boolean =>
  key === WHOLE_NAME && answer?.says === 'nothing';

/** What was asked about its values is answered. One that is still heard is asked about again. */
const dropOpen = (on: Transaction<Schema>, teamId: string, { name }: Pick<StoredWord, 'name'>) =>
  on
    .deleteFrom('taughtWords')
    .where('teamId', '=', teamId)
    .where('name', '=', name)
    .where('key', '<>', WHOLE_NAME)
    .where('says', 'is', null)
    .execute();

const update = (on: Transaction<Schema>, teamId: string, { name, key }: Pick<StoredWord, 'name' | 'key'>) =>
  on.updateTable('taughtWords').where('teamId', '=', teamId).where('name', '=', name).where('key', '=', key);

/** What nobody knew is read again; what is kept of all other links that have these names is judged again. */
async function makeDue(
  trx: Transaction<Schema>,
  teamId: string,
  { linkId, at, names }: { linkId: string | null; at: number; names: readonly string[] },
): Promise<void> {
  const isConcerned = sql<boolean>`links.team_id = ${teamId} and (links.state in (${sql.join(UNCERTAIN)}) or links.id = ${linkId})`;
  await planChecks(trx, isConcerned, { dueAt: at, attempts: 0, at });
  if (names.length === 0) return;
  const payload = { about: 'judge', names: [...new Set(names)].sort() };
  const id = createHash('sha256')
    .update(JSON.stringify([teamId, at, payload]))
    .digest('base64url');
  await insertJobs(trx, [{ id: `what-came:judge:${id}`, teamId, kind: 'what-came', payload }], at);
}

const keyed = ({ name, word }: Pick<AskedWord, 'name' | 'word'>) => ({ name, key: wordKey(word) });

const idOf = ({ name, key }: Pick<StoredWord, 'name' | 'key'>): string => `${name}\n${key}`;

const buildRow = (
  teamId: string,
  { name, word, path }: AskedWord,
  { linkId, askedAt }: { linkId: string | null; askedAt: number | null },
) => taughtWords.write({ teamId, name, key: wordKey(word), word, path, linkId, askedAt });
