import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { forkStandIn } from '../stand-in.ts';
import type { SeedRun } from './run-seed.ts';
import type { SeedTask } from './seed-worker.ts';
import { kindOf } from './shrink.ts';
import { readSimulateOptions, SIMULATE_USAGE } from './simulate-options.ts';

const asked = readSimulateOptions(process.argv.slice(2));
if (asked.is !== 'run') {
  if (asked.is === 'help') process.stdout.write(SIMULATE_USAGE);
  else process.stderr.write(`${asked.fault}\n`);
  process.exit(asked.is === 'help' ? 0 : 1);
}
const { first, count, only, isTraced, isWhole, isLong, isMonth, untilFailure } = asked.options;
/** Shrink only the first few: the more seeds fail, the likelier they share one cause. */
const MOST_SHRUNK = 3;
/** Two months of one shop. */
const DAYS_OF_LONG = 60;
const DAYS_OF_MONTH = 28;

const workers = Math.min(count, asked.options.workers ?? availableParallelism());
const mustShrink = !isWhole && only === null;
const days = isMonth ? DAYS_OF_MONTH : isLong ? DAYS_OF_LONG : 1;
const startedAt = performance.now();
const total = { sales: 0, links: 0, kills: 0, calls: 0 };
let failed = 0;
let cpuMs = 0;
let run = 0;
let shrunk = 0;

const report = (lived: SeedRun, least: SeedRun | null): void => {
  const { seed, complaints, history, counts } = lived;
  run += 1;
  cpuMs += lived.cpuMs;
  for (const name of ['sales', 'links', 'kills', 'calls'] as const) total[name] += counts[name];
  if (isTraced) process.stdout.write(`${history.join('\n')}\n`);
  if (complaints.length === 0) return;
  failed += 1;
  const replay = (given: string) =>
    `npm run simulate -- --seed ${seed}${isMonth ? ' --month' : isLong ? ' --long' : ''}${given} --trace`;
  process.stdout.write(`Seed ${seed} fails (${replay('')}):\n  ${complaints.join('\n  ')}\n`);
  if (least === null) return;
  const names = least.happened.join(',');
  const words = least.history.filter((line) => !line.includes('   log: ')).join('\n    ');
  process.stdout.write(`  The least that fails so (${replay(` --only '${names}'`)}):\n    ${words}\n`);
};

/** Finished seeds that wait for earlier ones, so that reports come in order. */
const over = new Map<number, () => void>();
let next = first;
let told = first;
let isEnough = false;

const work = async (): Promise<void> => {
  // A day's objects are short-lived: with a large young generation, few are ever promoted.
  const worker = forkStandIn(new URL('seed-worker.js', import.meta.url), ['--max-semi-space-size=64']);
  const ended = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`a worker ended: ${code}`)));
  const ask = async (task: SeedTask): Promise<SeedRun> => {
    const answer = once(worker, 'message');
    worker.send(task);
    const [lived] = await Promise.race([answer, ended]);
    return lived;
  };
  while (next < first + count && !isEnough) {
    const seed = next;
    next += 1;
    const task = { seed, isTraced, only, days, isMonth, shrinkTo: null };
    const lived = await ask(task);
    const mayShrink = lived.complaints.length > 0 && mustShrink && shrunk < MOST_SHRUNK;
    if (mayShrink) shrunk += 1;
    const least = mayShrink ? await ask({ ...task, shrinkTo: lived.complaints.map(kindOf) }) : null;
    over.set(seed, () => report(lived, least));
    for (let tell = over.get(told); tell && !isEnough; tell = over.get(told)) {
      tell();
      told += 1;
      isEnough = untilFailure && failed > 0;
    }
  }
  ended.catch(() => undefined);
  worker.disconnect();
};

await Promise.all(Array.from({ length: workers }, work));
const ms = Math.round(performance.now() - startedAt);
process.stdout.write(
  `${JSON.stringify({ seeds: run, failed, msPerSeed: Math.round(ms / run), cpuMsPerSeed: Math.round(cpuMs / run), ...total })}\n`,
);
process.exit(failed === 0 ? 0 : 1);
