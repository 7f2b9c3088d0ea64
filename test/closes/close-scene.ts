import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import type { Store } from '../../src/open-store.ts';
import { withoutChecks } from '../fixtures/no-checks.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { openStill, type StillScene } from '../fixtures/start-paylink.ts';

/** The app on a clock that stands still, with links and records that stay as a test made them. */
export const startCloses = async (at: number): Promise<StillScene> => {
  const scene = await openStill({ at, random: () => 1, withStore: withoutChecks });
  await scene.start();
  return scene;
};

/** About what a job waits for within one try. */
const STEP_MS = 8_000;

/** From one planned job to the next, and through each of them step by step. Nothing else happens in between. */
export const workUntil = async ({ clock, database }: StillScene, instant: number): Promise<void> => {
  while (clock.now() < instant) {
    const waiting = (await readTable(database.place, 'jobs')).filter(
      ({ state, queue }) => state === 'waiting' && queue !== 'recurring',
    );
    // Of one that runs, it is the end of its lease.
    const dueAts = waiting.map(({ lease_token, due_at }) => (lease_token === null ? Number(due_at) : 0));
    const next = Math.min(instant, ...dueAts);
    await (next > clock.now()
      ? clock.leap(next - clock.now())
      : clock.advance(Math.min(STEP_MS, instant - clock.now())));
  }
};

/** Until then no process runs; `meanwhile` gets the database. */
export const sleepUntil = async (
  scene: StillScene,
  instant: number,
  meanwhile: (store: Store) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  await scene.paylink.stop();
  await scene.clock.leap(instant - scene.clock.now());
  const store = await scene.database.open();
  await meanwhile(store);
  await store.close();
};

/** `/paylink …`; gives what the person sees. */
export const type = async (
  { slack, clock }: StillScene,
  words: string,
  { as = SARA, channel = FRONT_DESK } = {},
): Promise<string> => {
  const told = (): SeenMessage[] =>
    slack.messages(channel, { as }).filter(({ ephemeralTo }) => ephemeralTo === as);
  const before = told().length;
  const outcome = await slack.command(as, channel, '/paylink', words);
  if (!outcome.ok) throw new Error(outcome.problem);
  const answer = await slack.until(() => told()[before]);
  await clock.advance(0);
  return JSON.stringify(answer);
};

/**
 * The store of a process that dies: at this call of its queue or schedules, counted from one, and from then on nothing
 * reaches the database. `answer`: what it still hears of that call.
 */
export const dyingAt =
  (at: { call: keyof Store['jobs'] | keyof Store['schedules']; nth?: number; answer?: boolean }) =>
  (opened: Store): Store => {
    const store = withoutChecks(opened);
    let calls = 0;
    let isDead = false;
    const watch = <Group extends object>(group: Group): Group =>
      new Proxy(group, {
        get:
          (target, name) =>
          async (...given: unknown[]): Promise<unknown> => {
            const isLast = name === at.call && !isDead && ++calls === (at.nth ?? 1);
            isDead ||= isLast;
            if (isLast && at.answer !== undefined) return at.answer;
            if (isDead) throw new Error('killed');
            return (Reflect.get(target, name) as (...given: unknown[]) => unknown).apply(target, given);
          },
      });
    return { ...store, jobs: watch(store.jobs), schedules: watch(store.schedules) };
  };

/** The posts in a channel whose text begins so, as they stand now. */
export const postsLike = ({ slack }: StillScene, beginning: string, channel = FRONT_DESK) =>
  slack
    .posts(channel)
    .filter(({ text }) => text.startsWith(beginning))
    .map((post) => ({ ...post, says: seen(post.final ?? undefined).text || (post.final?.text ?? 'gone') }));
