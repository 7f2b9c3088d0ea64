import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../clock.ts';
import { createIds } from '../ids.ts';
import { version } from '../version.ts';
import { buildReportJson, buildResultText, buildSummaryText, hasFailed } from './report.ts';
import { runDoctor } from './run-doctor.ts';

const USAGE = `Checks the configuration and everything it leads to. Exit code 0: all is well.

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

const options = readOptions();
if (!options) {
  process.stderr.write(`There is no option like this.\n\n${USAGE}`);
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
    onResult: (result) => {
      if (!options.json) process.stdout.write(buildResultText(result));
    },
  });
  process.stdout.write(options.json ? buildReportJson(results, version) : buildSummaryText(results));
  process.exitCode = hasFailed(results) ? 1 : 0;
}
