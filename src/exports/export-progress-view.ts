import type { Button, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildOption, type Message, modal, section } from '../blocks/message.ts';
import { mention } from '../blocks/refusal.ts';
import { countRows, cut, escapeMrkdwn, groupNumber, plain } from '../blocks/text.ts';
import { buildInputs, type Fields, radio } from '../slack/fields.ts';

export const EXPORT_CANCEL_ACTION = 'export_cancel';
export const EXPORT_RESUME_ACTION = 'export_go_on';

/** What every message about an export shows. Plain text. */
export interface ExportFacts {
  jobId: string;
  /** `transactions, 1 – 15 Oct 2026` */
  title: string;
  fileName: string;
}

/** How far reading has come. */
interface ExportReach {
  /** Pages read so far. */
  pages: number;
  rows: number;
  /** As the service reports it; null if it does not. */
  total: number | null;
}

/** Why reading started over from the first page. `gone`: the rows already read are on another machine. */
type StartedOver = 'gone' | 'moved';

/**
 * The first post, which claims nothing: if this process dies before it stores Slack's answer, this message stays
 * next to the one posted after it.
 */
export const buildExportRequested = (facts: ExportFacts): Message =>
  buildMessage(`📄 Export requested: *${escapeMrkdwn(facts.title)}*`, [], []);

export const buildExportProgress = (
  facts: ExportFacts,
  reach: ExportReach,
  { startedOver, trouble }: { startedOver: StartedOver | null; trouble: string | null },
): Message =>
  buildMessage(
    `⏳ Reading *${escapeMrkdwn(facts.title)}*: ${describeReach(reach)}`,
    [
      ...(startedOver ? [explainRestart(startedOver)] : []),
      ...(trouble === null
        ? []
        : [`${escapeMrkdwn(trouble)} What was read is kept, and Paylink will try again.`]),
    ],
    [buildCancel(facts)],
  );

export const buildExportSending = (facts: ExportFacts, rows: number, trouble: string | null): Message =>
  buildMessage(
    `⏳ *${escapeMrkdwn(facts.title)}*: ${countRows(rows)} read; sending ${escapeMrkdwn(facts.fileName)}`,
    trouble === null ? [] : [`${escapeMrkdwn(trouble)} Paylink will try again.`],
    [buildCancel(facts)],
  );

/** `what` and `next` give the cause and the remedy; the rows already read stay for a while, for *Resume*. */
export const buildExportStopped = (
  facts: ExportFacts,
  reach: ExportReach,
  { what, next, isRead }: { what: string; next: string; isRead: boolean },
): Message =>
  buildMessage(
    `⚠️ The export of *${escapeMrkdwn(facts.title)}* is not complete, and no file was sent: ${
      isRead ? `${countRows(reach.rows)} were read` : describeStop(reach)
    }`,
    [`${escapeMrkdwn(what)} ${escapeMrkdwn(next)}`],
    [buildResume(facts, isRead ? 'Send again' : 'Resume')],
  );

/**
 * To the recipient of a scheduled export. No button: the export would only stop again. `words`: the command for the
 * same rows, without `/paylink`.
 */
export const buildSetterRoleLost = (
  facts: ExportFacts,
  { setBy, mayRecipientExport, words }: { setBy: string; mayRecipientExport: boolean; words: string },
): Message =>
  buildMessage(
    `⚠️ The export of *${escapeMrkdwn(facts.title)}* was not sent, and Paylink has stopped sending it`,
    mayRecipientExport
      ? [
          `${mention(setBy)} set it up, and their role no longer allows exports. Yours does: to get it again, set it up yourself with \`/paylink exports\`.`,
          `For the rows of this one, run \`/paylink ${escapeMrkdwn(words)}\` and press *CSV* or *XLSX*.`,
        ]
      : [
          `${mention(setBy)} set it up, and neither their role nor yours allows exports any more. Ask an admin of Paylink. Once your role allows exports again, set it up yourself with \`/paylink exports\`.`,
        ],
    [],
  );

/** Slack's answer was lost when the file was shared, and Slack can no longer tell us. */
export const buildExportUnsure = (facts: ExportFacts, rows: number): Message =>
  buildMessage(
    `⚠️ *${escapeMrkdwn(facts.title)}*: ${countRows(rows)} were sent as ${escapeMrkdwn(facts.fileName)}, and Slack did not confirm that the file arrived`,
    ['Look for it where it was meant to go. If it is not there, press *Send again*.'],
    [buildResume(facts, 'Send again')],
  );

export const buildExportCancelled = (facts: ExportFacts): Message =>
  buildMessage(
    `🚫 Cancelled: the export of *${escapeMrkdwn(facts.title)}*`,
    ['No file was sent, and what was read was deleted.'],
    [],
  );

export function buildMessage(head: string, lines: string[], buttons: Button[]): Message {
  const blocks: KnownBlock[] = [section([head, ...lines].join('\n'), 'export')];
  if (buttons.length > 0) blocks.push(actions('export_actions', buttons));
  return { text: cut(head.replaceAll('*', ''), limits.section.text), blocks };
}

const describeStop = (reach: ExportReach): string =>
  reach.pages === 0 ? 'stopped before the first page' : `stopped after ${describeReach(reach)}`;

/** `page 37, 3,700 of 10,000 rows`. */
function describeReach({ pages, rows, total }: ExportReach): string {
  if (pages === 0) return 'nothing yet';
  // If we have read more rows than the total, the total was wrong.
  const isBelieved = total !== null && total >= rows;
  return `page ${groupNumber(pages)}, ${isBelieved ? `${groupNumber(rows)} of ${countRows(total)}` : `${countRows(rows)} so far`}`;
}

const explainRestart = (reason: StartedOver): string =>
  reason === 'moved'
    ? 'Started again from the first page: the listing changed while the export was interrupted.'
    : 'Started again from the first page: what was read before the interruption is not on this machine.';

const buildCancel = ({ jobId }: ExportFacts): Button => ({
  type: 'button',
  action_id: EXPORT_CANCEL_ACTION,
  text: plain('Cancel', limits.button.text),
  value: jobId,
  accessibility_label: 'Stop this export and delete what was read',
});

const buildResume = ({ jobId }: ExportFacts, text: string): Button => ({
  type: 'button',
  action_id: EXPORT_RESUME_ACTION,
  text: plain(text, limits.button.text),
  style: 'primary',
  value: jobId,
  accessibility_label: 'Resume this export where it stopped',
});

/** The reply to the person who pressed the button. Mrkdwn. */
export const buildExportStarted = (fileName: string, isNew: boolean): string =>
  isNew
    ? `Reading every row for ${escapeMrkdwn(fileName)}. Progress and the file come in your direct messages with Paylink.`
    : 'That export is already under way: see your direct messages with Paylink.';

/** `narrower`: words of a report command for parts of the range; empty if the range cannot be cut. */
export const buildExportRefusal = ({
  kind,
  cap,
  narrower,
}: {
  kind: string;
  /** The most rows an export can hold. */
  cap: number;
  narrower: readonly string[];
}): string => {
  const what = `Nothing was exported: this range has more than ${countRows(cap)}, the most an export can hold.`;
  if (narrower.length === 0)
    return `${what} The person who looks after Paylink can raise that with PAYLINK_EXPORT_ROWS.`;
  const examples = narrower.map((words) => `\`/paylink ${kind} ${words}\``);
  return `${what} Ask for shorter ranges and export each one, for example ${examples.join(', then ')}.`;
};

export const EXPORT_PLACE = { callbackId: 'export_place', toMe: 'me', toThread: 'thread' } as const;

export const EXPORT_PLACE_FORM = {
  place: {
    label: 'Where to',
    kind: radio({
      options: [
        buildOption(EXPORT_PLACE.toMe, 'Send it to me', 'A direct message, with customers’ data too'),
        buildOption(
          EXPORT_PLACE.toThread,
          'Post it in this message’s thread',
          'Everybody here can open it; no names, e-mails or phones',
        ),
      ],
    }),
  },
} satisfies Fields;

/** Asks where to send the file of a report that is in a channel. */
export const buildExportPlace = (fileName: string, metadata: string): ModalView =>
  modal(EXPORT_PLACE.callbackId, { title: 'Export', submit: 'Export', close: 'Cancel', metadata }, [
    section(`*${fileName}*`),
    ...buildInputs(EXPORT_PLACE_FORM, { place: EXPORT_PLACE.toMe }),
  ]);
