import { type StoreDatabase, sql } from './engine/database.ts';
import { nowIn, SOON_MS } from './engine/now.ts';
import { isInList, toListParameter } from './engine/queries.ts';
import { CLAIMED, type Job, parseJob } from './job.ts';
import { QUEUES, type QueueName } from './job-kinds.ts';
import { lockLanes, pauseEnd } from './job-lanes.ts';
import type { JobRow } from './schema.ts';

export interface JobClaim {
  at: number;
  queue: QueueName;
  /** Only these kinds; leave out for all of the queue. */
  kinds?: readonly string[];
  /** Only jobs of this workspace; leave out for all. */
  only?: string | null;
  /** Workspaces whose jobs to skip. */
  without?: readonly string[];
  /** Workspaces whose jobs come last. */
  after?: readonly string[];
  /** How long other processes cannot claim these jobs. */
  leaseMs: number;
  limit: number;
  /** Identifies this claim; must never be reused. */
  token: string;
  /** Jobs that the claimer runs: they come up again only if it dies. */
  own?: ReadonlySet<string>;
}

export interface JobClaims {
  /**
   * Claims up to `limit` due jobs that no process holds, longest overdue first, those of workspaces in `after` last. Of a
   * lane only the first job. Two claimers never get the same job, or two jobs of one lane.
   */
  claim(claim: JobClaim): Promise<Claimed>;
}

export interface Claimed {
  jobs: Job[];
  /** The earliest instant, by the claimer's clock, when another claim may return a job; null: no other job waits. */
  nextDueAt: number | null;
}

/** What may be claimed once it is due. As in the index `jobs_by_due`, in the same words: SQLite compares them. */
export const WAITS = sql<boolean>`state in ('waiting', 'planned')`;
/** A job that was planned for later is in its lane by now, behind the one that waits there. */
const IS_FIRST = sql<boolean>`(state = 'waiting' or not exists (
  select 1 from jobs as first where first.lane = jobs.lane and first.state in ('waiting', 'planned')
    and (first.state = 'waiting' or (first.due_at, first.seq) < (jobs.due_at, jobs.seq))))`;

/** A clock that is set by less is not taken for one that was set back. */
const SET_BACK_MS = 60_000;

export const createJobClaims = ({ db, engine }: StoreDatabase): JobClaims => {
  let latest = Number.POSITIVE_INFINITY;

  /**
   * The clock of the embedded database is its process's, and may be set back, also before a start: what was written at the later time,
   * for then or soon, would wait until then. Jobs for an hour of the day keep it; checks and what recurs have none.
   */
  const catchUp = async (at: number): Promise<void> => {
    const isSetBack = at < latest - SET_BACK_MS;
    latest = isSetBack ? at : Math.max(latest, at);
    if (!isSetBack || engine === 'postgres') return;
    await db
      .updateTable('jobs')
      .set({ dueAt: at, updatedAt: at })
      .where('queue', 'in', QUEUES)
      .where(WAITS)
      .where('dueAt', '>', at)
      .where('leaseToken', 'is', null)
      .where('updatedAt', '>', at + SET_BACK_MS)
      .where((job) =>
        job.or([
          job('queue', 'in', ['checks', 'recurring']),
          job(sql<number>`due_at - updated_at`, '<=', SOON_MS),
        ]),
      )
      .execute();
  };

  const isOneOf = (column: string, values: readonly string[]) =>
    isInList(engine, column, toListParameter(engine, values));

  /** The jobs that are due first, or will be. */
  const look = async (claim: JobClaim): Promise<Seen[]> => {
    const { at, queue, kinds, only, without = [], after = [], limit } = claim;
    const now = nowIn(db, at);
    const isAsked = sql.join(
      [
        sql`queue = ${queue} and ${WAITS} and ${IS_FIRST}`,
        ...(kinds === undefined ? [] : [isOneOf('kind', kinds)]),
        ...(only ? [sql`team_id = ${only}`] : []),
        ...(without.length === 0 ? [] : [sql`not ${isOneOf('teamId', without)}`]),
      ],
      sql` and `,
    );
    // Another process may take as many meanwhile, and the next one says when to look again.
    const select = (turn: number, isInTurn = sql`true`) => sql<Seen>`
      select seq, id, due_at, lease_token, lane, state, ${sql.lit(turn)} as turn, ${now} as now_at,
        case when state = 'planned' and due_at <= ${now} then coalesce(${pauseEnd(now)}, due_at) else due_at end as ready_at
      from jobs
      where ${isAsked} and ${isInTurn} order by due_at, seq limit ${2 * limit + 1}`;
    const hadTurn = isOneOf('teamId', after);
    const statement =
      after.length === 0
        ? select(0)
        : sql<Seen>`select * from (${select(0, sql`not ${hadTurn}`)}) as ahead
            union all select * from (${select(1, hadTurn)}) as behind order by turn, due_at, seq`;
    return (await statement.execute(db)).rows;
  };

  const take = async (due: readonly Seen[], { at, leaseMs, token }: JobClaim): Promise<Job[]> => {
    const now = nowIn(db, at);
    const held = new Set(due.flatMap((one) => (one.leaseToken === null ? [] : [one.seq])));
    const claim = sql<JobRow>`
      with free as (
        select seq from jobs where seq in (${sql.join(due.map(({ seq }) => seq))})
          and ${WAITS} and ${IS_FIRST} and due_at <= ${now}
          and (state = 'waiting' or ${pauseEnd(now)} is null)
        ${engine === 'postgres' ? sql`for update skip locked` : sql``}
      )
      update jobs set state = 'waiting', lease_token = ${token}, due_at = ${now} + ${leaseMs},
        -- A dead holder's try counts, so that a job that crashes its process runs out of tries too.
        attempts = attempts + case when lease_token is null then 0 else 1 end
      where seq in (select seq from free)
      returning seq, ${sql.join(CLAIMED.map((column) => sql.ref(column)))}`;
    const joining = due.flatMap(({ state, lane }) => (state === 'planned' && lane !== null ? [lane] : []));
    const { rows } =
      joining.length === 0
        ? await claim.execute(db)
        : await db.transaction().execute(async (trx) => {
            await lockLanes(trx, joining);
            return claim.execute(trx);
          });
    const taken = new Map(rows.map((row) => [row.seq, parseJob(row, held.has(row.seq))]));
    return due.flatMap(({ seq }) => taken.get(seq) ?? []);
  };

  return {
    claim: async (claim) => {
      const { at, limit, own } = claim;
      await catchUp(at);
      const seen = await look(claim);
      const due = seen.filter(({ readyAt, nowAt }) => readyAt <= nowAt);
      const later = seen.flatMap(({ id, readyAt, nowAt }) =>
        readyAt > nowAt && !own?.has(id) ? [at + readyAt - nowAt] : [],
      );
      const jobs: Job[] = [];
      let tried = 0;
      while (tried < due.length && jobs.length < limit) {
        const some = due.slice(tried, tried + limit - jobs.length);
        jobs.push(...(await take(some, claim)));
        tried += some.length;
      }
      const nextDueAt = due.length > jobs.length ? at : Math.min(...later);
      return { jobs, nextDueAt: Number.isFinite(nextDueAt) ? nextDueAt : null };
    },
  };
};

interface Seen extends Pick<JobRow, 'seq' | 'id' | 'leaseToken' | 'lane' | 'state'> {
  readyAt: number;
  nowAt: number;
}
