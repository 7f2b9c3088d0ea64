import { readFileSync, statSync } from 'node:fs';
import { environmentSchema } from './environment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each of them can stand in a file, which `<NAME>_FILE` names, as Docker and Kubernetes hand secrets over. */
export const SECRETS: readonly string[] = [
  'SLACK_SIGNING_SECRET',
  'SLACK_BOT_TOKEN',
  'SLACK_CLIENT_SECRET',
  'SLACK_STATE_SECRET',
  'SLACK_APP_TOKEN',
  'ENCRYPTION_KEY',
  'PAYLINK_API_KEY',
  'PAYLINK_SECRET_KEY',
  'DATABASE_URL',
] satisfies (keyof typeof environmentSchema.shape)[];

export const ENVIRONMENT_NAMES = Object.keys(environmentSchema.shape);

export const KNOWN_NAMES = [...ENVIRONMENT_NAMES, ...SECRETS.map((name) => `${name}_FILE`)];

/** An empty variable counts as not set, except for these, where empty means something. */
const EMPTY_HAS_MEANING = new Set(['PAYLINK_LINK_PATH', 'PAYLINK_TRANSACTION_PATH']);

interface Read {
  given: Record<string, string>;
  /** A line for each secret that its file does not give, by its name. */
  faults: Record<string, string>;
}

/** What is set of the variables of these names, secrets from their files, too. */
export const readVariables = (env: Environment, names: readonly string[] = ENVIRONMENT_NAMES): Read => {
  const read: Read = { given: {}, faults: {} };
  for (const name of names) {
    const value = env[name]?.trim();
    const path = SECRETS.includes(name) && env[`${name}_FILE`]?.trim();
    if (path && value)
      read.faults[name] = `${name} and ${name}_FILE are both set: leave out the one or the other`;
    else if (path) readSecret(name, path, read);
    else if (value || (value === '' && EMPTY_HAS_MEANING.has(name))) read.given[name] = value;
  }
  return read;
};

/** More than any secret has: the path leads to something else. */
const MOST_BYTES = 64 * 1024;

const REASONS: Record<string, string> = {
  ENOENT: 'correct the path, which counts from the folder that Paylink starts in, or put the file there',
  EACCES: 'give the file to the user that runs Paylink',
  EISDIR: 'it is a folder; Docker makes one where the file to mount is missing',
};

/** Why a file of the operator cannot be read, with the remedy. */
export const explainUnreadable = (error: unknown): { code: string; words: string } => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code, words: `cannot be read (${code}): ${REASONS[code] ?? 'check the file and its disk'}` };
};

/** Never says the path: somebody may have put the secret itself there. */
function readSecret(name: string, path: string, { given, faults }: Read): void {
  try {
    const isHuge = statSync(path).size > MOST_BYTES;
    const text = isHuge ? '' : readFileSync(path, 'utf8').trim();
    if (text) given[name] = text;
    else
      faults[name] =
        `${name} is not in the file of ${name}_FILE, which ${isHuge ? 'is larger than 64 KiB' : 'is empty'}: put the secret there, and nothing else`;
  } catch (error) {
    faults[name] = `${name} is in a file, ${name}_FILE, which ${explainUnreadable(error).words}`;
  }
}
