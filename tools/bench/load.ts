import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseRealSurroundings } from '../demo/refuse-real-surroundings.ts';
import { openBenchSchema } from './callback-place.ts';
import { runLoad } from './run-load.ts';

const readNumber = (name: string, otherwise: number): number => {
  const number = Number(process.env[name] ?? otherwise);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${name} must be a number above 0.`);
};

refuseRealSurroundings(process.env);
const dataDir = await mkdtemp(join(tmpdir(), 'paylink-load-'));
const schema = process.env['TEST_DATABASE_URL'] ? await openBenchSchema(process.env, 'load') : null;
if (schema === null) process.stderr.write('TEST_DATABASE_URL is not set: on the embedded database.\n');
try {
  const faults = await runLoad({
    seconds: readNumber('LOAD_SECONDS', 120),
    env: schema === null ? { DATA_DIR: dataDir } : { DATABASE_URL: schema.databaseUrl },
    entry: fileURLToPath(new URL('../../paylink/index.js', import.meta.url)),
    print: (figure) => process.stdout.write(`${JSON.stringify(figure)}\n`),
  });
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await schema?.drop();
  await rm(dataDir, { recursive: true, force: true });
}
