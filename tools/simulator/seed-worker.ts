import { createDatabase, type SeedDatabase } from './database.ts';
import { loadLater } from './load-later.ts';
import { runSeed, type SeedRun } from './run-seed.ts';
import { kindOf, shrink } from './shrink.ts';

/** A task for one worker process: run a seed, or find the smallest part of it that fails the same way. */
export interface SeedTask {
  seed: number;
  isTraced: boolean;
  only: readonly string[] | null;
  days: number;
  isMonth: boolean;
  /** Kinds of complaints to keep while shrinking; null: run the day as it is. */
  shrinkTo: readonly string[] | null;
}

const SHRINK_WITHIN_MS = 120_000;

const perform = async (
  { seed, isTraced, only, days, isMonth, shrinkTo }: SeedTask,
  database: SeedDatabase,
): Promise<SeedRun> => {
  const run = (kept: ReadonlySet<string> | null) =>
    runSeed(seed, database, { isTraced, only: kept, days, isMonth });
  const first = await run(only && new Set(only));
  if (shrinkTo === null) return first;
  const until = performance.now() + SHRINK_WITHIN_MS;
  const least = await shrink(
    first.happened,
    async (kept) => (await run(kept)).complaints.some((complaint) => shrinkTo.includes(kindOf(complaint))),
    () => performance.now() > until,
  );
  return run(new Set(least));
};

const prepared = (async () => {
  await loadLater();
  return createDatabase();
})();
process.on('message', async (task: SeedTask) => {
  process.send?.(await perform(task, await prepared));
});
process.on('disconnect', async () => {
  await (await prepared).remove();
  process.exit();
});
