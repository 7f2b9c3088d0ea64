import type { Message } from '../blocks/message.ts';
import { escapeMrkdwn, mrkdwn } from '../blocks/text.ts';
import { explainFileRefusal } from '../slack/slack-errors.ts';

export const buildAuditExportStarted = (isNew: boolean): string =>
  isNew
    ? 'You’ll get the audit trail as a CSV file in a direct message.'
    : 'That file is already on its way to you.';

/** In direct messages, above the file; edited as the export goes on. */
export const buildAuditExportAsked = (): Message => build('⏳ Writing the audit trail into a file…');

export const buildAuditExportDone = (entries: number, fileName: string): Message =>
  build(
    entries === 0
      ? '✅ No entry in the audit trail matches, so there is no file to send.'
      : `✅ ${entries === 1 ? '1 entry' : `${entries} entries`} of the audit trail: ${escapeMrkdwn(fileName)}`,
  );

/** `refusal`: Slack's reason, if it refuses the file. */
export const buildAuditExportFailed = (refusal: string | null = null): Message => {
  const why = refusal === null ? null : explainFileRefusal(refusal);
  const next = why === null ? 'Ask for it again with `/paylink audit`.' : `${why.what} ${why.next}`;
  return build(`⚠️ The audit trail could not be sent as a file. ${next}`);
};

export const buildAuditExportRefused = (): Message =>
  build('⚠️ The audit trail was not sent: your role no longer lets you read it.');

function build(text: string): Message {
  return { text: text.replaceAll('`', ''), blocks: [{ type: 'section', text: mrkdwn(text) }] };
}
