import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { startStandIn } from '../stand-in.ts';

export interface AppUnderTest {
  url: string;
  /** From process start until it logs that it is ready. */
  startMs: number;
  /** Resident memory as the operating system counts it. */
  residentKiB(): number;
  /** Processor time since its start, of all its threads. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Runs in its own process and logs when it is ready. */
export const startApp = async (options: {
  entry: URL;
  port: number;
  env: Record<string, string>;
  readyWord: string;
}): Promise<AppUnderTest> => {
  const startedAt = performance.now();
  const child = startStandIn([options.entry.pathname], {
    env: { ...options.env, PORT: String(options.port) },
  });
  child.stderr.pipe(process.stderr);
  let output = '';
  // Keep reading the log: a process whose pipe is full blocks when it stops.
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.includes(options.readyWord)) return;
      output += String(chunk);
      if (output.includes(options.readyWord)) resolve();
    });
    child.stdout.once('end', resolve);
  });
  if (!output.includes(options.readyWord))
    throw new Error(`${options.entry.pathname} did not start:\n${output}`);
  const startMs = performance.now() - startedAt;
  return {
    url: `http://127.0.0.1:${options.port}`,
    startMs,
    residentKiB: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })),
    cpuMs: () => readCpuMs(child.pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Linux counts in hundredths of a second, in the 14th and 15th field; the second is a name in brackets. */
const TICK_MS = 10;
const readCpuMs = (pid = 0): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** How much processor time each has taken since, whatever else the machine did. */
export const watchCpu = ({ ours, bare }: Record<'ours' | 'bare', Pick<AppUnderTest, 'cpuMs'>>) => {
  const before = { ours: ours.cpuMs(), bare: bare.cpuMs() };
  return () => ({ ours: ours.cpuMs() - before.ours, bare: bare.cpuMs() - before.bare });
};
