import type { Button } from '@slack/types';
import { buildButton, type Message } from '../blocks/message.ts';
import { capitalise, countRows, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { DateSpan } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { Totals } from '../figures/totals.ts';
import { describeHeadline, describeRest, READ_TROUBLES } from '../listings/listing-words.ts';
import { SCHEDULE_OPEN_ACTION } from '../schedules/schedule-form-view.ts';
import type { ExportPayload, ExportTrouble } from './export-payload.ts';
import { buildFileMessage as buildMessage, type FileFacts } from './file-messages-view.ts';

/** `rows` is the number of rows in the file. */
export interface DoneExport extends Totals {
  kind: ReportKind;
  /** As the service first reported it. */
  total: number | null;
  /** Problems noticed while reading. */
  troubles: readonly ExportTrouble[];
  /** Set for a scheduled export. */
  schedule: ExportPayload['schedule'];
}

/** The final message of an export: exact sums over the rows in the file, and everything odd about them. */
export const buildExportDone = (facts: FileFacts & { jobId: string }, done: DoneExport): Message => {
  // Without a row there is nothing to say of them.
  const headline = done.byClass.length > 0 ? [describeHeadline(done.kind, done)] : [];
  return buildMessage(
    `✅ Done: ${[countRows(done.rows), ...headline, escapeMrkdwn(facts.name)].join(', ')}`,
    [
      escapeMrkdwn(facts.title),
      ...describeRest(done.kind, done),
      ...describeWarnings(done),
      ...describeSchedule(done),
    ],
    done.schedule ? [] : [buildScheduleButton(facts)],
  );
};

/** The report has no rows, so there is nothing to put in a file. */
export const buildExportEmpty = (facts: FileFacts, done: DoneExport): Message =>
  buildMessage(
    `✅ No rows in *${escapeMrkdwn(facts.title)}*, so no file`,
    [...describeWarnings(done), ...describeSchedule(done)],
    [],
  );

const DAY_MS = 24 * 60 * 60_000;

/** A day without rows is none. A longer time without any is. */
export const isNews = (done: DoneExport, { from, to }: DateSpan): boolean =>
  to - from > DAY_MS || describeWarnings(done).length > 0;

const describeSchedule = ({ schedule }: DoneExport): string[] =>
  schedule ? [`${capitalise(escapeMrkdwn(schedule.rhythm))} · \`/paylink exports\``] : [];

const buildScheduleButton = ({ jobId }: { jobId: string }): Button =>
  buildButton(jobId, SCHEDULE_OPEN_ACTION, 'Schedule…', 'Send this export every day, week or month');

const TROUBLES: Record<ExportTrouble, string> = {
  ...READ_TROUBLES,
  'fields-left-out':
    'Some rows have more than 500 fields: the file holds the first 500 of each, the rest are in the service’s dashboard.',
};

const describeWarnings = (done: DoneExport): string[] =>
  [...describeOddities(done), ...describeLate(done), ...describeMissed(done)].map((line) => `⚠️ ${line}`);

/** A process that was down and a token that Slack refused look the same afterwards. */
const NOT_THERE = 'Paylink was not running, or Slack refused its token';

const describeLate = ({ schedule }: DoneExport): string[] =>
  schedule?.lateFrom ? [`Due ${escapeMrkdwn(schedule.lateFrom)}; late because ${NOT_THERE}.`] : [];

function describeMissed({ schedule }: DoneExport): string[] {
  if (!schedule?.missing) return [];
  const { turns, words } = schedule.missing;
  const dates = escapeMrkdwn(schedule.missing.dates);
  const [what, them] =
    turns === 1
      ? [`The export for ${dates} was`, 'it']
      : [`The ${groupNumber(turns)} exports for ${dates} were`, 'them in one file'];
  return [
    `${what} not sent: ${NOT_THERE}. To get ${them}: \`/paylink ${escapeMrkdwn(words)}\`, then *CSV* or *XLSX*.`,
  ];
}

function describeOddities({ rows, total, troubles }: DoneExport): string[] {
  const isOdd = total !== null && total !== rows;
  return [
    ...(isOdd ? [`The service first announced ${countRows(total)}, and sent ${groupNumber(rows)}.`] : []),
    ...troubles.map((trouble) => TROUBLES[trouble]),
  ];
}
