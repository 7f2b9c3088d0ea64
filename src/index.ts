// Listen before loading the rest: PID 1 of a container ignores signals that it has no handler for.
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort(signal));

const { runProcess } = await import('./run-process.ts');
await runProcess(process.env, stopping.signal);
