import { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { buildRetryDelay } from '../../src/delivery/retry.ts';
import { buildFirstShow, buildLinkShow, buildQrShow } from '../../src/links/card/notice-kinds.ts';
import type { Store } from '../../src/open-store.ts';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../../src/settings/channel-settings.ts';
import { type NewJob, NOT_ENDED } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { cardOf, type LinkWithCard } from '../../src/store/link-card.ts';
import { openTables, type Row } from '../fixtures/read-tables.ts';
import { openStill, type StillScene } from '../fixtures/start-paylink.ts';
import { NOW, type NoticeVerbs, noticeVerbs } from './notice-verbs.ts';

/** How one run of a job ended, as its row says, and the jobs that follow from it. */
export interface Ended {
  /** `later`: it is tried again. */
  outcome: 'done' | 'later' | 'failed';
  reason: string | null;
  /** Until it is tried again. */
  afterMs: number;
  /** Whether the run counts as a failed try. */
  isTry: boolean;
  next: NewJob[];
}

interface RunOptions {
  /** Failed tries before this one. */
  attempts?: number;
  /** Why the last of them failed. */
  lastError?: string;
  /** For how long it has failed for a reason that nobody knows. */
  unclearForMs?: number;
  /** Happens before each time that the app reads a link. */
  meanwhile?: (look: number) => Promise<unknown>;
}

export interface NoticeScene extends StillScene, NoticeVerbs {
  /** A link that is open, with its card posted. */
  withCard(changes?: Partial<Link>): Promise<LinkWithCard>;
  /** The link as it is now, and where its card is. */
  find(link: Pick<Link, 'id'>): Promise<LinkWithCard>;
  /** Shows its card as it is now, and gives how that ended as text. */
  show(link: Link, options?: RunOptions): Promise<string>;
  /** The same for the message with its QR code. */
  showQr(link: Link): Promise<string>;
  /** Settings of the channel. */
  choose(settings: Partial<ChannelSettings>): Promise<void>;
  /** Adds a job that does not become due. */
  keepWaiting(job: NewJob): Promise<void>;
  /** Has the app run a job once, at once. What follows from it does not run, and is no longer in the database. */
  run(job: NewJob, options?: RunOptions): Promise<Ended>;
  /** Runs a job as `run` does; gives how it ended as text. */
  outcome(job: NewJob, options?: RunOptions): Promise<string>;
  /**
   * Runs a job and everything that follows from it, each at its time; gives the kinds. Ends before a job for which `before`
   * gives false.
   */
  runAll(job: NewJob, before?: (job: NewJob) => unknown): Promise<string[]>;
  /** For what the app itself, or another process of it, does in Slack. */
  client(): WebClient;
}

const NO_CHANCE = () => 0;
const LONG_MS = 24 * 60 * 60_000;

/** The app, which runs one job at a time, when the test says so. */
export const startNotices = async ({
  withStore = (store) => store,
  env = {},
}: Pick<NonNullable<Parameters<typeof openStill>[0]>, 'withStore' | 'env'> = {}): Promise<NoticeScene> => {
  /** The kind of job that may be claimed now. */
  let wanted: string | null = null;
  let looks = 0;
  let meanwhile: RunOptions['meanwhile'];
  const inSteps = (store: Store): Store => ({
    ...store,
    links: {
      ...store.links,
      get: async (id) => {
        await meanwhile?.(looks++);
        return store.links.get(id);
      },
      findWith: async (...given) => {
        await meanwhile?.(looks++);
        return store.links.findWith(...given);
      },
      findSale: async (...given) => {
        await meanwhile?.(looks++);
        return store.links.findSale(...given);
      },
    },
    jobs: {
      ...store.jobs,
      claim: async (search) => {
        if (wanted === null || !search.kinds?.includes(wanted)) return { jobs: [], nextDueAt: null };
        const claimed = await store.jobs.claim({ ...search, limit: 1 });
        if (claimed.jobs.length > 0) wanted = null;
        return claimed;
      },
    },
  });
  const scene = await openStill({
    at: NOW,
    random: NO_CHANCE,
    env: { PAYLINK_SWEEP_SECONDS: '86400', ...env },
    withStore: (store) => inSteps(withStore(store)),
  });
  await scene.start();
  const { store, clock, slack, close } = scene;
  const tables = await openTables(scene.database.place);
  const jobRows = () => tables.rows('jobs');

  const runOnce = async (
    job: NewJob,
    { attempts = 0, lastError, unclearForMs }: RunOptions,
  ): Promise<Ended> => {
    const at = clock.now();
    const earlier = new Set((await jobRows()).map(({ id }) => id));
    if (!earlier.has(job.id)) await store.jobs.addAll([job], at);
    const tried = `attempts = ${attempts}, last_error = ${lastError === undefined ? 'null' : `'${lastError}'`}, unclear_since = ${unclearForMs === undefined ? 'null' : at - unclearForMs}`;
    await tables.run(`update jobs set due_at = ${at}, ${tried} where id = '${job.id}'`);
    wanted = job.kind;
    store.jobs.lookAgain();
    for (;;) {
      await clock.advance(0);
      const later = (await jobRows()).filter(({ id }) => id === job.id || !earlier.has(id));
      const row = later.find(({ id }) => id === job.id);
      if (!row) throw new Error(`${job.kind} was not added`);
      if (wanted !== null || row['lease_token'] !== null) continue;
      await tables.run(`delete from jobs where id in (${later.map(({ id }) => `'${id}'`).join()})`);
      const next = later.filter((one) => one !== row && NOT_ENDED.some((state) => state === one['state']));
      return {
        outcome: row['state'] === 'waiting' ? 'later' : (row['state'] as 'done' | 'failed'),
        reason: row['last_error'] as string | null,
        afterMs: Number(row['due_at']) - Number(row['updated_at']),
        isTry: Number(row['attempts']) > attempts,
        next: next.map(readJob),
      };
    }
  };

  const { ids, ...verbs } = noticeVerbs(scene);
  const steps: Omit<NoticeScene, keyof NoticeVerbs | Exclude<keyof StillScene, 'close'>> = {
    withCard: async (changes) => {
      const link = await verbs.openLink(changes);
      await steps.run(buildFirstShow(link));
      return steps.find(link);
    },
    find: async ({ id }) => {
      const link = await store.links.get(id);
      return { ...link, card: await store.messages.find(cardOf(link)) };
    },
    show: (link, options) => steps.outcome(buildLinkShow(link, clock.now()), options),
    showQr: async (link) => {
      const [show] = buildQrShow(link);
      return show ? steps.outcome(show) : 'none';
    },
    choose: (settings) =>
      store.settings.setChannel(
        'T0PLAY',
        FRONT_DESK,
        { ...DEFAULT_CHANNEL_SETTINGS, ...settings },
        { by: SARA, at: clock.now() },
      ),
    keepWaiting: (job) => store.jobs.addAll([{ ...job, dueAt: clock.now() + LONG_MS }], clock.now()),
    run: async (job, options = {}) => {
      ({ meanwhile } = options);
      looks = 0;
      return runOnce(job, options).finally(() => {
        meanwhile = undefined;
      });
    },
    outcome: async (...given) => describeEnd(await steps.run(...given), given[1]?.attempts ?? 0),
    runAll: async (first, before = () => true) => {
      const kinds: string[] = [];
      const due = [first];
      for (let job = due.shift(); job; job = due.shift()) {
        await clock.advance(Math.max(0, (job.dueAt ?? 0) - clock.now()));
        if ((await before(job)) === false) break;
        kinds.push(job.kind);
        const { outcome, reason, next } = await steps.run(job);
        if (outcome === 'later') throw new Error(`${job.kind} waits: ${reason}`);
        due.push(...next);
      }
      return kinds;
    },
    client: () => new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl }),
    close: () => close().finally(() => tables.close()),
  };
  return Object.assign(scene, { ids, ...verbs, ...steps });
};

const readJob = (row: Row): NewJob => {
  const { id, team_id, kind, key, lane, link_id, payload } = row as Record<string, string | null>;
  return {
    ...{ id: id ?? '', teamId: team_id ?? '', kind: kind as NewJob['kind'] },
    ...(key != null && key !== id && { key }),
    ...(lane != null && { lane }),
    ...(link_id != null && { linkId: link_id }),
    payload: JSON.parse(payload ?? 'null'),
    dueAt: Number(row['due_at']),
  };
};

/**
 * `done`, `later: ratelimited after 7000 ms`, `failed: is_archived`; then the jobs that follow:
 * `→ show → tell news (qr: missing_scope) → qr (2 refusals)`.
 */
const describeEnd = ({ outcome, reason, afterMs, isTry, next }: Ended, attempts: number): string => {
  const parts: string[] = [outcome];
  if (outcome !== 'done') parts.push(`: ${reason}`);
  if (outcome === 'later' && afterMs !== buildRetryDelay(attempts, NO_CHANCE))
    parts.push(` after ${afterMs} ms`);
  if (outcome === 'later' && isTry) parts.push(', a try');
  return [parts.join(''), ...next.map(describeJob)].join(' → ');
};

const jobDetail = z.object({
  what: z.string().optional(),
  ids: z.object({ qrRefusedAs: z.string().optional() }).optional(),
  pictureTries: z.number().optional(),
});

/** What it tells or says, too. */
export function describeJob({ kind, payload }: NewJob): string {
  const { what, ids, pictureTries: refusals } = jobDetail.safeParse(payload).data ?? {};
  if (ids?.qrRefusedAs) return `${kind} ${what} (qr: ${ids.qrRefusedAs})`;
  if (kind !== 'show' && what !== undefined) return `${kind} ${what}`;
  return refusals === undefined ? kind : `${kind} (${refusals} refusals)`;
}
