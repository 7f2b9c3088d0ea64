import { type StoreDatabase, sql } from './engine/database.ts';
import { isInList, type Param, prepareQuery, toListParameter } from './engine/queries.ts';
import { CLAIMED, type Job, parseJob } from './job.ts';
import {
  type Asked,
  inOrder,
  isDue,
  isFirst,
  isFree,
  isIn,
  isNamed,
  type JobSearch,
  LOOKED_AT_FIRST,
  momentsOf,
  ofEachKind,
  placeAsked,
  selectGapEnd,
  selectJobs,
} from './job-search.ts';

const LOOKED_AT = [LOOKED_AT_FIRST, 10 * LOOKED_AT_FIRST, Number.MAX_SAFE_INTEGER];
/** How soon to look again if more jobs wait than were looked at: any of the others may be free at any time. */
const LOOK_AGAIN_MS = 200;
/** The groups that a look sees, in the order in which their jobs are claimed. */
const [FIRST, AFTER, LATER] = [0, 1, 2];

export interface JobClaim extends JobSearch {
  /** How long other processes cannot claim these jobs. */
  leaseMs: number;
  limit: number;
  /** Identifies this claim; must never be reused. */
  token: string;
}

export interface JobClaims {
  /**
   * Claims up to `limit` due jobs that no process holds, longest overdue first, those of workspaces in `after` last. Of a
   * lane only the first job, and not within a second of the lane's last post. Two claimers never get the same job, or
   * two jobs of one lane.
   */
  claim(claim: JobClaim): Promise<Claimed>;
}

export interface Claimed {
  jobs: Job[];
  /** The earliest instant when another claim may return a job; null: no other job waits. */
  nextDueAt: number | null;
}

export const createJobClaims = ({ db, engine }: StoreDatabase): JobClaims => {
  const selectFree = (search: JobSearch, param: Param<ToTake>) => {
    const asked = placeAsked(param);
    const free = selectJobs(db)
      .where('head.state', '=', 'waiting')
      .where(isInList(engine, 'head.id', param('ids')))
      .where((head) => isFree(head, search, asked))
      .select(CLAIMED.map((column) => `head.${column}` as const));
    const turn = isNamed(search.after) ? free.orderBy(isInList(engine, 'head.teamId', asked.after)) : free;
    return inOrder(turn).limit(param('limit'));
  };
  const keepSearch = (search: JobSearch) => {
    const selectGroup = (param: Param<ToLookAt>, group: number) => {
      const asked = placeAsked(param);
      const some = ofEachKind({ db, engine }, search, asked, (waiting) => {
        const first = waiting.where(isFirst);
        if (group === LATER) return first.where('head.dueAt', '>', asked.at).orderBy('head.dueAt').limit(1);
        const due = first.where((head) => isDue(head, asked));
        const ofGroup = isNamed(search.after) ? due.where(isIn(engine, asked.after, group === AFTER)) : due;
        return inOrder(ofGroup).limit(param('among'));
      });
      const looked = inOrder(db.selectFrom(some.as('head')))
        .select(['head.id', 'head.dueAt', 'head.createdAt', 'head.position', 'head.leaseUntil'])
        .select([selectGapEnd(search, asked).as('gapEnds'), sql.lit(group).as('inGroup')])
        .limit(param('among'));
      return db.selectFrom(looked.as('head')).select(SEEN);
    };
    return {
      /** With a limit for each group, so that the many jobs of a workspace in `after` do not hide those of others. */
      look: prepareQuery((param: Param<ToLookAt>) => {
        const groups = isNamed(search.after) ? [AFTER, LATER] : [LATER];
        const all = groups.reduce(
          (seen, group) => seen.unionAll(selectGroup(param, group)),
          selectGroup(param, FIRST),
        );
        return inOrder(db.selectFrom(all.as('head')).select(SEEN).orderBy('head.inGroup'));
      }),
      free: prepareQuery((param: Param<ToTake>) => selectFree(search, param)),
      /** In one statement, which returns the jobs in no order. */
      take: prepareQuery((param: Param<ToTake & Lease>) =>
        db
          // Skips rows that another claimer is taking. The jobs behind them are not first in their lanes, so they stay.
          .with('free', () => selectFree(search, param).forUpdate('head').skipLocked())
          .updateTable('jobs')
          .from('free')
          .set(leaseOf(param('token'), param('until')))
          .whereRef('jobs.id', '=', 'free.id')
          // As they were before the claim.
          .returning(CLAIMED.map((column) => `free.${column}` as const)),
      ),
    };
  };
  /** By the shape of the search: the names of workspaces are parameters. */
  const known = new Map<string, ReturnType<typeof keepSearch>>();
  const searchOf = (search: JobSearch) => {
    const { kinds, posts, only, without, after } = search;
    const key = JSON.stringify([kinds, posts, Boolean(only), isNamed(without), isNamed(after)]);
    const kept = known.get(key) ?? keepSearch(search);
    known.set(key, kept);
    return kept;
  };
  const isFreeAt = (asked: Asked, job: Seen): boolean =>
    job.inGroup !== LATER &&
    job.gapEnds === null &&
    (job.leaseUntil <= asked.at || job.leaseUntil > asked.latestLease);

  /** The ids of free jobs, those of `after` last; perhaps fewer than `limit` if more wait than it looked at. */
  const look = async (claim: JobClaim, asked: Asked): Promise<Look> => {
    for (const among of LOOKED_AT) {
      const seen = await searchOf(claim).look(db, { ...asked, among });
      const ids: string[] = [];
      let isWhole = true;
      for (const group of [FIRST, AFTER]) {
        const due = seen.filter((job) => job.inGroup === group);
        const free = due.filter((job) => isFreeAt(asked, job)).slice(0, LOOKED_AT_FIRST);
        ids.push(...free.map(({ id }) => id));
        isWhole = due.length < among;
        if (ids.length >= claim.limit || (!isWhole && free.length > 0)) return { seen, ids, isWhole };
        // Look at more of these before the jobs of `after`.
        if (!isWhole) break;
      }
      if (isWhole) return { seen, ids, isWhole };
    }
    throw new Error('The last look sees every job.');
  };

  const take = async (claim: JobClaim, asked: Asked, ids: readonly string[]): Promise<Job[]> => {
    // Most claims find nothing, so they open no transaction and take no locks.
    if (ids.length === 0) return [];
    const search = searchOf(claim);
    const { limit, token } = claim;
    const until = claim.at + claim.leaseMs;
    const toTake = { ...asked, limit, ids: toListParameter(engine, ids) };
    if (engine === 'postgres') {
      const rows = await search.take(db, { ...toTake, token, until });
      const placeOf = new Map(ids.map((id, place) => [id, place]));
      return rows
        .sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0))
        .map((row) => parseJob(row, token));
    }
    return db.transaction().execute(async (trx) => {
      const rows = await search.free(trx, toTake);
      if (rows.length === 0) return [];
      await trx
        .updateTable('jobs')
        .set(leaseOf(token, until))
        .where(
          'id',
          'in',
          rows.map((row) => row.id),
        )
        .execute();
      return rows.map((row) => parseJob(row, token));
    });
  };

  return {
    claim: async (claim) => {
      const { at } = claim;
      const asked: Asked = {
        ...momentsOf(claim),
        only: claim.only ?? '',
        without: toListParameter(engine, claim.without ?? []),
        after: toListParameter(engine, claim.after ?? []),
      };
      const { seen, ids, isWhole } = await look(claim, asked);
      const jobs = await take(claim, asked, ids);
      const taken = new Set(jobs.map(({ id }) => id));
      let nextDueAt = isWhole ? Number.POSITIVE_INFINITY : at + LOOK_AGAIN_MS;
      for (const job of seen) {
        if (taken.has(job.id)) continue;
        const dueAt = isFreeAt(asked, job) ? at : Math.max(job.dueAt, job.leaseUntil, job.gapEnds ?? 0);
        nextDueAt = Math.min(nextDueAt, dueAt);
      }
      return { jobs, nextDueAt: Number.isFinite(nextDueAt) ? nextDueAt : null };
    },
  };
};

/** Not `*`: PostgreSQL would plan the statement each time, which takes longer than running it. */
const SEEN = [
  'head.id',
  'head.dueAt',
  'head.createdAt',
  'head.position',
  'head.leaseUntil',
  'head.gapEnds',
  'head.inGroup',
] as const;

/** A job that waits, first in its lane. */
interface Seen {
  id: string;
  inGroup: number;
  dueAt: number;
  leaseUntil: number;
  gapEnds: number | null;
}

interface Look {
  seen: Seen[];
  ids: string[];
  /** It saw all jobs that are due. */
  isWhole: boolean;
}

/** Counts a dead holder's try, so that a job that crashes its process runs out of tries too. */
const leaseOf = (token: string, until: number) => ({
  attempts: sql<number>`jobs.attempts + case when jobs.lease_token is null then 0 else 1 end`,
  leaseToken: token,
  leaseUntil: until,
});

interface ToLookAt extends Asked {
  /** How many of each group. */
  among: number;
}

/** Which of the free jobs to take. */
interface ToTake extends Asked {
  limit: number;
  ids: unknown;
}

interface Lease {
  token: string;
  until: number;
}
