import type { StoreDatabase } from './engine/store-database.ts';
import { FINISHED } from './link-states.ts';

export interface PruneAsk {
  /** What was over before this instant, in milliseconds since the epoch, goes. */
  before: number;
  /** The id after which to go on; null: from the first. */
  after: string | null;
  /** Rows to look at, deleted or not: one transaction. */
  limit: number;
}

export interface Pruned {
  deleted: number;
  /** The id to go on after; null: that was the last. */
  next: string | null;
}

/** Deletes rows that have done their work, slice by slice along the primary key. Done twice it changes nothing more. */
export interface PruneStore {
  /** Messages to Slack that were delivered or given up. */
  notices(ask: PruneAsk): Promise<Pruned>;
  /**
   * Jobs that ended, and whose time had come. Their keys go with them: what is written again under such a key is
   * done again. So a key must be one that nobody writes any more so long after its time.
   */
  jobs(ask: PruneAsk): Promise<Pruned>;
  /** What the buttons of reports point to, by the age of the report. */
  reports(ask: PruneAsk): Promise<Pruned>;
  /** What came to the addresses of links that are finished, or could no longer be paid. */
  callbacks(ask: PruneAsk): Promise<Pruned>;
  /** Those that were over at `at`; gives how many. */
  tickets(at: number): Promise<number>;
  pictures(at: number): Promise<number>;
}

export const createPruneStore = ({ db }: StoreDatabase): PruneStore => {
  const findSlice = async (
    table: 'notices' | 'jobs' | 'reports',
    { after, limit }: PruneAsk,
  ): Promise<Slice | null> => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', '>', after ?? '')
      .orderBy('id')
      .limit(limit)
      .execute();
    return buildSlice(rows, { after, limit });
  };

  return {
    notices: async (ask) => {
      const slice = await findSlice('notices', ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = await db
        .deleteFrom('notices')
        .where('id', '>', slice.after)
        .where('id', '<=', slice.last)
        .where('state', '!=', 'waiting')
        .where('updated_at', '<', ask.before)
        .returning('id')
        .execute();
      return { deleted: gone.length, next: slice.next };
    },

    jobs: async (ask) => {
      const slice = await findSlice('jobs', ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = await db
        .deleteFrom('jobs')
        .where('id', '>', slice.after)
        .where('id', '<=', slice.last)
        .where('state', '!=', 'waiting')
        .where('updated_at', '<', ask.before)
        // One that was cancelled long before its time may be planned again under its key until then.
        .where('due_at', '<', ask.before)
        .returning('id')
        .execute();
      return { deleted: gone.length, next: slice.next };
    },

    reports: async (ask) => {
      const slice = await findSlice('reports', ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = await db
        .deleteFrom('reports')
        .where('id', '>', slice.after)
        .where('id', '<=', slice.last)
        .where('created_at', '<', ask.before)
        .returning('id')
        .execute();
      return { deleted: gone.length, next: slice.next };
    },

    callbacks: async (ask) => {
      const rows = await db
        .selectFrom('callbacks')
        .select('link_id as id')
        .where('link_id', '>', ask.after ?? '')
        .orderBy('link_id')
        .limit(ask.limit)
        .execute();
      // The last link of a slice may have more rows than were looked at: they go with it.
      const slice = buildSlice(rows, ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = await db
        .deleteFrom('callbacks')
        .where('link_id', '>', slice.after)
        .where('link_id', '<=', slice.last)
        .where('received_at', '<', ask.before)
        .where('link_id', 'in', (select) =>
          select
            .selectFrom('links')
            .select('links.id')
            .where('links.id', '>', slice.after)
            .where('links.id', '<=', slice.last)
            .where('links.updated_at', '<', ask.before)
            .where('links.check_due_at', 'is', null)
            .where((or) =>
              or.or([or('links.state', 'in', FINISHED), or('links.expires_at', '<', ask.before)]),
            ),
        )
        .returning('link_id')
        .execute();
      return { deleted: gone.length, next: slice.next };
    },

    tickets: async (at) => {
      const gone = await db
        .deleteFrom('tickets')
        .where('expires_at', '<=', at)
        .returning('token_hash')
        .execute();
      return gone.length;
    },

    pictures: async (at) => {
      const gone = await db
        .deleteFrom('pictures')
        .where('expires_at', '<=', at)
        .returning('token_hash')
        .execute();
      return gone.length;
    },
  };
};

interface Slice {
  after: string;
  last: string;
  next: string | null;
}

const NOTHING_LEFT: Pruned = { deleted: 0, next: null };

function buildSlice(
  rows: readonly { id: string }[],
  { after, limit }: Pick<PruneAsk, 'after' | 'limit'>,
): Slice | null {
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  return { after: after ?? '', last, next: rows.length < limit ? null : last };
}
