import { createLocalSlack } from './slack/local-slack.ts';

/**
 * A local Slack for another process, which reads its address from the first line of output. Its clock runs faster by
 * the given factor, so that Slack's time limits apply without real waiting. Ends when its input ends, with its
 * parent.
 */
const speed = Number(process.argv[2] ?? 1);
const startedAt = Date.now();
const slack = await createLocalSlack({ now: () => startedAt + (Date.now() - startedAt) * speed });
const { frontDesk, sara, quiet } = slack.team.ids;
process.stdout.write(
  `${JSON.stringify({ apiUrl: slack.apiUrl, botToken: slack.botToken, channel: frontDesk, person: sara, otherChannel: quiet, startedAt })}\n`,
);
process.stdin.resume().on('end', () => void slack.close());
