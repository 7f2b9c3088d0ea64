import { describeBatch } from '../blocks/batch.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { mention } from '../blocks/refusal.ts';
import { groupNumber, quoteLine } from '../blocks/text.ts';
import { DISPLAY_STATES } from '../links/sale/display-states.ts';
import type { Batch, BatchState } from '../store/batch.ts';
import type { BatchCounts } from './count-batch.ts';

/** All that messages need to know of a state. Mrkdwn. */
interface BatchStateRow {
  /** The first line of the card. */
  head(batch: Batch, counts: BatchCounts, rowsPerSecond: number): string;
  /** To the person who confirms a batch that is in this state by then. */
  started(batch: Batch): string;
  /** Why another button does nothing any more. */
  already: string;
  /** One emoji and what became of the request to approve it. */
  answer: string;
}

const WAITING = DISPLAY_STATES.asked.label;
const APPROVED = '✅ Approved';
const DECLINED = DISPLAY_STATES.declined.label;
const WITHDRAWN = DISPLAY_STATES.withdrawn.label;

/** `✖️ *Declined by @Omar`, still bold. */
const nameAnswer = (answer: string, { decidedBy }: Batch): string =>
  `${answer.replace(' ', ' *')}${decidedBy === null ? '' : ` by ${mention(decidedBy)}`}`;

/** `✖️ *Declined by @Omar:* 2 links for AED 300.00 (parents.csv)`, what follows from it, and the reason below. */
export const describeAnswer = (batch: Batch, so = ''): string =>
  `${nameAnswer(SHOWN_BATCH_STATES[batch.state].answer, batch)}:* ${describeBatch(batch)}${so}${quoteReason(batch)}`;

const quoteReason = ({ state, trouble }: Batch): string =>
  state === 'declined' && trouble !== null ? `\n${quoteLine(trouble)}` : '';

const waits = (batch: Batch): string =>
  `${nameAnswer(WAITING, batch)}: above ${formatAed(batch.limitFils ?? 0)}`;
const ASKED = { head: (batch: Batch) => `${waits(batch)}*`, answer: WAITING };

const reach = ({ rows }: Batch, { toGo, held }: BatchCounts): string =>
  `${groupNumber(rows - toGo.rows - held.rows)} of ${groupNumber(rows)} done*, ${groupNumber(toGo.rows)} to go`;

const describeTime = (rows: number, rowsPerSecond: number): string => {
  if (rows === 0) return '';
  const minutes = Math.round(rows / rowsPerSecond / 60);
  return minutes === 0
    ? ', less than a minute left'
    : `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
};

/** Without the rows that somebody left out, before or after the batch was confirmed. */
const isAllPaid = ({ paid, made, toGo, held, checking, notMade }: BatchCounts): boolean =>
  paid.rows > 0 && paid.rows === made.rows && [toGo, held, checking, notMade].every(({ rows }) => rows === 0);

const what = ({ rows, sumFils }: Batch): string =>
  `${groupNumber(rows)} ${rows === 1 ? 'link' : 'links'} for ${formatAed(sumFils)}`;
const wasUsed = ({ channelId }: Batch): string =>
  `This file is already in use: see its card in ${describePlace(channelId)}.`;

const BEGUN = { started: wasUsed, answer: APPROVED };

/** A batch's state, as people read it. */
export const SHOWN_BATCH_STATES: Record<BatchState, BatchStateRow> = {
  preview: {
    ...ASKED,
    started: () => '⚠️ Nothing was made: every row has errors. Correct the file and upload it again.',
    already: 'Nobody has confirmed this batch yet.',
  },
  asked: {
    ...ASKED,
    started: (batch) =>
      `${waits(batch)}.*\n${what(batch)}, not made yet. Asked in ${describePlace(batch.channelId)}; you’ll get the answer by direct message.`,
    already: 'This batch still waits for approval.',
  },
  running: {
    head: (batch, counts, rowsPerSecond) =>
      `⏳ *Making: ${reach(batch, counts)}${describeTime(counts.toGo.rows, rowsPerSecond)}`,
    started: (batch) =>
      `⏳ *Making ${what(batch)}.*\nThe card in ${describePlace(batch.channelId)} shows how far it is. At the end you get your file back with the links.`,
    already: 'This batch is already being made.',
    answer: APPROVED,
  },
  paused: {
    ...BEGUN,
    head: (batch, counts) => `⏸️ *Paused: ${reach(batch, counts)}`,
    already: 'This batch is already paused.',
  },
  done: {
    ...BEGUN,
    head: (_, counts) =>
      isAllPaid(counts)
        ? `✅ *All ${groupNumber(counts.paid.rows)} paid*`
        : `🟡 *${groupNumber(counts.paid.rows)} of ${groupNumber(counts.made.rows)} paid*: ${formatAed(counts.paid.sumFils)}`,
    already: 'This batch is already done.',
  },
  cancelled: {
    ...BEGUN,
    head: (_, { left }) => `🚫 *Cancelled: ${groupNumber(left.rows)} left out*`,
    already: 'The rest of this batch is already cancelled.',
  },
  declined: {
    head: (batch) => `${nameAnswer(DECLINED, batch)}*${quoteReason(batch)}`,
    started: wasUsed,
    already: 'This batch was declined.',
    answer: DECLINED,
  },
  withdrawn: {
    head: (batch) => `${nameAnswer(WITHDRAWN, batch)}*`,
    started: wasUsed,
    already: 'This batch was withdrawn.',
    answer: WITHDRAWN,
  },
};
