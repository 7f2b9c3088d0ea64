import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { environmentSchema } from '../config/environment.ts';
import { BackupError, backupDatabase, restoreDatabase } from '../store/engine/backup.ts';

const placeSchema = environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true });

/** Where the data is. Reads only these two settings; the others may be missing. Throws `ConfigError`. */
const readPlace = (env: Record<string, string | undefined>): { dataDir: string; isShared: boolean } => {
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  const result = placeSchema.safeParse(Object.fromEntries(given));
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  return { dataDir: result.data.DATA_DIR, isShared: result.data.DATABASE_URL !== undefined };
};

interface BackupCommand {
  usage: string;
  /** The only option; its value is a file. */
  option: 'to' | 'from';
  /** Shown for PostgreSQL: use its own tools. */
  instead: string;
  /** Returns the text to print. */
  run(dataDir: string, file: string): string;
}

interface CommandAnswer {
  text: string;
  isGood: boolean;
}

/** Every refusal takes one or two lines and names a remedy. */
export const runCommand = (
  command: BackupCommand,
  { args, env }: { args: string[]; env: Record<string, string | undefined> },
): CommandAnswer => {
  const refuse = (text: string): CommandAnswer => ({ text, isGood: false });
  const options = readOptions(command.option, args);
  if (options === null) return refuse(command.usage);
  if (options.help) return { text: command.usage, isGood: true };
  if (!options.file) return refuse(command.usage);
  try {
    const { dataDir, isShared } = readPlace(env);
    if (isShared) return refuse(command.instead);
    return { text: command.run(dataDir, options.file), isGood: true };
  } catch (error) {
    if (error instanceof BackupError || error instanceof ConfigError) return refuse(error.message);
    throw error;
  }
};

function readOptions(name: string, args: string[]): { file: string | undefined; help: boolean } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { [name]: { type: 'string' }, help: { type: 'boolean' } },
    });
    const file = values[name];
    return { file: typeof file === 'string' ? file : undefined, help: values['help'] === true };
  } catch {
    return null;
  }
}

export const backupCommand: BackupCommand = {
  option: 'to',
  usage: 'Backs up the embedded database to a new file, while the app runs: npm run backup -- --to <file>',
  instead:
    'DATABASE_URL is set, so the data is in PostgreSQL. Back it up with: pg_dump --format=custom --file=<file> "$DATABASE_URL"',
  run: (dataDir, file) => {
    const { path, bytes, links } = backupDatabase(dataDir, file);
    return `Backed up ${links} ${links === 1 ? 'link' : 'links'} to ${path} (${bytes} bytes). It holds customers’ data: keep it where only you can read it.`;
  },
};

/** `stamp` goes into the name of the old database that is kept, so names stay unique: `20261121-103000`. */
export const buildRestoreCommand = (stamp: string): BackupCommand => ({
  option: 'from',
  usage:
    'Restores a backup over the embedded database, while the app is stopped: npm run restore -- --from <file>',
  instead:
    'DATABASE_URL is set, so the data is in PostgreSQL. Stop the app and restore with: pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" <file>',
  run: (dataDir, file) => {
    const { keptAs, links } = restoreDatabase(dataDir, file, stamp);
    return `Restored ${links} ${links === 1 ? 'link' : 'links'}.${keptAs === null ? '' : ` The database that was there is kept as ${keptAs}.`} Start the app: it catches up with the payment service by itself.`;
  },
});

/** `paylink backup` or `paylink restore`, with the arguments that follow it. */
export const main = (name: 'backup' | 'restore'): void => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const command = name === 'backup' ? backupCommand : buildRestoreCommand(stamp);
  const { text, isGood } = runCommand(command, { args: process.argv.slice(2), env: process.env });
  (isGood ? process.stdout : process.stderr).write(`${text}\n`);
  process.exitCode = isGood ? 0 : 1;
};
