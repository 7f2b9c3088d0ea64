import { performance } from 'node:perf_hooks';
import type { LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import type { ApiCall } from '../../packages/local-slack/src/local-slack-api.ts';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { type AppUnderTest, watchCpu } from './app-under-test.ts';
import { describeCpu, describeRatio, inTurn, quantile, ROUNDS, rounded } from './statistics.ts';

/** Node's JIT makes both faster for this long. */
const WARM_UP = 4_000;
const COMMANDS = 500;
/** Of each app in a round: a collection of garbage, or other work on the machine, then weighs less. */
const TURNS = 4;
const AT_ONCE = 4;

interface Measured {
  ms: number;
  latencies: number[];
  formBytes: number;
}

/** Size of the last form in bytes. Without this check, a refused form would count as a quick answer. */
const readForm = (opened: readonly ApiCall[]): number => {
  const refused = opened.find(({ answer }) => (answer as { ok?: unknown } | null)?.ok !== true);
  if (refused) throw new Error(`Slack refused a form: ${JSON.stringify(refused.answer)}`);
  return JSON.stringify(opened.at(-1)?.args['view']).length;
};

/** Commands per second and 99th percentile latency, ours against the bare app, alternating within one run. */
export const benchAck = async (slack: LocalSlack, ours: AppUnderTest, bare: AppUnderTest) => {
  const measure = async (app: AppUnderTest, count: number): Promise<Measured> => {
    slack.setAppUrl(app.url);
    const latencies: number[] = [];
    let left = count;
    const before = slack.calls('views.open').at(-1);
    // Found by the call before it, because the fake Slack keeps only the latest calls.
    const opened = (): ApiCall[] => {
      const calls = slack.calls('views.open');
      return before === undefined ? calls : calls.slice(calls.lastIndexOf(before) + 1);
    };
    const startedAt = performance.now();
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        const sentAt = performance.now();
        const outcome = await slack.command(SARA, FRONT_DESK, '/paylink');
        if (!outcome.ok) throw new Error(outcome.problem);
        latencies.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await slack.until(() => opened().length >= count || undefined, 30_000);
    return { ms: performance.now() - startedAt, latencies, formBytes: readForm(opened()) };
  };

  await measure(ours, WARM_UP);
  await measure(bare, WARM_UP);
  const ratios: number[] = [];
  const cpu = watchCpu({ ours, bare });
  const latencies = { ours: [] as number[], bare: [] as number[] };
  const formBytes = { ours: 0, bare: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Both orders: the app that goes first in a round is a little slower.
    const order = Array.from({ length: TURNS }, (_, turn) => inTurn(round + turn)).flat();
    const ms = { ours: 0, bare: 0 };
    for (const which of order) {
      const measured = await measure(which === 'ours' ? ours : bare, COMMANDS);
      latencies[which].push(...measured.latencies);
      ms[which] += measured.ms;
      formBytes[which] = measured.formBytes;
    }
    ratios.push(ms.bare / ms.ours);
  }
  return {
    bench: 'ack',
    ...describeRatio(ratios),
    ...describeCpu(cpu()),
    p99: rounded(quantile(latencies.ours, 0.99) / quantile(latencies.bare, 0.99)),
    commands: ROUNDS * TURNS * COMMANDS,
    formBytes: formBytes.ours,
    formBytesBare: formBytes.bare,
  };
};
