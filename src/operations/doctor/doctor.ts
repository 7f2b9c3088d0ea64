import { parseArgs } from 'node:util';
import { systemClock } from '../../clock.ts';
import { loadEnvFile } from '../../config/env-file.ts';
import { createIds } from '../../ids.ts';
import { endRefused } from '../../remedy-error.ts';
import { version } from '../../version.ts';
import { buildReportJson, buildResultText, buildSummaryText, hasFailed } from './report.ts';
import { runDoctor } from './run-doctor.ts';

const USAGE = `Checks the configuration and everything it points to. Exit code 0: all is well.

  --json              one JSON document in place of lines
  --probe-signature   tries every known way of signing at the payment service (up to 16 requests,
                      most of them signed wrongly on purpose) and names the settings that work
`;

const readOptions = () => {
  try {
    return parseArgs({
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

/** `paylink doctor`, with the arguments that follow it. */
export const main = async (): Promise<void> => {
  const options = readOptions();
  if (options === null) {
    process.stderr.write(`Unknown option.\n\n${USAGE}`);
    process.exitCode = 1;
    return;
  }
  if (options.help) return void process.stdout.write(USAGE);
  try {
    const results = await runDoctor({
      env: loadEnvFile(process.env),
      clock: systemClock,
      newToken: createIds().secret,
      probeSignature: options['probe-signature'],
      onResult: (result) => {
        if (!options.json) process.stdout.write(buildResultText(result));
      },
    });
    process.stdout.write(options.json ? buildReportJson(results, version) : buildSummaryText(results));
    process.exitCode = hasFailed(results) ? 1 : 0;
  } catch (error) {
    endRefused(error);
  }
};
