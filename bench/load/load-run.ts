import { quantile } from '../statistics.ts';
import { describeGrowth, judgeLanes, type LaneNotice } from './figures.ts';
import type { PeopleFigures } from './load-day.ts';
import { STANDINGS, type Standing } from './load-team.ts';
import type { CustomerFigures } from './paying-customers.ts';
import type { Ack } from './speak-to-app.ts';
import type { AppSample } from './watch-app.ts';

/** Observations of one run, from outside the app. */
export interface LoadRun {
  typedInSeconds: number;
  /** While commands were typed. */
  samples: readonly AppSample[];
  samplesMissed: number;
  /** CPU time that the load generator itself used. */
  ownSeconds: number;
  isQuiet: boolean;
  acks: readonly Ack[];
  people: PeopleFigures;
  standingOf: (teamId: string) => Standing;
  /** Flood callbacks by status. */
  floodAnswers: Record<string, number>;
  customers: CustomerFigures;
  slack: { refused: number; calls: Record<string, number> };
  service: { refused: number; made: { links: number; paid: number } };
  /** Texts with data of another workspace. */
  crossed: number;
  /** The app's warnings and errors, with counts. */
  complaints: Record<string, number>;
  outcome: {
    notices: readonly (LaneNotice & { teamId: string })[];
    dead: number;
    paid: number;
    links: number;
  };
  /** Taken before the app stops: a later sweep's jobs are for the next start. */
  endedAt: number;
}

/** Beyond this Slack shows the person an error. */
const ACK_WITHIN_MS = 3_000;
/** The 99.9th percentile for workspaces that are neither slow nor flooded. */
const ORDINARY_ACK_WITHIN_MS = 250;
/** On top of the lane's own pace. */
const NOTICE_WITHIN_MS = 5_000;
/** From a payment's callback to its card, with a healthy service. */
const SETTLED_WITHIN_MS = 5_000;
const MOST_GROWTH_MIB = 1;
/** In a shorter run caches are still filling. */
const GROWTH_TOLD_FROM_S = 9 * 60;
const KINDS = ['command', 'submission', 'action'] as const;

const round = (value: number) => Math.round(value * 10) / 10;
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), 0);
const describeTimes = (ms: number[]) => ({
  count: ms.length,
  p50Ms: round(quantile(ms, 0.5)),
  p99Ms: round(quantile(ms, 0.99)),
  p999Ms: round(quantile(ms, 0.999)),
  maxMs: round(most(ms)),
});
const timesOf = (acks: readonly Ack[]) => acks.map(({ ms }) => ms);
const waitingIn = ({ outcome }: LoadRun) => outcome.notices.filter(({ endedAt }) => endedAt === null).length;

/** Latencies of one group of workspaces. */
const seenBy = ({ acks, customers, outcome, standingOf, endedAt }: LoadRun, standing: Standing) => ({
  acks: acks.filter((ack) => ack.standing === standing),
  settleMs: customers.settled.flatMap((one) => (one.standing === standing ? [one.ms] : [])),
  lateMs: judgeLanes(
    outcome.notices.filter(({ teamId }) => standingOf(teamId) === standing),
    endedAt,
  ),
});
const growthOf = (samples: readonly AppSample[], field: 'residentMiB' | 'heapMiB') =>
  describeGrowth(samples.map((sample) => ({ at: sample.at, value: sample[field] })));

/** One figure per line. */
export const describeLoad = (run: LoadRun): Record<string, unknown>[] => {
  const { acks, people, samples, outcome, customers, slack, service } = run;
  const lateMs = judgeLanes(outcome.notices, run.endedAt);
  return [
    {
      load: 'said',
      ...people,
      commandsPerSecond: round(people.commands / run.typedInSeconds),
      requestsPerSecond: round(acks.length / run.typedInSeconds),
    },
    ...KINDS.map((kind) => ({
      load: 'acks',
      kind,
      ...describeTimes(timesOf(acks.filter((ack) => ack.kind === kind))),
    })),
    { load: 'acks', kind: 'all', ...describeTimes(timesOf(acks)), over3s: countLate(run) },
    ...STANDINGS.map((standing) => {
      const seen = seenBy(run, standing);
      return {
        load: 'workspaces',
        of: standing,
        acks: describeTimes(timesOf(seen.acks)),
        noticesLate: describeTimes(seen.lateMs),
        settle: describeTimes(seen.settleMs),
      };
    }),
    { load: 'flood', ...run.floodAnswers },
    { load: 'memory', of: 'resident', unit: 'MiB', ...growthOf(samples, 'residentMiB') },
    { load: 'memory', of: 'heap', unit: 'MiB', ...growthOf(samples, 'heapMiB') },
    {
      load: 'processor',
      share: round(most(samples.map(({ processorSeconds }) => processorSeconds)) / run.typedInSeconds),
      ofLoad: round(run.ownSeconds / run.typedInSeconds),
      lagP99MaxMs: round(most(samples.map(({ lagSeconds }) => lagSeconds)) * 1_000),
    },
    {
      load: 'notices',
      count: outcome.notices.length,
      waiting: waitingIn(run),
      dead: outcome.dead,
      mostWaiting: most(samples.map(({ noticesWaiting }) => noticesWaiting)),
      oldestSeconds: round(most(samples.map(({ noticeAgeSeconds }) => noticeAgeSeconds))),
      lateP99Ms: round(quantile(lateMs, 0.99)),
      lateMaxMs: round(most(lateMs)),
      allowedMs: NOTICE_WITHIN_MS,
    },
    { load: 'links', made: service.made.links, paid: service.made.paid, knownPaid: outcome.paid },
    {
      load: 'settle',
      ...describeTimes(customers.settled.map(({ ms }) => ms)),
      callbacks: customers.callbacks,
    },
    { load: 'slack', ...slack.calls },
    { load: 'log', ...run.complaints },
  ];
};

/** What violated a limit. */
export const findFaults = (run: LoadRun): string[] => {
  const { people, customers, outcome, service } = run;
  const ordinary = seenBy(run, 'ordinary');
  const { floorSlopePerMinute } = growthOf(run.samples, 'residentMiB');
  const isLong = run.typedInSeconds >= GROWTH_TOLD_FROM_S;
  const lateNotices = judgeLanes(outcome.notices, run.endedAt).filter((ms) => ms > NOTICE_WITHIN_MS);
  const faults: [count: number, what: string][] = [
    [countLate(run), 'acks took over three seconds'],
    [
      quantile(timesOf(ordinary.acks), 0.999) > ORDINARY_ACK_WITHIN_MS ? 1 : 0,
      `p99.9 of acks took over ${ORDINARY_ACK_WITHIN_MS} ms where nothing is slow or flooded`,
    ],
    [
      ordinary.settleMs.filter((ms) => ms > SETTLED_WITHIN_MS).length,
      'payments came later to their cards than five seconds where nothing is slow or flooded',
    ],
    [
      isLong && floorSlopePerMinute > MOST_GROWTH_MIB ? 1 : 0,
      `memory that grows by ${floorSlopePerMinute} MiB a minute`,
    ],
    [run.acks.filter(({ status }) => status !== 200).length, 'requests were not answered with 200'],
    [people.formsMissed, 'forms did not open'],
    [people.formsRefused, 'forms were refused'],
    [lateNotices.length, 'notices came later than their lane allows'],
    [outcome.dead, 'notices were given up'],
    [customers.callbacksRefused, 'callbacks were not taken'],
    [customers.notOnCards, 'payments are not on their cards'],
    [Math.abs(outcome.links - service.made.links), 'links are stored and not made, or made and not stored'],
    [Math.abs(people.cards - service.made.links), 'links have no card, or cards no link'],
    [run.crossed, 'texts went to another workspace'],
    [run.slack.refused, 'calls of Slack were refused'],
    [service.refused, 'calls of the payment service were refused'],
    [run.samplesMissed, 'readings of the metrics failed'],
    [run.isQuiet ? 0 : 1, 'end that did not come to rest'],
  ];
  return faults.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
};

function countLate({ acks }: LoadRun): number {
  return acks.filter(({ ms }) => ms > ACK_WITHIN_MS).length;
}
