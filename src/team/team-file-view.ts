import type { Message } from '../blocks/message.ts';
import { escapeMrkdwn, mrkdwn } from '../blocks/text.ts';
import { explainFileRefusal } from '../slack/slack-errors.ts';

export const buildTeamFileStarted = (isNew: boolean): string =>
  isNew ? 'You’ll get the file in a direct message.' : 'That file is already on its way to you.';

/** In direct messages, above the file; edited as it goes on. */
export const buildTeamFileAsked = (dates: string): Message =>
  build(`⏳ Counting the team’s payment links, ${escapeMrkdwn(dates)}…`);

export const buildTeamFileDone = (entries: number, fileName: string): Message =>
  build(
    entries === 0
      ? '✅ No payment link was made on these days, so there is no file to send.'
      : `✅ The team’s payment links by person and by channel: ${escapeMrkdwn(fileName)}`,
  );

/** `refusal`: Slack's reason, if it refuses the file. */
export const buildTeamFileFailed = (refusal: string | null = null): Message => {
  const why = refusal === null ? null : explainFileRefusal(refusal);
  const next = why === null ? 'Ask for it again with `/paylink team`.' : `${why.what} ${why.next}`;
  return build(`⚠️ The team’s figures could not be sent as a file. ${next}`);
};

export const buildTeamFileRefused = (): Message =>
  build('⚠️ The team’s figures were not sent: your role no longer allows exports.');

function build(text: string): Message {
  return { text: text.replaceAll('`', ''), blocks: [{ type: 'section', text: mrkdwn(text) }] };
}
