import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LocalSlack } from '../packages/local-slack/src/local-slack.ts';
import { SANDBOX_CREDENTIALS } from './sandbox/check-caller.ts';
import { startStandIn } from './stand-in.ts';

/**
 * Environment variables that point the app to the local Slack and to a payment service with the sandbox's
 * credentials.
 */
export const buildAppEnvironment = ({
  slack,
  sandbox,
}: {
  slack: Pick<LocalSlack, 'apiUrl' | 'signingSecret' | 'botToken'>;
  sandbox: { baseUrl: string };
}) => ({
  SLACK_API_URL: slack.apiUrl,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SLACK_BOT_TOKEN: slack.botToken,
  PAYLINK_BASE_URL: sandbox.baseUrl,
  PAYLINK_API_KEY: SANDBOX_CREDENTIALS.apiKey,
  PAYLINK_ACCOUNT_ID: SANDBOX_CREDENTIALS.accountId,
  PAYLINK_SECRET_KEY: SANDBOX_CREDENTIALS.secretKey,
});

/** Next to the compiled tools. */
const COMPILED = fileURLToPath(new URL('../paylink/index.js', import.meta.url));
const READY = '"msg":"Paylink is ready"';
const START_WITHIN_MS = 120_000;

interface AppProcess {
  /** Resolves when the app is ready; rejects with its output if it exits first. */
  start(): Promise<void>;
  /** By default SIGTERM, as an operator stops it. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  isRunning(): boolean;
  /** Called each time the process ends. */
  onEnd(listener: () => void): void;
}

/** The real app in its own process, with exactly this environment. */
export const createAppProcess = (
  env: Record<string, string> | (() => Record<string, string>),
  onOutput: (text: string) => void = () => {},
  entry: string = COMPILED,
): AppProcess => {
  let child: ChildProcess | null = null;
  const listeners: (() => void)[] = [];

  const start = async (): Promise<void> => {
    if (child) return;
    const started = startStandIn([entry], { env: typeof env === 'function' ? env() : env });
    child = started;
    started.once('exit', () => {
      if (child === started) child = null;
      for (const listener of listeners) listener();
    });
    await new Promise<void>((resolve, reject) => {
      let output = '';
      const timer = setTimeout(() => reject(new Error(`The app did not start:\n${output}`)), START_WITHIN_MS);
      const listen = (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-4_000);
        onOutput(chunk.toString());
        if (!output.includes(READY)) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout.on('data', listen);
      started.stderr.on('data', listen);
      started.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The app ended with ${code}:\n${output}`));
      });
    });
  };

  return {
    start,
    stop: async (signal = 'SIGTERM') => {
      const running = child;
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    },
    isRunning: () => child !== null,
    onEnd: (listener) => {
      listeners.push(listener);
    },
  };
};
