import { parseArgs } from 'node:util';
import { readPart } from '../config/config.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { environmentSchema } from '../config/environment.ts';
import { endRefused } from '../remedy-error.ts';
import { BackupError, backupDatabase, restoreDatabase } from '../store/engine/backup.ts';

/** The others may be missing. */
const placeSchema = environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true });

interface BackupCommand {
  usage: string;
  /** The only option; its value is a file. */
  option: 'to' | 'from';
  /** Shown for PostgreSQL: use its own tools. */
  instead: string;
  /** Returns the text to print. */
  run(dataDir: string, file: string): string;
}

/** Returns the text to print. Throws `RemedyError`, in one or two lines. */
export const runCommand = (
  command: BackupCommand,
  { args, readEnv }: { args: string[]; readEnv: () => Record<string, string | undefined> },
): string => {
  const options = readOptions(command.option, args);
  if (options?.help) return command.usage;
  if (!options?.file) throw new BackupError(command.usage);
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readPart(placeSchema, readEnv());
  if (databaseUrl !== undefined) throw new BackupError(command.instead);
  return command.run(dataDir, options.file);
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
  usage: 'Backs up the embedded database to a new file, while the app runs: paylink backup --to <file>',
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
    'Restores a backup over the embedded database, while the app is stopped: paylink restore --from <file>',
  instead:
    'DATABASE_URL is set, so the data is in PostgreSQL. Stop the app, restore into a new, empty database, and set DATABASE_URL to it: pg_restore --exit-on-error --single-transaction --dbname=<its address> <file>',
  run: (dataDir, file) => {
    const { keptAs, links } = restoreDatabase(dataDir, file, stamp);
    return `Restored ${links} ${links === 1 ? 'link' : 'links'}.${keptAs === null ? '' : ` The database that was there is kept as ${keptAs}.`} Start the app: it catches up with the payment service by itself.`;
  },
});

/** `paylink backup` or `paylink restore`, with the arguments that follow it. */
export const main = (name: 'backup' | 'restore'): void => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const command = name === 'backup' ? backupCommand : buildRestoreCommand(stamp);
  const args = process.argv.slice(2);
  try {
    process.stdout.write(`${runCommand(command, { args, readEnv: () => loadEnvFile(process.env) })}\n`);
  } catch (error) {
    endRefused(error);
  }
};
