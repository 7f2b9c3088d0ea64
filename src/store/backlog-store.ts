import { type StoreDatabase, sql } from './engine/database.ts';
import { type LinkState, UNFINISHED } from './link-states.ts';

/** Counts of outstanding work, all read from indexes over the waiting rows. */
export interface Backlog {
  /** Jobs about a link. `since`: when the oldest one was written, in milliseconds since the epoch. */
  notices: { kind: string; waiting: number; since: number }[];
  /** All others. `since`: when the earliest one is, or was, due. */
  jobs: { kind: string; waiting: number; since: number }[];
  /** Jobs of the held workspaces that are due. */
  held: number;
  links: { state: LinkState; count: number }[];
}

export interface BacklogStore {
  /** `held`: the workspaces whose messages wait now; none by default. `at`: milliseconds since the epoch. */
  read(held?: readonly string[] | 'all', at?: number): Promise<Backlog>;
}

const count = sql<number>`cast(count(*) as integer)`;

export const createBacklogStore = ({ db }: StoreDatabase): BacklogStore => {
  const countHeld = async (held: readonly string[] | 'all', at: number): Promise<number> => {
    if (held.length === 0) return 0;
    const due = db
      .selectFrom('jobs')
      .select(count.as('due'))
      .where('state', '=', 'waiting')
      .where('due_at', '<=', at);
    const row = await (held === 'all' ? due : due.where('team_id', 'in', held)).executeTakeFirstOrThrow();
    return row.due;
  };
  return {
    read: async (held = [], at = 0) => ({
      notices: await db
        .selectFrom('jobs')
        .select(({ fn }) => ['kind', count.as('waiting'), fn.min('created_at').as('since')])
        .where('state', '=', 'waiting')
        .where('link_id', 'is not', null)
        .groupBy('kind')
        .execute(),
      jobs: await db
        .selectFrom('jobs')
        .select(({ fn }) => ['kind', count.as('waiting'), fn.min('due_at').as('since')])
        .where('state', '=', 'waiting')
        .where('link_id', 'is', null)
        .groupBy('kind')
        .execute(),
      held: await countHeld(held, at),
      links: await db
        .selectFrom('links')
        .select(['state', count.as('count')])
        .where('state', 'in', UNFINISHED)
        .groupBy('state')
        .execute(),
    }),
  };
};
