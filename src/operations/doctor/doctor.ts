import { parseArgs } from 'node:util';
import { systemClock } from '../../clock.ts';
import { ConfigError } from '../../config/config.ts';
import { loadEnvFile } from '../../config/env-file.ts';
import { createIds } from '../../ids.ts';
import { version } from '../../version.ts';
import { buildReportJson, buildResultText, buildSummaryText, hasFailed } from './report.ts';
import { runDoctor } from './run-doctor.ts';

const USUAL_DAYS = 30;
const MOST_DAYS = 366;

/** `rest`: the arguments that are not about records. */
type RecordsOption = { days: number | null; rest: string[]; fault: null } | { fault: string };

/** `--records`, `--records 14` or `--records=14`: how many days. Node's own parser has no optional values. */
export const readRecordsOption = (args: readonly string[]): RecordsOption => {
  const at = args.findIndex((arg) => arg === '--records' || arg.startsWith('--records='));
  if (at === -1) return { days: null, rest: [...args], fault: null };
  const [, inside] = /^--records=(.*)$/s.exec(args[at] ?? '') ?? [];
  const next = args[at + 1];
  const takesNext = inside === undefined && next !== undefined && !next.startsWith('--');
  const text = inside ?? (takesNext ? next : String(USUAL_DAYS));
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    return { fault: `--records takes a whole number of days from 1 to ${MOST_DAYS}, such as --records 30.` };
  return { days, rest: [...args.slice(0, at), ...args.slice(at + (takesNext ? 2 : 1))], fault: null };
};

const USAGE = `Checks the configuration and everything it points to. Exit code 0: all is well.

  --json              one JSON document in place of lines
  --probe-signature   tries every known way of signing at the payment service (up to 16 requests,
                      most of them signed wrongly on purpose) and names the settings that work
  --records 30        reads the records of the last 30 days (at most 200 requests a listing) and says
                      what Paylink makes of each shape and word; no customer's value is shown
`;

const readOptions = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        json: { type: 'boolean', default: false },
        'probe-signature': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    return null;
  }
};

const refuse = (text: string): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};

/** Null: `.env` cannot be read, and why is said. */
const readEnvironment = (): NodeJS.ProcessEnv | null => {
  try {
    return loadEnvFile(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuse(error.message);
    return null;
  }
};

/** `paylink doctor`, with the arguments that follow it. */
export const main = async (): Promise<void> => {
  const records = readRecordsOption(process.argv.slice(2));
  if (records.fault !== null) return refuse(records.fault);
  const options = readOptions(records.rest);
  if (options === null) return refuse(`Unknown option.\n\n${USAGE.trimEnd()}`);
  if (options.help) return void process.stdout.write(USAGE);
  const env = readEnvironment();
  if (env === null) return;
  const results = await runDoctor({
    env,
    clock: systemClock,
    newToken: createIds().secret,
    probeSignature: options['probe-signature'],
    recordsDays: records.days,
    onResult: (result) => {
      if (!options.json) process.stdout.write(buildResultText(result));
    },
  });
  process.stdout.write(options.json ? buildReportJson(results, version) : buildSummaryText(results));
  process.exitCode = hasFailed(results) ? 1 : 0;
};
