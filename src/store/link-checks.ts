import { CLOCKS_DIFFER_MS } from './engine/clocks-differ.ts';
import { type Given, keepQuery } from './engine/kept-query.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { NewJob } from './job.ts';
import { insertJobs } from './job-rows.ts';
import { type Link, parseLink } from './link.ts';
import { awaitsPayment, LINK_STATES, type LinkState } from './link-states.ts';

/** Only what a sweep over thousands of links needs. Changed links are then read in full. */
export interface SweptLink {
  id: string;
  teamId: string;
  invoiceId: string;
  orderId: string | null;
  address: string | null;
  amountFils: number;
  createdAt: number;
  expiresAt: number;
  state: LinkState;
}

export interface LinkChecks {
  /**
   * Links whose check is due, most overdue first. Moves their next check to `until`, so that no other instance takes
   * them, and so that they come up again if this one dies. Checks are never planned further ahead than `longestMs`;
   * one that is was planned before the clock was set back, so it is due.
   */
  claimDue(ask: { at: number; until: number; limit: number; longestMs?: number }): Promise<Link[]>;
  /** Plans a link's next check if the current one is still planned for `from`, i.e. no callback has changed it. */
  planCheck(id: string, check: { from: number | null; to: number | null; attempts: number }): Promise<void>;
  /** For the start of the only process on the database: makes all planned checks due, even a dead process's. */
  makeChecksDue(at: number): Promise<void>;
  /** When the next check of any link is due; null: none planned. */
  nextCheckDue(ask: { at: number; longestMs: number }): Promise<number | null>;
  /** Links that may be paid without us knowing: open, or expired or failed with an expiry after `expiredSince`. */
  toSweep(expiredSince: number): Promise<SweptLink[]>;
  /** Takes up to `limit` links whose reminder is due; those still open get the jobs from `build`. */
  takeReminders(ask: { at: number; limit: number }, build: (link: Link) => NewJob[]): Promise<number>;
  nextReminderDue(): Promise<number | null>;
}

/** Which links a sweep of the listing looks for. The others have checks of their own, or nothing to be learned. */
const SWEPT: Record<LinkState, 'always' | 'for-a-while' | 'never'> = {
  reserved: 'never',
  unknown: 'never',
  failed: 'for-a-while',
  open: 'always',
  reported: 'never',
  paid: 'never',
  expired: 'for-a-while',
};

const sweptStates = (how: 'always' | 'for-a-while'): LinkState[] =>
  LINK_STATES.filter((state) => SWEPT[state] === how);

export const createLinkChecks = ({ db, engine }: StoreDatabase): LinkChecks => {
  const claim = keepQuery((given: Given<{ at: number; until: number; beyond: number; limit: number }>) =>
    db
      // A CTE, so that PostgreSQL runs it once: it may run a subquery again and exceed the limit.
      .with('due', (on) => {
        const due = on
          .selectFrom('links')
          .select('id')
          .where((link) =>
            link.or([link('check_due_at', '<=', given('at')), link('check_due_at', '>', given('beyond'))]),
          )
          .orderBy('check_due_at')
          .limit(given('limit'));
        return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      })
      .updateTable('links')
      .set({ check_due_at: given('until') })
      .where('id', 'in', (on) => on.selectFrom('due').select('id'))
      .returningAll(),
  );
  const plan = keepQuery(
    (given: Given<{ id: string; from: number | null; to: number | null; attempts: number }>) =>
      db
        .updateTable('links')
        .set({ check_due_at: given('to'), check_attempts: given('attempts') })
        .where('id', '=', given('id'))
        .where('check_due_at', 'is not distinct from', given('from')),
  );
  const endOfChecks = (order: 'asc' | 'desc') =>
    keepQuery(() =>
      db
        .selectFrom('links')
        .select('check_due_at')
        .where('check_due_at', 'is not', null)
        .orderBy('check_due_at', order)
        .limit(1),
    );
  const [firstCheck, lastCheck] = [endOfChecks('asc'), endOfChecks('desc')];
  const firstReminder = keepQuery(() =>
    db.selectFrom('links').select('nudge_at').where('nudge_at', 'is not', null).orderBy('nudge_at').limit(1),
  );

  return {
    claimDue: async ({ at, until, limit, longestMs = Number.MAX_SAFE_INTEGER / 4 }) => {
      const beyond = at + longestMs + CLOCKS_DIFFER_MS;
      return (await claim(db, { at, until, beyond, limit })).map(parseLink);
    },

    planCheck: async (id, check) => {
      await plan(db, { id, ...check });
    },

    makeChecksDue: async (at) => {
      await db.updateTable('links').set({ check_due_at: at }).where('check_due_at', '>', at).execute();
    },

    nextCheckDue: async ({ at, longestMs }) => {
      const [[first], [last]] = await Promise.all([firstCheck(db, {}), lastCheck(db, {})]);
      const isSetBack = (last?.check_due_at ?? 0) > at + longestMs + CLOCKS_DIFFER_MS;
      return isSetBack ? at : (first?.check_due_at ?? null);
    },

    toSweep: async (expiredSince) => {
      const rows = await db
        .selectFrom('links')
        .select([
          'id',
          'team_id as teamId',
          'invoice_id as invoiceId',
          'order_id as orderId',
          'address',
          'amount_fils as amountFils',
          'created_at as createdAt',
          'expires_at as expiresAt',
          'state',
        ])
        .where((or) =>
          or.or([
            or('state', 'in', sweptStates('always')),
            or.and([
              or('state', 'in', sweptStates('for-a-while')),
              or('expires_at', '>=', expiredSince),
              or('address', 'is not', null),
            ]),
          ]),
        )
        .orderBy('created_at')
        .execute();
      return rows;
    },

    takeReminders: ({ at, limit }, build) =>
      db.transaction().execute(async (trx) => {
        const rows = await trx
          .with('due', (on) => {
            const due = on.selectFrom('links').select('id').where('nudge_at', '<=', at).limit(limit);
            return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
          })
          .updateTable('links')
          .set({ nudge_at: null })
          .where('id', 'in', (on) => on.selectFrom('due').select('id'))
          .returningAll()
          .execute();
        const jobs = rows.filter((row) => awaitsPayment(row.state)).flatMap((row) => build(parseLink(row)));
        await insertJobs(trx, jobs, at);
        return rows.length;
      }),

    nextReminderDue: async () => (await firstReminder(db, {}))[0]?.nudge_at ?? null,
  };
};
