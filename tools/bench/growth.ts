import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'libsql';
import pg from 'pg';
import { openStore, type Store, type StorePlace } from '../../src/open-store.ts';
import { backupDatabase } from '../../src/store/engine/backup.ts';
import { openBenchSchema } from './callback-place.ts';
import { fillStore, type Size } from './growth/fill-store.ts';
import { buildOperations, type Operation, readAtStart } from './growth/operations.ts';
import { watchTurns } from './growth/watch-turns.ts';
import { describeRatio, median, rounded } from './statistics.ts';

const ROUNDS = 7;
const PER_ROUND = 25;
/** A workspace has as many links in the small store as in the large one. */
const LINKS_A_TEAM = 100;
const SMALL = 1_000;

const readCount = (name: string, otherwise: number): number => {
  const count = Number(process.env[name] ?? otherwise);
  if (Number.isInteger(count) && count >= LINKS_A_TEAM) return count;
  throw new Error(`${name} must be a whole number of ${LINKS_A_TEAM} or more.`);
};

/** All links in one workspace, to see the cost of a single large workspace. */
const isOneWorkspace = process.env['GROWTH_ONE_WORKSPACE'] !== undefined;

interface Filled {
  place: StorePlace;
  size: Size;
  fillMs: number;
  migrateMs: number;
  store: Store;
}

const print = (figure: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(figure)}\n`);
const sizeOf = (links: number): Size => ({
  links,
  teams: isOneWorkspace ? 1 : Math.floor(links / LINKS_A_TEAM),
});
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const fill = async (place: StorePlace, links: number): Promise<Filled> => {
  const size = sizeOf(links);
  const fillMs = await timed(() => fillStore(place, size, Date.now()));
  const startedAt = performance.now();
  const store = await openStore(place);
  return { place, size, fillMs, migrateMs: performance.now() - startedAt, store };
};

const measure = async (engine: string, places: { small: StorePlace; large: StorePlace }, links: number) => {
  const large = await fill(places.large, links);
  const small = await fill(places.small, SMALL);
  print({
    bench: 'growth',
    engine,
    links,
    workspaces: large.size.teams,
    events: links * 2,
    fillSeconds: rounded(large.fillMs / 1_000),
    migrateSeconds: rounded(large.migrateMs / 1_000),
    bytesALink: Math.round((await bytesOf(places.large)) / links),
    ...(await describeBackup(places.large)),
  });
  const ofLarge = buildOperations(large.store, large.size.teams);
  const ofSmall = buildOperations(small.store, small.size.teams);
  for (const name of Object.keys(ofLarge)) {
    // With all links in one workspace, a sweep takes time in proportion to their number.
    if (isOneWorkspace && name === 'sweep') continue;
    await compare(engine, name, { large: ofLarge[name], small: ofSmall[name] });
  }
  await large.store.close();
  await small.store.close();
  const start = (place: StorePlace) => async () => {
    const store = await openStore(place);
    await readAtStart(store);
    await store.close();
  };
  await compare(engine, 'start', { large: start(places.large), small: start(places.small) }, 1);
};

/** Runs the same operation on both stores alternately; also reports the longest event-loop block of the large one. */
const compare = async (
  engine: string,
  operation: string,
  { large, small }: { large: Operation | undefined; small: Operation | undefined },
  perRound = PER_ROUND,
) => {
  if (!large || !small) throw new Error(`${operation} is not there for both`);
  const ratios: number[] = [];
  const ms = { large: [] as number[], small: [] as number[] };
  let longestTurn = 0;
  // The first round runs with cold caches and does not count.
  for (let round = -1; round < ROUNDS; round += 1) {
    const own = { large: [] as number[], small: [] as number[] };
    for (let turn = 0; turn < perRound; turn += 1) {
      const at = (round + 1) * perRound + turn;
      for (const which of at % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const))
        own[which].push(await timed(() => (which === 'large' ? large : small)(at)));
    }
    if (round < 0) continue;
    ratios.push(median(own.large) / median(own.small));
    ms.large.push(median(own.large));
    ms.small.push(median(own.small));
  }
  // Measured separately: the measuring itself takes time.
  for (let turn = 0; turn < Math.min(perRound, 5); turn += 1)
    longestTurn = Math.max(longestTurn, await watchTurns(() => large((ROUNDS + 1) * perRound + turn)));
  print({
    bench: 'growth',
    engine,
    operation,
    ...describeRatio(ratios),
    ms: rounded(median(ms.large)),
    smallMs: rounded(median(ms.small)),
    longestTurnMs: rounded(longestTurn),
  });
};

const bytesOf = async (place: StorePlace): Promise<number> => {
  if ('dataDir' in place) {
    const file = join(place.dataDir, 'paylink.db');
    const database = new Database(file);
    // Until then, the last writes are in the WAL file.
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return (await stat(file)).size;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  );
  await client.end();
  return Number(rows[0]?.bytes);
};

/** PostgreSQL has its own backup tools. */
const describeBackup = async (place: StorePlace) => {
  if (!('dataDir' in place)) return {};
  const startedAt = performance.now();
  const { bytes } = backupDatabase(place.dataDir, join(place.dataDir, 'backup.db'));
  const ms = performance.now() - startedAt;
  return { backupSeconds: rounded(ms / 1_000), backupMiB: Math.round(bytes / 1_048_576) };
};

const links = readCount('GROWTH_LINKS', 1_000_000);
const folders = [
  await mkdtemp(join(tmpdir(), 'paylink-growth-')),
  await mkdtemp(join(tmpdir(), 'paylink-growth-')),
];
try {
  const [large = '', small = ''] = folders;
  await measure('sqlite', { large: { dataDir: large }, small: { dataDir: small } }, links);
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
const server = await openBenchSchema(process.env, 'large');
const beside = server && (await openBenchSchema(process.env, 'small'));
if (!server || !beside) print({ bench: 'growth', engine: 'postgres', skipped: 'no server answers' });
else
  try {
    await measure('postgres', { large: server, small: beside }, links);
  } finally {
    await server.drop();
    await beside.drop();
  }
