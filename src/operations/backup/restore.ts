import { existsSync } from 'node:fs';
import { buildRestoreCommand, runCommand } from './run-command.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
const { text, isGood } = runCommand(buildRestoreCommand(stamp), {
  args: process.argv.slice(2),
  env: process.env,
});
(isGood ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = isGood ? 0 : 1;
