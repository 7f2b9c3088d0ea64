import { type AuditEntry, insertAuditEntry } from './audit-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, findOne } from './engine/queries.ts';
import { insertJobs, type NewJob } from './job.ts';

/** An account at the payment service, without its key: keys rotate. */
export interface ServiceAccount {
  id: string;
  /** The host name of the service’s base address, without the port. */
  host: string;
}

/** The account that a workspace's new work belongs to. */
export interface KeptAccount extends ServiceAccount {
  /** The id of the account that rows without one belong to. */
  firstId: string;
}

export const createAccountStore = ({ db }: StoreDatabase) => {
  const find = (teamId: string) => readKeptAccount(db, teamId);

  return {
    /** Null: the workspace has had no account yet. */
    find,

    /** Workspaces that have an account. */
    teams: () => findAll(db.selectFrom('accounts').select('teamId').orderBy('teamId'), (row) => row.teamId),

    /** The workspace's first account needs no confirmation. Writes it if there is none; returns the one that stands. */
    claim: async (teamId: string, { id, host }: ServiceAccount, at: number) => {
      const known = await find(teamId);
      if (known !== null) return known;
      await db
        .insertInto('accounts')
        .values({
          teamId,
          account: id,
          host,
          firstAccount: id,
          confirmedBy: null,
          confirmedAt: at,
        })
        .onConflict((conflict) => conflict.column('teamId').doNothing())
        .execute();
      return (await find(teamId)) ?? { id, host, firstId: id };
    },

    /**
     * New work belongs to this account from now on. `by`: null, from the shell. Written together with `entry` and `jobs`.
     */
    confirm: (
      teamId: string,
      { id, host }: ServiceAccount,
      {
        by,
        at,
        entry,
        jobs = [],
      }: { by: string | null; at: number; entry: AuditEntry; jobs?: readonly NewJob[] },
    ) =>
      db.transaction().execute(async (trx) => {
        const set = { account: id, host, confirmedBy: by, confirmedAt: at };
        await trx
          .insertInto('accounts')
          .values({ ...set, teamId, firstAccount: id })
          .onConflict((conflict) => conflict.column('teamId').doUpdateSet(set))
          .execute();
        await insertAuditEntry(trx, entry);
        await insertJobs(trx, jobs, at);
      }),
  };
};

/** Work belongs to the account it was confirmed for: see `tenancy/accounts.ts`. */
export type AccountStore = ReturnType<typeof createAccountStore>;

/** The same, in a transaction that writes rows of the workspace. */
export const readKeptAccount = (on: StoreDatabase['db'], teamId: string): Promise<KeptAccount | null> =>
  findOne(
    on
      .selectFrom('accounts')
      .select(['account as id', 'host', 'firstAccount as firstId'])
      .where('teamId', '=', teamId),
    (row) => row,
  );

/** The account that new rows of the workspace belong to; null: it has had none. */
export const readAccount = async (on: StoreDatabase['db'], teamId: string): Promise<string | null> =>
  (await readKeptAccount(on, teamId))?.id ?? null;

/** The account of a link, also of one that was written before the workspace had any. */
export const accountOf = (links: 'links' | 'subject') =>
  sql<string | null>`coalesce(${sql.ref(`${links}.account`)},
    (select kept.first_account from accounts as kept where kept.team_id = ${sql.ref(`${links}.teamId`)}))`;

/** The row of `links` belongs to the account whose listings are read: another account's numbers mean nothing there. */
export const isOfCurrentAccount = sql<boolean>`${accountOf('links')} is not distinct from
  (select kept.account from accounts as kept where kept.team_id = links.team_id)`;

/** The row of `links` belongs to the same account as this link; true for every row if there is no such link. */
export const isOfAccountOf = (id: string) =>
  sql<boolean>`${accountOf('links')} is not distinct from
    coalesce((select ${accountOf('subject')} from links as subject where subject.id = ${id}), ${accountOf('links')})`;
