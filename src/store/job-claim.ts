import type { ExpressionBuilder, RawBuilder } from 'kysely';
import { CLOCKS_DIFFER_MS } from './engine/clocks-differ.ts';
import { asGivenList, isInGivenList } from './engine/given-list.ts';
import { type Given, keepQuery } from './engine/kept-query.ts';
import { sql } from './engine/kysely.ts';
import type { Engine, StoreDatabase } from './engine/store-database.ts';
import type { Job } from './job.ts';
import { parseJob } from './job-rows.ts';
import type { JobRow, Schema } from './schema.ts';

/** Slack takes one post a second in a channel (chat.postMessage). */
const POST_GAP_MS = 1_000;
/** Retries come within this time. A job planned further ahead keeps its hour even if the clock is set back. */
const SOON_MS = 10 * 60_000;

/** Which jobs to look for. */
interface JobSearch {
  at: number;
  /** Only these kinds; leave out for all. */
  kinds?: readonly string[];
  /** Kinds that post to Slack, of which a lane does one a second. */
  posts?: readonly string[];
  /** Workspaces whose jobs to skip. */
  without?: readonly string[];
  /** Workspaces whose jobs come after everybody else's. */
  after?: readonly string[];
}

export interface JobClaim extends JobSearch {
  /** How long other processes cannot claim these jobs. */
  leaseMs: number;
  limit: number;
  /** Identifies this claim; must never be reused. */
  token: string;
}

export interface JobClaims {
  /**
   * Due jobs that no process holds, at most `limit`, longest overdue first (those of `after` last); of a lane only its first, and not within
   * a second of its last post. Two claimers never get the same job, or two jobs of one lane.
   */
  claim(claim: JobClaim): Promise<Job[]>;
  /** The earliest instant when `claim` may return something; in the past means now. Null: nothing is waiting. */
  nextDueAt(search: JobSearch): Promise<number | null>;
}

export const createJobClaims = ({ db, engine }: StoreDatabase): JobClaims => {
  const keepSearch = (search: JobSearch) => ({
    isAnyFree: keepQuery((given: Given<Asked>) =>
      selectFree({ db, engine }, search, placeAsked(given)).select('head.id').limit(1),
    ),
    lockFree: keepQuery((given: Given<Asked & { limit: number }>) => {
      const ordered = inTurn(selectFree({ db, engine }, search, placeAsked(given)), engine, search, given);
      const free = ordered.selectAll('head').limit(given('limit'));
      // Skip rows another claimer is taking. The next ones in their lanes are not first, so they are not taken either.
      return engine === 'postgres' ? free.forUpdate('head').skipLocked() : free;
    }),
    nextDue: keepQuery((given: Given<Asked>) => selectNextDue({ db, engine }, search, placeAsked(given))),
  });
  /** By what is looked for, whichever workspaces are named. */
  const known = new Map<string, ReturnType<typeof keepSearch>>();
  const searchOf = (search: JobSearch) => {
    const { kinds, posts, without, after } = search;
    const key = JSON.stringify([kinds, posts, isNamed(without), isNamed(after)]);
    const kept = known.get(key) ?? keepSearch(search);
    known.set(key, kept);
    return kept;
  };
  const askedOf = (search: JobSearch & { leaseMs?: number }): Asked => ({
    ...momentsOf(search),
    without: asGivenList(engine, search.without ?? []),
    after: asGivenList(engine, search.after ?? []),
  });

  return {
    claim: async (claim) => {
      const { at, leaseMs, limit, token } = claim;
      const asked = askedOf(claim);
      const { isAnyFree, lockFree } = searchOf(claim);
      // Workers ask far more often than there is something: a transaction, and its locks, only when there is.
      if ((await isAnyFree(db, asked)).length === 0) return [];
      return db.transaction().execute(async (trx) => {
        const rows = await lockFree(trx, { ...asked, limit });
        if (rows.length === 0) return [];
        await trx
          .updateTable('jobs')
          .set({
            // Count the try of a holder that died, so that a job that crashes its process runs out of tries too.
            attempts: sql`attempts + case when lease_token is null then 0 else 1 end`,
            lease_token: token,
            lease_until: at + leaseMs,
          })
          .where(
            'id',
            'in',
            rows.map((row) => row.id),
          )
          .execute();
        return rows.map((row) => parseJob(row, token));
      });
    },
    nextDueAt: async (search) => {
      const [row] = await searchOf(search).nextDue(db, askedOf(search));
      return row?.next_due ?? null;
    },
  };
};

const isNamed = (teams: readonly string[] = []): boolean => teams.length > 0;

/** What a search is asked with. */
interface Asked extends Moments {
  without: unknown;
  after: unknown;
}

/** The instants that a search compares with. */
interface Moments {
  at: number;
  /** What was written later was written before the clock was set back. */
  latestWrite: number;
  /** A lease that ends later was taken before the clock was set back. */
  latestLease: number;
  gapFrom: number;
  gapTo: number;
}

const momentsOf = ({ at, leaseMs = 0 }: JobSearch & { leaseMs?: number }): Moments => ({
  at,
  latestWrite: at + CLOCKS_DIFFER_MS,
  latestLease: at + leaseMs + CLOCKS_DIFFER_MS,
  gapFrom: at - POST_GAP_MS,
  gapTo: at + POST_GAP_MS,
});

const placeAsked = (given: Given<Asked>): Asked => ({
  without: given('without'),
  after: given('after'),
  at: given('at'),
  latestWrite: given('latestWrite'),
  latestLease: given('latestLease'),
  gapFrom: given('gapFrom'),
  gapTo: given('gapTo'),
});

function selectFree(database: StoreDatabase, search: JobSearch, asked: Asked) {
  const { at, latestWrite, latestLease } = asked;
  return selectFirsts(database, search, asked)
    .where((head) =>
      head.or([
        head('head.due_at', '<=', at),
        // Written before the clock was set back, to run at once or to be retried soon.
        head.and([
          head('head.updated_at', '>', latestWrite),
          head(sql<number>`head.due_at - head.updated_at`, '<=', SOON_MS),
        ]),
      ]),
    )
    .where((head) =>
      head.or([head('head.lease_until', '<=', at), head('head.lease_until', '>', latestLease)]),
    )
    .where(sql<boolean>`${buildLastPost(search, asked)} is null`);
}

function inTurn(
  free: ReturnType<typeof selectFree>,
  engine: Engine,
  search: JobSearch,
  given: Given<Pick<Asked, 'after'>>,
) {
  const turn = isNamed(search.after)
    ? free.orderBy(isInGivenList(engine, 'head.team_id', given('after')))
    : free;
  return turn.orderBy('head.due_at').orderBy('head.created_at').orderBy('head.position').orderBy('head.id');
}

function selectNextDue(database: StoreDatabase, search: JobSearch, asked: Asked) {
  const instants = selectFirsts(database, search, asked).select([
    sql<number>`case when head.lease_until > head.due_at then head.lease_until else head.due_at end`.as(
      'free_at',
    ),
    sql<number | null>`${buildLastPost(search, asked)} + ${sql.lit(POST_GAP_MS)}`.as('gap_ends'),
  ]);
  return database.db
    .selectFrom(instants.as('instants'))
    .select(
      sql<number | null>`min(case when gap_ends > free_at then gap_ends else free_at end)`.as('next_due'),
    );
}

/** What waits and is first in its lane, whether or not somebody has it in hand. */
function selectFirsts({ db, engine }: StoreDatabase, search: JobSearch, asked: Pick<Asked, 'without'>) {
  let firsts = db
    .selectFrom('jobs as head')
    .where('head.state', '=', 'waiting')
    .where((head) => head.or([head('head.lane', 'is', null), head.not(head.exists(selectEarlier(head)))]));
  if (search.kinds) firsts = firsts.where('head.kind', 'in', search.kinds);
  if (isNamed(search.without))
    firsts = firsts.where(sql<boolean>`not (${isInGivenList(engine, 'head.team_id', asked.without)})`);
  return firsts;
}

/** What waits in the lane of `head` before it. */
function selectEarlier(head: ExpressionBuilder<Schema & { head: JobRow }, 'head'>) {
  return head
    .selectFrom('jobs as earlier')
    .select('earlier.id')
    .whereRef('earlier.lane', '=', 'head.lane')
    .where('earlier.state', '=', 'waiting')
    .where(
      sql<boolean>`(earlier.created_at, earlier.position, earlier.id) < (head.created_at, head.position, head.id)`,
    );
}

/**
 * When the lane of `head` last posted, if less than the gap away and `head` is to post. That may be a little after
 * `at`, because instances' clocks differ, but not far after it: a clock that was set back must not hold up the lane.
 */
function buildLastPost({ posts = [] }: JobSearch, { gapFrom, gapTo }: Moments): RawBuilder<number | null> {
  if (posts.length === 0) return sql`null`;
  const kinds = sql.join(posts);
  return sql`(select max(said.updated_at) from jobs as said
    where said.lane = head.lane and head.kind in (${kinds})
      and said.state = 'done' and said.kind in (${kinds})
      and said.updated_at > ${gapFrom} and said.updated_at < ${gapTo})`;
}
