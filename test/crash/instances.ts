import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildStandInEnvironment, startStandIn } from '../../tools/stand-in.ts';

const ENTRY = fileURLToPath(new URL('../../dist/paylink/index.js', import.meta.url));
const STANDBY = fileURLToPath(new URL('./standby.mjs', import.meta.url));
const READY = /"port":(\d+).*"msg":"Paylink is ready"/;
/** Loading a thousand files takes long on a busy machine. */
const START_WITHIN_MS = 180_000;
const SAID = 40_000;

/** A failed test leaves no process behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One process of the app, which may be killed and started again. */
export interface Instance {
  start(): Promise<void>;
  /** Sends the signal synchronously; resolves when the process has ended. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
  pause(): void;
  resume(): void;
  port(): number | null;
  /** The end of its output. */
  output(): string;
}

/** `standsBy`: loads the next process while this one works, for a fast restart after a kill. */
export const createInstance = (env: () => Record<string, string>, { standsBy = false } = {}): Instance => {
  let child: ChildProcess | null = null;
  let next: ChildProcess | null = null;
  let port: number | null = null;
  let output = '';

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return null;
    const ended = once(ending, 'exit');
    port = null;
    ending.kill(signal);
    const [code] = await ended;
    return typeof code === 'number' ? code : null;
  };

  const begin = (): ChildProcess => {
    const ours = { PORT: '0', ...env() };
    if (!standsBy) return startStandIn([ENTRY], { env: ours });
    const begun = next ?? startStandIn([STANDBY]);
    begun.stdin?.write(`${JSON.stringify(buildStandInEnvironment(ours))}\n`);
    next = startStandIn([STANDBY]);
    return begun;
  };

  return {
    start: () =>
      new Promise((resolve, reject) => {
        const started = begin();
        child = started;
        running.add(started);
        let said = '';
        const timer = setTimeout(() => reject(new Error(`not ready:\n${output}`)), START_WITHIN_MS);
        const listen = (chunk: Buffer) => {
          output = `${output}${chunk}`.slice(-SAID);
          if (port !== null || child !== started) return;
          said = `${said}${chunk}`;
          const ready = READY.exec(said);
          if (!ready) return;
          port = Number(ready[1]);
          clearTimeout(timer);
          resolve();
        };
        started.stdout?.on('data', listen);
        started.stderr?.on('data', listen);
        started.once('exit', (code, signal) => {
          running.delete(started);
          clearTimeout(timer);
          if (child === started) port = null;
          reject(new Error(`ended with ${code ?? signal}:\n${output}`));
        });
      }),
    kill: async () => {
      await end('SIGKILL');
    },
    stop: async () => {
      next?.kill('SIGKILL');
      next = null;
      return end('SIGTERM');
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    port: () => port,
    output: () => output,
  };
};
