import { type ChildProcessWithoutNullStreams, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The one way in which tools and tests start the app, or anything else of it, in a process: with an
 * environment that is given whole, without `.env`, in an empty folder. So it can never reach the database, the Slack or
 * the payment service of whoever runs it.
 */

const OURS = /^paylink_stand_in_[a-z0-9_]+$/;

/** A new name for a database or a schema that a stand-in may write to. */
export const nameStandInDatabase = (use: string): string =>
  `paylink_stand_in_${use}_${randomUUID().slice(0, 8)}`;

/** Throws if the database of `DATABASE_URL` was not made for a stand-in: its name, or that of its schema, tells. */
const refuseForeignDatabase = (databaseUrl: string | undefined): void => {
  if (databaseUrl === undefined) return;
  const url = new URL(databaseUrl);
  const [, schema = ''] = /search_path=(\S*)/.exec(url.searchParams.get('options') ?? '') ?? [];
  if (!OURS.test(url.pathname.slice(1)) && !OURS.test(schema))
    throw new Error(
      'DATABASE_URL names a database that was not made for this: tools and tests write only to their own.',
    );
};

/** The whole environment of a stand-in: nothing of this process but where programs and temporary files are. */
export const buildStandInEnvironment = (env: Readonly<Record<string, string>>): Record<string, string> => {
  refuseForeignDatabase(env['DATABASE_URL']);
  return { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), PAYLINK_ENV_FILE: 'off', ...env };
};

interface Surroundings {
  env?: Readonly<Record<string, string>>;
  /** By default a new, empty one, which is removed when the process has ended. */
  folder?: string | undefined;
  /** By default this Node. */
  program?: string;
  /** In a process group of its own, so that what it starts can be ended with it. */
  isGroup?: boolean;
  /** By default that of this process. */
  user?: { uid: number; gid: number } | undefined;
}

const settle = ({ env = {}, folder }: Surroundings) => {
  const whole = buildStandInEnvironment(env);
  const own = folder === undefined ? mkdtempSync(join(tmpdir(), 'paylink-stand-in-')) : null;
  return {
    place: { env: whole, cwd: folder ?? own ?? '' },
    leave: () => {
      if (own !== null) rmSync(own, { recursive: true, force: true });
    },
  };
};

/** Its output must be read, or it stands still once the pipe is full. */
export const startStandIn = (
  args: readonly string[],
  surroundings: Surroundings = {},
): ChildProcessWithoutNullStreams => {
  const { place, leave } = settle(surroundings);
  const { program = process.execPath, isGroup = false, user } = surroundings;
  return spawn(program, args, { ...place, ...user, detached: isGroup }).once('close', leave);
};

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Until it has ended by itself. */
export const runStandIn = async (args: readonly string[], surroundings?: Surroundings): Promise<Ended> => {
  const child = startStandIn(args, surroundings);
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
    });
  child.stdin.end();
  const [code] = await once(child, 'close');
  return { code, ...seen };
};

/** A process that talks with this one by messages, and writes where this one writes. */
export const forkStandIn = (module: URL, execArgv: readonly string[]) => {
  const { place, leave } = settle({});
  return fork(module, {
    ...place,
    serialization: 'advanced',
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  }).once('exit', leave);
};
