import type { Button, KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, type Message, section } from '../blocks/message.ts';
import { countRows, cut, escapeMrkdwn, groupNumber, plain } from '../blocks/text.ts';
import type { FileTrouble } from './file-failure.ts';

export const FILE_CANCEL_ACTION = 'export_cancel';
export const FILE_AGAIN_ACTION = 'export_again';

/** What every message about a file shows. Plain text. */
export interface FileFacts {
  /** `Transactions, 1 – 15 Oct 2026`. */
  title: string;
  name: string;
}

/** How far reading has come. */
export interface FileReach {
  pages: number;
  rows: number;
  /** As the service reports it; null if it does not. */
  total: number | null;
}

/**
 * The first post, which claims nothing: if this process dies before it stores Slack's answer, this message stays
 * next to the one posted after it.
 */
export const buildFileRequested = ({ title }: Pick<FileFacts, 'title'>): Message =>
  buildFileMessage(`📄 File: *${escapeMrkdwn(title)}*`, [], []);

export const buildFileProgress = (
  { title, name }: FileFacts,
  {
    jobId,
    reach,
    isAgain,
    trouble,
    isSending,
    rows,
  }: {
    jobId: string;
    reach: FileReach | null;
    /** It was interrupted, and began again. */
    isAgain: boolean;
    trouble: FileTrouble | null;
    /** It is made and uploaded. */
    isSending: boolean;
    rows: number;
  },
): Message =>
  buildFileMessage(
    isSending
      ? `⏳ *${escapeMrkdwn(title)}*: ${countRows(rows)} read; sending ${escapeMrkdwn(name)}`
      : `⏳ Reading *${escapeMrkdwn(title)}*: ${describeReach(reach)}`,
    trouble !== null
      ? [`${escapeMrkdwn(trouble.what)} Paylink will try again${isSending ? '' : ', from the beginning'}.`]
      : isAgain && !isSending
        ? ['Started again from the beginning: the work was interrupted.']
        : [],
    [buildCancel(jobId)],
  );

/** Null `trouble`: nothing is known of why. */
export const buildFileStopped = (
  { title }: Pick<FileFacts, 'title'>,
  { jobId, reach, trouble }: { jobId: string; reach: FileReach | null; trouble: FileTrouble | null },
): Message =>
  buildFileMessage(
    `⚠️ *${escapeMrkdwn(title)}* is not complete, and no file was sent: ${
      reach === null || reach.pages === 0
        ? 'stopped at the beginning'
        : `stopped after ${describeReach(reach)}`
    }`,
    trouble === null ? [] : [`${escapeMrkdwn(trouble.what)} ${escapeMrkdwn(trouble.next)}`],
    [buildAgain(jobId)],
  );

/** Slack's answer was lost when the file was shared, and Slack can no longer tell us. */
export const buildFileUnsure = (
  { title, name }: FileFacts,
  { jobId, rows }: { jobId: string; rows: number },
): Message =>
  buildFileMessage(
    `⚠️ *${escapeMrkdwn(title)}*: ${countRows(rows)} were sent as ${escapeMrkdwn(name)}, and Slack did not confirm that the file arrived`,
    ['Look for it in your messages with Paylink. If it is not there, press *Try again*.'],
    [buildAgain(jobId)],
  );

/** `maySeeIt`: it was uploaded when somebody cancelled it. */
export const buildFileCancelled = (
  { title }: Pick<FileFacts, 'title'>,
  { maySeeIt }: { maySeeIt: boolean },
): Message =>
  buildFileMessage(
    `🚫 Cancelled: *${escapeMrkdwn(title)}*`,
    [maySeeIt ? 'It was being sent already, so the file may still arrive.' : 'No file was sent.'],
    [],
  );

export function buildFileMessage(
  head: string,
  lines: readonly string[],
  buttons: readonly Button[],
): Message {
  const blocks: KnownBlock[] = [section([head, ...lines].join('\n'), 'export')];
  if (buttons.length > 0) blocks.push(actions('export_actions', [...buttons]));
  return { text: cut(head.replaceAll('*', ''), limits.section.text), blocks };
}

/** `page 37, 3,700 of 10,000 rows`. */
function describeReach(reach: FileReach | null): string {
  if (reach === null || reach.pages === 0) return 'nothing yet';
  const { pages, rows, total } = reach;
  // If we have read more rows than the total, the total was wrong.
  const isBelieved = total !== null && total >= rows;
  return `page ${groupNumber(pages)}, ${isBelieved ? `${groupNumber(rows)} of ${countRows(total)}` : `${countRows(rows)} so far`}`;
}

const buildCancel = (jobId: string): Button => ({
  type: 'button',
  action_id: FILE_CANCEL_ACTION,
  text: plain('Cancel', limits.button.text),
  value: jobId,
  accessibility_label: 'Stop making this file and delete what was read',
});

const buildAgain = (jobId: string): Button => ({
  type: 'button',
  action_id: FILE_AGAIN_ACTION,
  text: plain('Try again', limits.button.text),
  style: 'primary',
  value: jobId,
  accessibility_label: 'Make this file again from the beginning',
});

/** The reply to the person who pressed the button. Mrkdwn. `name`: null: it has none yet. */
export const buildFileStarted = (name: string | null, isNew: boolean): string =>
  isNew
    ? `Making ${name === null ? 'your file' : escapeMrkdwn(name)}. It comes in your messages with Paylink.`
    : 'That file is under way: see your messages with Paylink.';
