import { existsSync } from 'node:fs';
import { backupCommand, runCommand } from './run-command.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
const { text, isGood } = runCommand(backupCommand, { args: process.argv.slice(2), env: process.env });
(isGood ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = isGood ? 0 : 1;
