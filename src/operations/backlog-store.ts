import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { nowIn } from '../store/engine/now.ts';
import { NOT_ENDED } from '../store/job.ts';
import { type LinkState, UNFINISHED } from '../store/link-states.ts';

/** Counts of outstanding work, all read from indexes over the waiting rows. */
export interface Backlog {
  /** Jobs about a link. `since`: when the oldest one was written, in milliseconds since the epoch. */
  notices: { kind: string; waiting: number; since: number }[];
  /** All others. `since`: when the earliest one is, or was, due. */
  jobs: { kind: string; waiting: number; since: number }[];
  /** Jobs of the held workspaces that are due. */
  held: number;
  /** Jobs whose tries ran out. `last`: when that happened to one of them last, in milliseconds since the epoch. */
  givenUp: GivenUp[];
  links: { state: LinkState; count: number }[];
}

export interface GivenUp {
  kind: string;
  count: number;
  last: number;
}

const count = sql<number>`cast(count(*) as integer)`;

export const createBacklogStore = ({ db }: StoreDatabase) => {
  const countHeld = async (held: readonly string[] | 'all', at: number): Promise<number> => {
    if (held.length === 0) return 0;
    const due = db
      .selectFrom('jobs')
      .select(count.as('due'))
      .where('state', 'in', NOT_ENDED)
      // The service is asked, and turns are taken, whatever Slack says.
      .where('queue', 'not in', ['checks', 'recurring'])
      .where('dueAt', '<=', nowIn(db, at));
    const row = await (held === 'all' ? due : due.where('teamId', 'in', held)).executeTakeFirstOrThrow();
    return row.due;
  };
  const listGivenUp = () =>
    db
      .selectFrom('jobs')
      .select(({ fn }) => ['kind', count.as('count'), fn.max<number>('givenUpAt').as('last')])
      // Says that it is not null in words from which both databases choose the index.
      .where('givenUpAt', '>', 0)
      .groupBy('kind')
      .orderBy('kind')
      .execute();
  return {
    /** Empty: nothing was given up, or it was done since. */
    givenUp: listGivenUp,
    /** `held`: the workspaces whose messages wait now; none by default. `at`: milliseconds since the epoch. */
    read: async (held: readonly string[] | 'all' = [], at: number = 0): Promise<Backlog> => ({
      notices: await db
        .selectFrom('jobs')
        .select(({ fn }) => ['kind', count.as('waiting'), fn.min('createdAt').as('since')])
        .where('state', 'in', NOT_ENDED)
        .where('linkId', 'is not', null)
        .groupBy('kind')
        .execute(),
      jobs: await db
        .selectFrom('jobs')
        .select(({ fn }) => ['kind', count.as('waiting'), fn.min('dueAt').as('since')])
        .where('state', 'in', NOT_ENDED)
        .where('linkId', 'is', null)
        .groupBy('kind')
        .execute(),
      held: await countHeld(held, at),
      givenUp: await listGivenUp(),
      links: await db
        .selectFrom('links')
        .select(['state', count.as('count')])
        .where('state', 'in', UNFINISHED)
        .groupBy('state')
        .execute(),
    }),
  };
};
