import type { StorePlace } from '../../src/open-store.ts';
import { refuseRealSurroundings } from '../demo/refuse-real-surroundings.ts';
import { openBenchSchema } from './callback-place.ts';
import { countSale } from './calls/cost-of-a-sale.ts';
import { type Calls, tabulate } from './calls/count-calls.ts';
import { countIdle } from './calls/idle.ts';

const DAY_MS = 24 * 60 * 60_000;

refuseRealSurroundings(process.env);
const links = Number(process.env['CALLS_LINKS'] ?? 100);
if (!Number.isInteger(links) || links < 1) throw new Error('CALLS_LINKS must be a whole number above 0.');
const hasStatements = process.env['CALLS_STATEMENTS'] === '1';

const countOn = async (
  engine: string,
  openPlace: () => Promise<[StorePlace | null, () => Promise<void>]>,
) => {
  const columns: [string, Calls][] = [];
  const onNew = async (count: (place: StorePlace | null) => Promise<Record<string, Calls>>) => {
    const [place, drop] = await openPlace();
    for (const [name, calls] of Object.entries(await count(place).finally(drop)))
      columns.push([`${name}, ${engine}`, calls]);
  };
  await onNew(async (place) => {
    const { withCallback, withoutCallback } = await countSale(place);
    return { 'a sale': withCallback, 'without a callback': withoutCallback };
  });
  await onNew(async (place) => ({ 'an idle day': await countIdle({ links, ms: DAY_MS, place }) }));
  return columns;
};

const columns = await countOn('SQLite', async () => [null, async () => undefined]);
const hasServer = await openBenchSchema(process.env, 'calls');
await hasServer?.drop();
if (hasServer)
  columns.push(
    ...(await countOn('PostgreSQL', async () => {
      const schema = await openBenchSchema(process.env, 'calls');
      if (schema === null) throw new Error('the PostgreSQL server is gone');
      return [{ databaseUrl: schema.databaseUrl }, schema.drop];
    })),
  );

const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`| asked of | ${columns.map(([head]) => head).join(' | ')} |`);
print(`|---|${columns.map(() => '--:|').join('')}`);
for (const [name, ...counts] of tabulate(
  columns.map(([, calls]) => calls),
  { hasStatements },
))
  print(`| ${name} | ${counts.map((count) => count.toLocaleString('en-GB')).join(' | ')} |`);
