import { parseArgs } from 'node:util';
import { ConfigError } from '../../config/config.ts';
import { environmentSchema } from '../../config/environment.ts';
import { BackupError } from '../../store/engine/backup-error.ts';

const placeSchema = environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true });

/** Where the data is. Reads only the two settings that say so; the others may be missing. Throws `ConfigError`. */
export const readPlace = (
  env: Record<string, string | undefined>,
): { dataDir: string; isShared: boolean } => {
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  const result = placeSchema.safeParse(Object.fromEntries(given));
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  return { dataDir: result.data.DATA_DIR, isShared: result.data.DATABASE_URL !== undefined };
};

export interface BackupCommand {
  usage: string;
  /** The only option; its value is a file. */
  option: 'to' | 'from';
  /** Shown for PostgreSQL: use its own tools. */
  instead: string;
  /** Returns the text to print. */
  run(dataDir: string, file: string): string;
}

export interface CommandAnswer {
  text: string;
  isGood: boolean;
}

/** Every refusal takes one or two lines and says what to do. */
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
