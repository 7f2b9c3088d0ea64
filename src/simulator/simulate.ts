import { parseArgs } from 'node:util';
import { loadLater } from './load-later.ts';
import { prepareDatabase, runSeed } from './run-seed.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    'until-failure': { type: 'boolean', default: false },
  },
});

const readWhole = (text: string | undefined, otherwise: number): number => {
  const number = Number(text ?? otherwise);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error('--seeds, --from and --seed take a whole number above 0.');
};

const first = readWhole(values.seed ?? values.from, 1);
const count = values.seed === undefined ? readWhole(values.seeds, 100) : 1;
const database = await prepareDatabase();
await loadLater();
const startedAt = performance.now();
const total = { sales: 0, links: 0, kills: 0, calls: 0 };
let failed = 0;
let run = 0;
try {
  for (let seed = first; seed < first + count; seed += 1) {
    run += 1;
    const { complaints, history, counts } = await runSeed(seed, database, { isTraced: values.trace });
    for (const name of ['sales', 'links', 'kills', 'calls'] as const) total[name] += counts[name];
    if (values.trace) process.stdout.write(`${history.join('\n')}\n`);
    if (complaints.length === 0) continue;
    failed += 1;
    process.stdout.write(
      `Seed ${seed} fails (npm run simulate -- --seed ${seed} --trace):\n  ${complaints.join('\n  ')}\n`,
    );
    if (values['until-failure']) break;
  }
} finally {
  database.remove();
}
const ms = Math.round(performance.now() - startedAt);
process.stdout.write(
  `${JSON.stringify({ seeds: run, failed, msPerSeed: Math.round(ms / run), ...total })}\n`,
);
process.exit(failed === 0 ? 0 : 1);
