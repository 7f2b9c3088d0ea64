import { createLocalSlack } from './slack/local-slack.ts';

/**
 * A local Slack for another process of this machine, which reads where it is from the first line of the output. Its
 * clock runs faster by the factor that is given, so that Slack's limits of time hold and take none. Ends with its
 * parent: when the input ends.
 */
const speed = Number(process.argv[2] ?? 1);
const startedAt = Date.now();
const slack = await createLocalSlack({ now: () => startedAt + (Date.now() - startedAt) * speed });
const { frontDesk, sara, quiet } = slack.team.ids;
process.stdout.write(
  `${JSON.stringify({ apiUrl: slack.apiUrl, botToken: slack.botToken, channel: frontDesk, person: sara, otherChannel: quiet, startedAt })}\n`,
);
process.stdin.resume().on('end', () => void slack.close());
