import { createDatabase } from '../../dist/tools/simulator/database.js';
import { loadLater } from '../../dist/tools/simulator/load-later.js';
import { runSeed } from '../../dist/tools/simulator/run-seed.js';
import { shrink } from '../../dist/tools/simulator/shrink.js';

/** Simulates a day with the check that no link expires, and prints the shrunk result. Runs in its own process. */
const SEED = 13;
const ask = async ({ messages }) =>
  messages.some(({ said }) => said.some(({ text }) => text.startsWith('⌛ Expired')))
    ? ['a link expired']
    : [];

const database = await createDatabase();
await loadLater();
try {
  const live = (only) => runSeed(SEED, database, { only, ask });
  const first = await live(null);
  const least = await shrink(first.happened, async (only) =>
    (await live(only)).complaints.includes('a link expired'),
  );
  const histories = [await live(new Set(least)), await live(new Set(least))].map(({ history }) => history);
  process.stdout.write(JSON.stringify({ all: first.happened.length, least, histories }));
} finally {
  await database.remove();
}
