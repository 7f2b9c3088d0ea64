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
  selectJobs,
  selectNextDue,
} from './job-search.ts';

const LOOKED_AT = [LOOKED_AT_FIRST, 10 * LOOKED_AT_FIRST, Number.MAX_SAFE_INTEGER];
/** How soon to look again if more jobs wait than were looked at: any of the others may be free at any time. */
const LOOK_AGAIN_MS = 200;

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
  claim(claim: JobClaim): Promise<Job[]>;
  /** The earliest instant when `claim` may return a job; in the past: now. Null: no job waits. */
  nextDueAt(search: JobSearch): Promise<number | null>;
}

export const createJobClaims = ({ db, engine }: StoreDatabase): JobClaims => {
  const selectFree = (search: JobSearch, param: Param<ToTake>) => {
    const asked = placeAsked(param);
    const free = selectJobs(db)
      .where('head.state', '=', 'waiting')
      .where(isInList(engine, 'head.id', param('ids')))
      .where((head) => isFree(head, search, asked))
      .select(CLAIMED.map((column) => `head.${column}` as const));
    const turn = isNamed(search.after) ? free.orderBy(isInList(engine, 'head.team_id', asked.after)) : free;
    return inOrder(turn).limit(param('limit'));
  };
  const keepSearch = (search: JobSearch) => {
    const keepOldest = (isAfter: boolean) =>
      prepareQuery((param: Param<Asked & { among: number }>) => {
        const asked = placeAsked(param);
        const oldest = ofEachKind({ db, engine }, search, asked, (waiting) => {
          const due = waiting.where((head) => isDue(head, asked)).where(isFirst);
          const ofGroup = isNamed(search.after) ? due.where(isIn(engine, asked.after, isAfter)) : due;
          return inOrder(ofGroup).limit(param('among'));
        });
        return inOrder(db.selectFrom(oldest.as('head')))
          .select(['head.id', (head) => isFree(head, search, asked).as('is_free')])
          .limit(param('among'));
      });
    return {
      oldest: isNamed(search.after) ? [keepOldest(false), keepOldest(true)] : [keepOldest(false)],
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
      nextDue: prepareQuery((param: Param<Asked>) =>
        selectNextDue({ db, engine }, search, placeAsked(param)),
      ),
    };
  };
  /** By the shape of the search: the names of workspaces are parameters. */
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
    without: toListParameter(engine, search.without ?? []),
    after: toListParameter(engine, search.after ?? []),
  });

  /** Ids of free jobs, those of `after` last; perhaps fewer than `limit` if more wait than it looked at. */
  const findFree = async (claim: JobClaim, asked: Asked): Promise<string[]> => {
    const ids: string[] = [];
    for (const oldest of searchOf(claim).oldest) {
      for (const among of LOOKED_AT) {
        const seen = await oldest(db, { ...asked, among });
        const free = seen.filter((job) => job.is_free).slice(0, LOOKED_AT_FIRST);
        ids.push(...free.map(({ id }) => id));
        const isWhole = seen.length < among;
        if (ids.length >= claim.limit || (!isWhole && free.length > 0)) return ids;
        if (isWhole) break;
      }
    }
    return ids;
  };

  return {
    claim: async (claim) => {
      const { at, leaseMs, limit, token } = claim;
      const asked = askedOf(claim);
      const ids = await findFree(claim, asked);
      // Most claims find nothing, so they open no transaction and take no locks.
      if (ids.length === 0) return [];
      const { free, take } = searchOf(claim);
      const until = at + leaseMs;
      const toTake = { ...asked, limit, ids: toListParameter(engine, ids) };
      if (engine === 'postgres') {
        const rows = await take(db, { ...toTake, token, until });
        const placeOf = new Map(ids.map((id, place) => [id, place]));
        return rows
          .sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0))
          .map((row) => parseJob(row, token));
      }
      return db.transaction().execute(async (trx) => {
        const rows = await free(trx, toTake);
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
    },
    nextDueAt: async (search) => {
      const [row] = await searchOf(search).nextDue(db, askedOf(search));
      const due = row?.next_due ?? null;
      if (row === undefined || row.looked_at < LOOKED_AT_FIRST) return due;
      return Math.min(due ?? Number.POSITIVE_INFINITY, search.at + LOOK_AGAIN_MS);
    },
  };
};

/** Counts a dead holder's try, so that a job that crashes its process runs out of tries too. */
const leaseOf = (token: string, until: number) => ({
  attempts: sql<number>`jobs.attempts + case when jobs.lease_token is null then 0 else 1 end`,
  lease_token: token,
  lease_until: until,
});

/** Which of the free jobs to take. */
interface ToTake extends Asked {
  limit: number;
  ids: unknown;
}

interface Lease {
  token: string;
  until: number;
}
