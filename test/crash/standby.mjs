// The app, loaded and not yet begun: a killed process is followed at once. It begins with the environment that comes
// as one line of JSON, as dist/paylink/index.js does with its own.
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort(signal));

const BUILT = new URL('../../dist/paylink/', import.meta.url);
const name = readdirSync(BUILT).find((file) => file.startsWith('run-process-'));
const { runProcess } = await import(new URL(name, BUILT));

const lines = createInterface({ input: process.stdin });
lines.once('line', (line) => {
  lines.close();
  process.stdin.resume().unref();
  void runProcess(JSON.parse(line), stopping.signal);
});
// Its parent has ended.
process.stdin.once('end', () => process.exit(0));
