import { existsSync } from 'node:fs';

// Heard before the rest is loaded: the first process of a container is not ended by a signal that nobody hears.
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort(signal));

const { runProcess } = await import('./run-process.ts');
if (existsSync('.env')) process.loadEnvFile('.env');
await runProcess(process.env, stopping.signal);
