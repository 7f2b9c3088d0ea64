#!/usr/bin/env node
import { createLocalSlack } from './local-slack.ts';
import { readOptions, USAGE, WrongOption } from './read-options.ts';

/** sysexits.h: EX_USAGE. */
const WRONGLY_USED = 64;

const run = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }
  const slack = await createLocalSlack(options);
  process.stdout.write(`
  A local Slack is running on this machine.

    Open       ${slack.url}
    Web API    ${slack.apiUrl}
    The app’s signing secret   ${slack.signingSecret}
    Its bot token              ${slack.botToken}
    Its app token              ${options.appToken}   (Socket Mode)

  In a Bolt app: new App({ token, signingSecret, clientOptions: { slackApiUrl: '${slack.apiUrl}' } })
  Press Ctrl+C to stop.

`);
  const stop = (): void => void slack.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

run().catch((error: unknown) => {
  const isUsage = error instanceof WrongOption;
  process.stderr.write(
    isUsage ? `${error.message}\n\n${USAGE}` : `${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = isUsage ? WRONGLY_USED : 1;
});
