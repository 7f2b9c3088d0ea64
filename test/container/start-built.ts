import { once } from 'node:events';
import { startStandIn } from '../../tools/stand-in.ts';

/** Debian's `nobody`: root can write read-only files. */
export const NOBODY = 65_534;

/** What the app needs to start, between a Slack and a service that do not answer. */
const ENV = {
  NODE_ENV: 'production',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:9',
  SLACK_SIGNING_SECRET: 'secret',
  SLACK_BOT_TOKEN: 'xoxb-nobody',
  SLACK_API_URL: 'http://127.0.0.1:9/api',
  PAYLINK_BASE_URL: 'http://127.0.0.1:9/api',
  PAYLINK_API_KEY: 'key',
  PAYLINK_ACCOUNT_ID: 'account',
  PAYLINK_SECRET_KEY: 'secret',
};

/** The built app of a folder, until it is ready. Rejects with its output if it ends before. */
export const startBuilt = async ({
  args,
  dataDir,
  ...surroundings
}: {
  args: string[];
  folder: string;
  dataDir: string;
  program?: string;
  isUnprivileged?: boolean;
}) => {
  const { isUnprivileged = false, ...place } = surroundings;
  const user = isUnprivileged && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
  const env = { ...ENV, DATA_DIR: dataDir, HOME: place.folder };
  const child = startStandIn(args, { ...place, user, env, isGroup: true });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /"port":(\d+),"msg":"Paylink is ready"/.exec(output) ?? [];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    port,
    /** Ends it, and whatever started it, as an operator would. Returns its exit code. */
    stop: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      return ended;
    },
  };
};
