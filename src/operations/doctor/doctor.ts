import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../../clock.ts';
import { createIds } from '../../ids.ts';
import { version } from '../../version.ts';
import { readRecordsOption } from './records-option.ts';
import { buildReportJson, buildResultText, buildSummaryText, hasFailed } from './report.ts';
import { runDoctor } from './run-doctor.ts';

const USAGE = `Checks the configuration and everything it points to. Exit code 0: all is well.

  --json              one JSON document in place of lines
  --probe-signature   tries every known way of signing at the payment service (up to 16 requests,
                      most of them signed wrongly on purpose) and names the settings that work
  --records 30        reads the records of the last 30 days (at most 200 requests a listing) and says
                      what Paylink makes of each shape and word; no customer's value is shown
`;

const records = readRecordsOption(process.argv.slice(2));

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

const options = records.fault === null ? readOptions(records.rest) : null;
if (records.fault !== null) {
  process.stderr.write(`${records.fault}\n`);
  process.exitCode = 1;
} else if (!options) {
  process.stderr.write(`Unknown option.\n\n${USAGE}`);
  process.exitCode = 1;
} else if (options.help) {
  process.stdout.write(USAGE);
} else {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const results = await runDoctor({
    env: process.env,
    clock: systemClock,
    newToken: createIds().callbackToken,
    probeSignature: options['probe-signature'],
    recordsDays: records.days,
    onResult: (result) => {
      if (!options.json) process.stdout.write(buildResultText(result));
    },
  });
  process.stdout.write(options.json ? buildReportJson(results, version) : buildSummaryText(results));
  process.exitCode = hasFailed(results) ? 1 : 0;
}
