import type { StoreDatabase } from './engine/database.ts';
import { isInList, toListParameter } from './engine/queries.ts';
import { createJobClaims } from './job-claim.ts';
import { LINK_COLUMNS, type Link, parseLink } from './link.ts';
import {
  type CheckChange,
  changeCheck,
  keyOfPlanned,
  type NextCheck,
  plannedPayloadSchema,
} from './planned-jobs.ts';

/** A check that this process makes now. */
export interface DueCheck {
  teamId: string;
  link: Link;
  /** How often it was checked before, without news. */
  attempts: number;
  /** The claim. */
  token: string;
}

export interface LinkChecks {
  /**
   * Links whose check is due, most overdue first, except those of workspaces in `without`. No other instance takes them for
   * `leaseMs`; after that they come up again. A link whose callback came is due at once, with its count of attempts reset.
   * `nextDueAt`: when another claim may find one; null: none is planned.
   */
  claimDue(ask: {
    at: number;
    leaseMs: number;
    limit: number;
    token: string;
    without?: readonly string[];
  }): Promise<{ due: DueCheck[]; nextDueAt: number | null }>;
  /**
   * Plans a link's next check. False, and nothing changed: it follows one that a callback has moved since. The times are in
   * milliseconds since the epoch.
   */
  planCheck(linkId: string, change: CheckChange, at: number): Promise<boolean>;
  /** Null: none is planned. While a process makes one, the end of its lease. */
  nextCheck(linkId: string): Promise<NextCheck | null>;
  /** For the start of the only process on the database: makes all planned checks due, including a dead process's. */
  makeChecksDue(at: number): Promise<void>;
}

export const createLinkChecks = (database: StoreDatabase): LinkChecks => {
  const { db, engine } = database;
  const { claim } = createJobClaims(database);

  return {
    claimDue: async ({ at, leaseMs, limit, token, without = [] }) => {
      const { jobs, nextDueAt } = await claim({ at, queue: 'checks', leaseMs, limit, token, without });
      if (jobs.length === 0) return { due: [], nextDueAt };
      const claimed = jobs.map(({ payload, attempts }) => ({
        attempts,
        id: plannedPayloadSchema.parse(payload).linkId,
      }));
      const ids = toListParameter(
        engine,
        claimed.map(({ id }) => id),
      );
      const rows = await db
        .selectFrom('links')
        .select(LINK_COLUMNS)
        .where(isInList(engine, 'id', ids))
        .execute();
      const links = new Map(rows.map((row) => [row.id, parseLink(row)]));
      const due = claimed.flatMap(({ id, attempts }) => {
        const link = links.get(id);
        return link === undefined ? [] : [{ teamId: link.teamId, link, attempts, token }];
      });
      return { due, nextDueAt };
    },

    planCheck: (linkId, change, at) => changeCheck(db, linkId, change, at),

    nextCheck: async (linkId) => {
      const job = await db
        .selectFrom('jobs')
        .select(['dueAt', 'attempts'])
        .where('key', '=', keyOfPlanned('check', linkId))
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return job === undefined ? null : { to: job.dueAt, attempts: job.attempts };
    },

    makeChecksDue: async (at) => {
      await db
        .updateTable('jobs')
        .set({ dueAt: at, leaseToken: null, updatedAt: at })
        .where('queue', '=', 'checks')
        .where('state', '=', 'waiting')
        .where('dueAt', '>', at)
        .execute();
    },
  };
};
