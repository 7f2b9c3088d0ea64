import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createAppProcess } from '../../playground/app-process.ts';
import { freePort } from '../../playground/free-port.ts';
import type { StorePlace } from '../../src/open-store.ts';
import { ANSWER_MS } from '../statistics.ts';
import { createFlood } from './flood.ts';
import { createLeanService } from './lean-service.ts';
import { createLeanSlack } from './lean-slack.ts';
import { installTeams, readOutcome } from './load-database.ts';
import { createLoadDay } from './load-day.ts';
import { describeLoad, findFaults, type LoadRun } from './load-run.ts';
import { buildTeams, createCrossings } from './load-team.ts';
import { createCustomers } from './paying-customers.ts';
import { createPeople } from './people.ts';
import { createSpeakToApp } from './speak-to-app.ts';
import { createComplaints, watchApp } from './watch-app.ts';

interface LoadOptions {
  teams: number;
  /** Commands a second. */
  rate: number;
  seconds: number;
  /** An empty database, and the environment that points the app to it. */
  place: StorePlace;
  env: Record<string, string>;
  /** Path of the compiled app. */
  entry: string;
  /** Response time of Slack and the payment service. */
  slackMs?: number;
  serviceMs?: number;
  /** Every how many workspaces one has a payment service with this response time. */
  slowEvery?: number;
  slowMs?: number;
  /** Callbacks per second for one workspace. */
  floodRate?: number;
  /** Overrides the default limits for an answer, a form, and the end of everything started. */
  patienceMs?: number | undefined;
  print: (figure: Record<string, unknown>) => void;
}

const SAMPLE_EVERY_MS = 5_000;
/** After the last command everything must finish within this time. */
const QUIET_WITHIN_MS = 30_000;
const TICK_MS = 10;
const SWEEP_SECONDS = 180;
/** Sequential requests that somebody may wait for at a slow service. */
const SLOW_ANSWERS = 3;
/** Links of the flooded workspace before the flood. */
const FLOODED_LINKS = 5;

/** One instance under steady load from many workspaces. Returns the limits that were violated. */
export const runLoad = async (options: LoadOptions): Promise<string[]> => {
  const { rate, seconds, place, print, patienceMs } = options;
  const {
    slackMs = ANSWER_MS.slack,
    serviceMs = ANSWER_MS.service,
    slowEvery = 10,
    slowMs = 20_000,
    floodRate = 300,
  } = options;
  const teams = buildTeams(options.teams, slowEvery);
  const standings = new Map(teams.map(({ id, standing }) => [id, standing]));
  const crossings = createCrossings();
  const encryptionKey = randomBytes(32);
  const signingSecret = randomBytes(16).toString('hex');
  await installTeams(place, teams, encryptionKey);

  const day = createLoadDay(teams, () => people, patienceMs);
  const customers = createCustomers((link, isTold) => service.pay(link, isTold));
  const slack = await createLeanSlack({
    teams,
    crossings,
    delayMs: slackMs,
    onPost: day.onPost,
    onUpdate: (message) => {
      day.onUpdate(message);
      customers.onUpdate(message);
    },
    onModal: day.onModal,
    onResponse: day.onResponse,
  });
  const service = await createLeanService({
    teams,
    crossings,
    delayMs: serviceMs,
    slowMs,
    onMade: (link) => {
      customers.onMade(link);
      flood.onMade(link);
    },
  });
  const port = await freePort(0);
  const appUrl = `http://127.0.0.1:${port}`;
  const flood = createFlood({ appUrl, perSecond: floodRate });
  const complaints = createComplaints();
  const app = createAppProcess(
    {
      PORT: String(port),
      PUBLIC_URL: appUrl,
      SLACK_API_URL: slack.apiUrl,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_CLIENT_ID: '1.1',
      SLACK_CLIENT_SECRET: randomBytes(16).toString('hex'),
      SLACK_STATE_SECRET: randomBytes(32).toString('base64'),
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      PAYLINK_BASE_URL: service.baseUrl,
      PAYLINK_SWEEP_SECONDS: String(SWEEP_SECONDS),
      // With more arenas, glibc keeps memory that threads freed, and the figure would show only that.
      MALLOC_ARENA_MAX: '2',
      // Node 24's default on a machine with 1 GiB. With more, it collects so rarely that the figure would show only
      // that.
      NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=16',
      ...options.env,
    },
    complaints.read,
    options.entry,
  );
  const speak = createSpeakToApp({ url: appUrl, signingSecret, patienceMs });
  const people = createPeople({ speak, slack });
  const watch = watchApp(appUrl, Math.min(SAMPLE_EVERY_MS, (seconds * 1_000) / 4));

  /** In this order: a form is answered before its link exists, and a link exists before its card is queued. */
  const isEveryFormOnACard = (): boolean => {
    const { submitted, formsRefused, cards } = day.figures();
    const { links } = service.made();
    return links === submitted - formsRefused && cards === links;
  };

  /** Waits until every request is answered, every card shows its payment, and no notice is queued. */
  const isQuietInTime = async (): Promise<boolean> => {
    const until = performance.now() + (patienceMs ?? QUIET_WITHIN_MS + SLOW_ANSWERS * slowMs);
    while (performance.now() < until) {
      await day.finished();
      await customers.finished();
      const { noticesWaiting } = await watch.read();
      // Messages in the meantime may have led people to press a button or to pay.
      const isBusy = day.isBusy() || customers.isBusy();
      if (noticesWaiting === 0 && !isBusy && isEveryFormOnACard() && customers.figures().notOnCards === 0)
        return true;
      await delay(500);
    }
    return false;
  };

  /** Before measuring: creates links to flood and warms up the app. */
  const makeFloodedLinks = async (): Promise<void> => {
    const until = performance.now() + (patienceMs ?? QUIET_WITHIN_MS);
    const [team] = teams.filter(({ standing }) => standing === 'flooded');
    for (let made = 0; team && made < FLOODED_LINKS; made += 1) {
      day.makeLink(team);
      while (service.made().links <= made && performance.now() < until) await delay(TICK_MS);
    }
  };

  const typeCommands = async (): Promise<number> => {
    const startedAt = performance.now();
    let typed = 0;
    while (typed < rate * seconds) {
      const due = Math.min(rate * seconds, ((performance.now() - startedAt) / 1_000) * rate);
      for (; typed < due; typed += 1) day.command(typed);
      await delay(TICK_MS);
    }
    return (performance.now() - startedAt) / 1_000;
  };

  const run = async (): Promise<Omit<LoadRun, 'outcome'>> => {
    await app.start();
    const about = { teams: teams.length, perSecond: rate, seconds, slackMs, serviceMs };
    print({ load: 'begun', ...about, slowEvery, slowMs, floodRate });
    watch.start();
    await makeFloodedLinks();
    flood.start();
    const begunAt = process.cpuUsage();
    const typedInSeconds = await typeCommands();
    const spent = process.cpuUsage(begunAt);
    await flood.stop();
    const samples = [...watch.samples];
    const isQuiet = await isQuietInTime();
    return {
      typedInSeconds,
      samples,
      ownSeconds: (spent.user + spent.system) / 1_000_000,
      isQuiet,
      endedAt: Date.now(),
      samplesMissed: watch.missed(),
      acks: speak.acks,
      people: day.figures(),
      standingOf: (teamId) => standings.get(teamId) ?? 'ordinary',
      floodAnswers: flood.answers(),
      customers: customers.figures(),
      slack: { refused: slack.refused(), calls: slack.calls() },
      service: { refused: service.refused(), made: service.made() },
      crossed: crossings.count(),
      complaints: complaints.seen(),
    };
  };

  const seen = await run().finally(async () => {
    watch.stop();
    day.end();
    await app.stop();
    await flood.stop();
    speak.close();
    await slack.close();
    await service.close();
  });
  const whole = { ...seen, outcome: await readOutcome(place) };
  for (const figure of describeLoad(whole)) print(figure);
  const faults = findFaults(whole);
  print({ load: 'ended', isWell: faults.length === 0, faults });
  return faults;
};
