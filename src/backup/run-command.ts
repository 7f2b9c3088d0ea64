import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { BackupError } from '../store/backup-error.ts';
import { readPlace } from './read-place.ts';

export interface BackupCommand {
  usage: string;
  /** The one option, with a file as its value. */
  option: 'to' | 'from';
  /** What PostgreSQL's own tools do better. */
  instead: string;
  /** Gives what to tell. */
  run(dataDir: string, file: string): string;
}

export interface CommandAnswer {
  text: string;
  isGood: boolean;
}

/** Answers every refusal in one or two lines with its remedy. */
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
