import type { ExpressionBuilder, RawBuilder, SelectQueryBuilder } from 'kysely';
import { type Engine, type StoreDatabase, sql } from './engine/database.ts';
import { isInList, MAX_CLOCK_SKEW_MS, type Param, selectListed, toListParameter } from './engine/queries.ts';
import type { JobRow, Schema } from './schema.ts';

/** Slack takes one post a second in a channel (chat.postMessage). */
const POST_GAP_MS = 1_000;
/** Retries are planned within this time. A job planned further ahead keeps its hour even if the clock is set back. */
const SOON_MS = 10 * 60_000;
/**
 * How many of the longest waiting jobs to look at first. Finding out when each lane last posted is expensive when
 * thousands wait.
 */
export const LOOKED_AT_FIRST = 100;

/** Which jobs to look for. */
export interface JobSearch {
  at: number;
  /** Only these kinds; leave out for all. */
  kinds?: readonly string[];
  /** Kinds that post to Slack; a lane posts once a second. */
  posts?: readonly string[];
  /** Only jobs of this workspace; leave out for all. */
  only?: string | null;
  /** Workspaces whose jobs to skip. */
  without?: readonly string[];
  /** Workspaces whose jobs come last. */
  after?: readonly string[];
}

export const isNamed = (teams: readonly string[] = []): boolean => teams.length > 0;

/** The parameters of a search. */
export interface Asked extends Moments {
  only: string;
  without: unknown;
  after: unknown;
}

/** The instants that a search compares with, in milliseconds since the epoch. */
interface Moments {
  at: number;
  /** A row written later than this dates from before the clock was set back. */
  latestWrite: number;
  /** A lease that ends later than this dates from before the clock was set back. */
  latestLease: number;
  gapFrom: number;
  gapTo: number;
}

export const momentsOf = ({ at, leaseMs }: Pick<JobSearch, 'at'> & { leaseMs: number }): Moments => ({
  at,
  latestWrite: at + MAX_CLOCK_SKEW_MS,
  latestLease: at + leaseMs + MAX_CLOCK_SKEW_MS,
  gapFrom: at - POST_GAP_MS,
  gapTo: at + POST_GAP_MS,
});

export const placeAsked = (param: Param<Asked>): Asked => ({
  only: param('only'),
  without: param('without'),
  after: param('after'),
  at: param('at'),
  latestWrite: param('latestWrite'),
  latestLease: param('latestLease'),
  gapFrom: param('gapFrom'),
  gapTo: param('gapTo'),
});

export const selectJobs = (db: StoreDatabase['db']) => db.selectFrom('jobs as head');

/** The jobs a search looks through, named `head` in its statements. */
type Searched = Schema & { head: Glance };
type Jobs = SelectQueryBuilder<Searched, 'head', object>;
type Head = ExpressionBuilder<Searched, 'head'>;

/** The columns a search reads. */
const GLANCED = [
  'id',
  'teamId',
  'lane',
  'kind',
  'dueAt',
  'updatedAt',
  'createdAt',
  'position',
  'leaseUntil',
] as const;
type Glance = Pick<JobRow, (typeof GLANCED)[number]>;

/** Applies `take` to each kind, in the order of an index: a query over all kinds would sort all waiting jobs. */
export function ofEachKind(
  { db, engine }: StoreDatabase,
  { kinds, without, only }: JobSearch,
  asked: Pick<Asked, 'without' | 'only'>,
  take: (waiting: Jobs) => Jobs,
): RawBuilder<Glance> {
  const all = selectJobs(db).where('head.state', '=', 'waiting');
  const own = only ? all.where('head.teamId', '=', asked.only) : all;
  const waiting = isNamed(without) ? own.where(isIn(engine, asked.without, false)) : own;
  const columns = GLANCED.map((column) => `head.${column}` as const);
  if (kinds === undefined) return sql`(${take(waiting).select(columns)})`;
  const ofKind = take(waiting.where(sql<boolean>`head.kind = known.value`));
  const known = sql`(${selectListed(engine, toListParameter(engine, kinds))}) as known`;
  // SQLite has no lateral joins.
  const each =
    engine === 'postgres'
      ? sql`lateral (${ofKind.select(columns)}) as one`
      : sql`jobs as one on one.id in (${ofKind.select('head.id')})`;
  return sql`(select ${sql.join(GLANCED.map((column) => sql.ref(`one.${column}`)))} from ${known} cross join ${each})`;
}

export const isIn = (engine: Engine, teams: unknown, isIt: boolean): RawBuilder<boolean> => {
  const named = isInList(engine, 'head.teamId', teams);
  return isIt ? named : sql`not (${named})`;
};

export const isDue = (head: Head, { at, latestWrite }: Moments) =>
  head.or([
    head('head.dueAt', '<=', at),
    // Written before the clock was set back, to run at once or soon.
    head.and([
      head('head.updatedAt', '>', latestWrite),
      head(sql<number>`head.due_at - head.updated_at`, '<=', SOON_MS),
    ]),
  ]);

export const isFree = (head: Head, search: JobSearch, asked: Moments) =>
  head.and([
    isFirst(head),
    isDue(head, asked),
    head.or([head('head.leaseUntil', '<=', asked.at), head('head.leaseUntil', '>', asked.latestLease)]),
    sql<boolean>`${buildLastPost(search, asked)} is null`,
  ]);

export const inOrder = <Row>(jobs: SelectQueryBuilder<Searched, 'head', Row>) =>
  jobs.orderBy('head.dueAt').orderBy('head.createdAt').orderBy('head.position').orderBy('head.id');

/** First in its lane, whether or not a process holds it. */
export const isFirst = (head: Head) =>
  head.or([head('head.lane', 'is', null), head.not(head.exists(selectEarlier(head)))]);

/** Jobs that wait ahead of `head` in its lane. */
function selectEarlier(head: Head) {
  return head
    .selectFrom('jobs as earlier')
    .select('earlier.id')
    .whereRef('earlier.lane', '=', 'head.lane')
    .where('earlier.state', '=', 'waiting')
    .where(
      sql<boolean>`(earlier.created_at, earlier.position, earlier.id) < (head.created_at, head.position, head.id)`,
    );
}

/** When the gap after the last post of the lane of `head` ends; null: it does not have to wait. */
export const selectGapEnd = (search: JobSearch, asked: Moments): RawBuilder<number | null> =>
  sql`${buildLastPost(search, asked)} + ${sql.lit(POST_GAP_MS)}`;

/**
 * When the lane of `head` last posted, if `head` posts too and the gap has not passed. Instances' clocks differ, so that
 * may be a little after `at`; a time far in the future, from before the clock was set back, does not count.
 */
function buildLastPost({ posts = [] }: JobSearch, { gapFrom, gapTo }: Moments): RawBuilder<number | null> {
  if (posts.length === 0) return sql`null`;
  const kinds = sql.join(posts);
  return sql`(select max(said.updated_at) from jobs as said
    where said.lane = head.lane and head.kind in (${kinds})
      and said.state = 'done' and said.kind in (${kinds})
      and said.updated_at > ${gapFrom} and said.updated_at < ${gapTo})`;
}
