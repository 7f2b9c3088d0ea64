import type { Button } from '@slack/types';
import type { Message } from '../blocks/message.ts';
import { buildButton } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { countRows, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { describeHeadline, describeRest, type ReportSums } from '../reports/report-words.ts';
import { describeLeftOut } from '../reports/shared-columns.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import type { ExportPayload, ExportTrouble, ReconciliationFigures } from './export-payload.ts';
import { buildFileMessage as buildMessage, type FileFacts, type FileRefusal } from './file-messages-view.ts';
import { SCHEDULE_OPEN_ACTION } from './schedule-form-view.ts';

/** `rows` is the number of rows in the file. */
export interface DoneExport extends ReportSums {
  kind: ReportKind;
  /** As the service first reported it. */
  total: number | null;
  /** Problems noticed while reading. */
  troubles: readonly ExportTrouble[];
  /** The columns are those that the person chose. */
  isChosen: boolean;
  /** Where it was meant to go; to a thread or channel, with harmless columns only. */
  place: 'direct' | 'thread' | 'channel';
  /** The titles of the others. */
  leftOut: readonly string[];
  /** Slack's code, if that place refused the file and it went to the person who asked. */
  refusal: FileRefusal | null;
  /** Set for a scheduled export. */
  schedule?: ExportPayload['schedule'];
}

type ExportSchedule = NonNullable<ExportPayload['schedule']>;

/** The final message of an export: exact sums over the rows in the file, and everything odd about them. */
export const buildExportDone = (facts: FileFacts & { jobId: string }, done: DoneExport): Message => {
  // Without a row there is nothing to say of them.
  const headline = done.byClass.length > 0 ? [describeHeadline(done.kind, done)] : [];
  return buildMessage(
    `✅ Done: ${[countRows(done.rows), ...headline, escapeMrkdwn(facts.name)].join(', ')}`,
    [
      escapeMrkdwn(facts.title),
      ...describeRest(done.kind, done),
      ...(done.isChosen ? ['The columns are those you chose; *CSV* has every column.'] : []),
      ...describeWarnings(done),
      ...describePlace(done),
      ...describeSchedule(done.schedule),
    ],
    done.schedule ? [] : [buildScheduleButton(facts)],
  );
};

/** The report has no rows, so there is nothing to put in a file. */
export const buildExportEmpty = (facts: FileFacts, done: DoneExport): Message =>
  buildMessage(
    `✅ Done: no rows in *${escapeMrkdwn(facts.title)}*`,
    [
      done.place === 'channel' ? 'So there is no file, and the channel is told.' : 'So there is no file.',
      ...describeWarnings(done),
      ...describeSchedule(done.schedule),
    ],
    [],
  );

/** The final message of a reconciliation: first the differences, then what is in the file. */
export const buildReconciliationDone = (
  facts: FileFacts,
  figures: ReconciliationFigures,
  troubles: readonly ExportTrouble[],
): Message => {
  const { payouts, proved, off, notProvable, differences } = figures;
  const head = differences === 0 ? 'no differences found' : countOf(differences, 'difference', 'differences');
  const verdicts = [
    [proved, 'proved'],
    [off, 'do not add up'],
    [notProvable, 'cannot be proved'],
  ] as const;
  const standing = verdicts.flatMap(([count, is]) => (count === 0 ? [] : [`${groupNumber(count)} ${is}`]));
  return buildMessage(
    `✅ Done: ${[escapeMrkdwn(facts.title), head, escapeMrkdwn(facts.name)].join(', ')}`,
    [
      `*${countOf(payouts, 'payout', 'payouts')}*, ${formatAed(figures.paidOutFils)} net${standing.length === 0 ? '' : ` (${standing.join(', ')})`}${sayCount(figures.withoutNet, 'without a net in AED, in no sum')}`,
      `*${countOf(figures.transactions, 'transaction', 'transactions')}*, ${formatAed(figures.receivedFils)} received less refunds, ${figures.untoldFils === 0 ? `${formatAed(figures.toComeFils)} of it in no payout yet` : 'how much of it is paid out is not known (the service does not say which payments are in which payout)'}${sayCount(figures.unreadable, 'cannot be read, in no sum')}${sayCount(figures.foreign, 'not made with Paylink')}`,
      `*${countOf(figures.links, 'link', 'links')}*, ${formatAed(figures.linksFils)}, and ${countOf(figures.batches, 'batch', 'batches')} made with Paylink; ${formatAed(figures.linksReceivedFils)} received by links${figures.linksRefundedFils === 0 ? '' : `, ${formatAed(figures.linksRefundedFils)} refunded`}`,
      ...(figures.unexplainedFils === 0
        ? []
        : [
            `*Not explained: ${formatAed(Math.abs(figures.unexplainedFils))}*, ${figures.unexplainedFils < 0 ? 'less' : 'more'} paid out than the rows account for: see *Bridge* in the file`,
          ]),
      ...troubles.map((trouble) => `⚠️ ${describeTrouble(trouble)}`),
    ],
    [],
  );
};

/** `; 3 not made with Paylink`; nothing for none. */
const sayCount = (count: number, what: string): string =>
  count === 0 ? '' : `; ${groupNumber(count)} ${what}`;

const countOf = (count: number, one: string, many: string): string =>
  `${groupNumber(count)} ${count === 1 ? one : many}`;

/** The comment that goes with the file in a thread. */
export const buildExportComment = (
  facts: FileFacts,
  { rows, leftOut }: Pick<DoneExport, 'rows' | 'leftOut'>,
  userId: string,
): string =>
  joinSentences(
    `<@${userId}> exported ${escapeMrkdwn(facts.title)}: ${countRows(rows)}.`,
    describeLeftOut(leftOut),
  );

/** The comment on a scheduled file in a channel, which gets no other message about it. */
export const buildScheduledComment = (facts: FileFacts, done: DoneExport, schedule: ExportSchedule): string =>
  [
    `*${escapeMrkdwn(facts.title)}*: ${countRows(done.rows)}.`,
    ...describeWarnings(done),
    joinSentences(describeRhythm(schedule), describeLeftOut(done.leftOut)),
  ].join('\n');

/** Tells the channel of a scheduled export that there are no rows. */
export const buildEmptyNote = (facts: FileFacts, done: DoneExport, schedule: ExportSchedule): Message =>
  buildMessage(
    `*${escapeMrkdwn(facts.title)}*: no rows, so there is no file.`,
    [...describeWarnings(done), describeRhythm(schedule)],
    [],
  );

/** Tells the channel of a scheduled export that it could not be made. `what`: why. */
export const buildNotSentNote = (facts: FileFacts, what: string, schedule: ExportSchedule): Message =>
  buildMessage(
    `⚠️ *${escapeMrkdwn(facts.title)}*: the export is not complete, so there is no file.`,
    [
      `${escapeMrkdwn(what)} ${mention(schedule.setBy)} has a message from Paylink about it, with a button to go on.`,
      describeRhythm(schedule),
    ],
    [],
  );

/**
 * To the recipient of a scheduled export. No button: the export would only stop again. `words`: the command for the
 * same rows, without `/paylink`.
 */
export const buildSetterRoleLost = (
  facts: FileFacts,
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

/** To the person who set it up, if the channel refuses such a note. `note`: its text, as mrkdwn. */
export const buildNoteRefused = (note: string, refusal: FileRefusal): Message =>
  buildMessage(`⚠️ The channel was not told: ${note}`, [explainChannelRefusal(refusal)], []);

const describeRhythm = ({ rhythm, setBy }: ExportSchedule): string =>
  `Sent ${escapeMrkdwn(rhythm)}, set up by ${mention(setBy)}.`;

const describeSchedule = (schedule: DoneExport['schedule']): string[] =>
  schedule ? [`${describeRhythm(schedule)} \`/paylink exports\` lists and stops them.`] : [];

const buildScheduleButton = ({ jobId }: { jobId: string }): Button =>
  buildButton(jobId, SCHEDULE_OPEN_ACTION, 'Schedule…', 'Send this export every day, week or month');

const joinSentences = (...sentences: (string | null)[]): string =>
  sentences.filter((sentence) => sentence !== null).join(' ');

function describePlace({ place, refusal, leftOut }: DoneExport): string[] {
  if (place === 'direct') return [];
  const without = describeLeftOut(leftOut);
  if (refusal === null) return [joinSentences(`The file is in the ${place}.`, without)];
  const why =
    place === 'channel' ? explainChannelRefusal(refusal) : explainRefusal(refusal, 'ask for the file again');
  const here = `The file is here, because Slack did not let Paylink send it to the ${place}.`;
  return [joinSentences(here, why, without)];
}

const explainRefusal = (refusal: FileRefusal, afterwards: string): string =>
  explainRefusedPlace(refusal, { where: `<#${escapeMrkdwn(refusal.channelId)}>`, so: '', afterwards });

const explainChannelRefusal = (refusal: FileRefusal): string =>
  `${explainRefusal(refusal, 'wait for the next one')} Or set it up for another channel: \`/paylink exports\`.`;

const TROUBLES: Record<ExportTrouble, string> = {
  'page-repeated':
    'The service sent a page twice: rows may be missing. Export again and compare the number of rows.',
  shrunk: 'Records were removed during the export: rows may be missing. Export again to be sure.',
  grew: 'Records were added during the export: the newest may be missing. Export again to have them.',
  moved:
    'A row came on two pages: the list moved during the export, and rows may be missing. Export again to be sure.',
  'not-a-list': 'The service sent an answer without a list: rows may be missing.',
  'fields-left-out':
    'Some rows have more than 500 fields: the file holds the first 500 of each, the rest are in the service’s dashboard.',
};

const describeWarnings = (done: DoneExport): string[] =>
  [...describeOddities(done), ...describeLate(done), ...describeMissed(done)].map((line) => `⚠️ ${line}`);

/** A process that was down and a token that Slack refused look the same afterwards. */
const NOT_THERE = 'Paylink was not running, or Slack refused its token';

const describeLate = ({ schedule }: DoneExport): string[] =>
  schedule?.lateFrom
    ? [`It was due on ${escapeMrkdwn(schedule.lateFrom)}, and comes late because ${NOT_THERE}.`]
    : [];

function describeMissed({ schedule }: DoneExport): string[] {
  if (!schedule?.missing) return [];
  const { turns, words } = schedule.missing;
  const dates = escapeMrkdwn(schedule.missing.dates);
  const [what, them] =
    turns === 1
      ? [`The export for ${dates} was`, 'it']
      : [`The ${groupNumber(turns)} exports for ${dates} were`, 'them in one file'];
  return [
    `${what} not sent, because ${NOT_THERE}. To get ${them}, run \`/paylink ${escapeMrkdwn(words)}\` and press *CSV* or *XLSX*.`,
  ];
}

function describeOddities({ rows, total, troubles }: DoneExport): string[] {
  const isOdd = total !== null && total !== rows;
  return [
    ...(isOdd ? [`The service first announced ${countRows(total)}, and sent ${groupNumber(rows)}.`] : []),
    ...troubles.map(describeTrouble),
  ];
}

const describeTrouble = (trouble: ExportTrouble): string => TROUBLES[trouble];
