import type { Button, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { actions, buildButton, confirmation, type Message, modal, section } from '../blocks/message.ts';
import { formatAed, slackDate } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { joinSome } from '../blocks/refusal.ts';
import { countRows, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import { findMeantEmail } from '../links/form/meant-email.ts';
import { type Batch, type BatchRow, isAlike } from '../store/batch.ts';
import { SHOWN_BATCH_STATES } from './batch-states.ts';
import type { AskedFile } from './file-question-view.ts';
import { buildReading, describeDay } from './file-reading-view.ts';
import type { FileReading } from './reading/read-batch.ts';
import { describeFaults } from './rows-table.ts';

export const BATCH_CREATE_ACTION = 'batch_create';
export const BATCH_CREATE_ALL_ACTION = 'batch_create_all';
export const BATCH_AGAIN_ACTION = 'batch_again';
export const BATCH_CHANGE_ACTION = 'batch_change';
export const BATCH_FAULTS_ACTION = 'batch_faults';
export const LIST_FILE_ACTION = 'batch_list_file';

const MOST_SHOWN = 20;
const LONGEST_FAULT = 130;

export interface BatchPreview {
  batch: Batch;
  rows: readonly BatchRow[];
  /** A batch above it needs approval; null: none does. */
  limitFils: number | null;
  /** The batch that it repeats; null: none. */
  again: RepeatedBatch | null;
  timeZone: string;
  /** How the file was read; absent: there was none, or its preview is shown again. */
  reading?: FileReading;
  /** To ask about its columns again. */
  file?: AskedFile | undefined;
}

/** What a person should know of the batch that is made again. */
export interface RepeatedBatch {
  /** `yyyy-MM-dd`. */
  madeOn: string;
  /** What is still unpaid of it. */
  owedFils: number;
  /** Of it, what customers of this preview owe, and the numbers of their rows. `name`: `Sara (···567)`. Not escaped. */
  owed: readonly { numbers: readonly number[]; name: string; fils: number }[];
  /** Descriptions that name a month. Not escaped. */
  ofMonth: readonly string[];
  /** Rows whose customer has been erased. */
  erased: number;
  /** Rows with an invoice number in the file. */
  numbered: number;
}

const nameLinks = (count: number): string => `${groupNumber(count)} ${count === 1 ? 'link' : 'links'}`;

/** What a file would create, what is wrong in it, and the button that creates it. */
export const buildBatchPreview = (preview: BatchPreview): ModalView => {
  const metadata = preview.file === undefined ? {} : { metadata: JSON.stringify(preview.file) };
  const words = { title: 'Check the list', close: 'Close', ...metadata };
  return modal('batch_preview', words, buildBlocks(preview));
};

/** The same for a person who has closed the window. */
export const buildBatchPreviewMessage = (preview: BatchPreview): Message => ({
  text: `Preview of ${escapeMrkdwn(cut(preview.batch.fileName, 80))}: ${countRows(preview.rows.length)}`,
  // Only the window knows the file.
  blocks: buildBlocks({ ...preview, file: undefined }),
});

/** The button comes before what is read below it: with twenty rows it would be out of sight. */
function buildBlocks({ batch, rows, limitFils, again, timeZone, reading, file }: BatchPreview): KnownBlock[] {
  const good = rows.filter(({ request }) => request !== null);
  const alike = good.filter(isAlike);
  const single = good.filter((row) => !isAlike(row));
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  const name = escapeMrkdwn(cut(batch.fileName, 80));
  const lines = [
    `${single.length === 0 ? '*No links*' : `*${nameLinks(single.length)} for ${formatAed(sumOf(single))}*`} from ${name} (${countRows(rows.length)}). Card in ${describePlace(batch.channelId)}.`,
    ...(faulty.length > 0
      ? [
          `⚠️ ${countRows(faulty.length)} left out: ${faulty.length === 1 ? 'it has errors' : 'they have errors'}.`,
        ]
      : []),
    ...(alike.length > 0
      ? [`👥 ${countRows(alike.length)} left out: the same customer and amount as another row or link.`]
      : []),
    ...(isAsked(single, limitFils)
      ? [`🔒 Above ${formatAed(limitFils ?? 0)}: a second person approves first.`]
      : []),
  ];
  const emails = good.flatMap(({ number, request }) => {
    const meant = request && findMeantEmail(request.Email);
    return meant ? { rows: 1, text: escapeMrkdwn(`Row ${number}: ${request.Email}, or ${meant}?`) } : [];
  });
  return [
    ...(again === null ? [] : [buildAgainLead(again, describeEnd(good, timeZone))]),
    section(lines.join('\n'), 'batch_summary'),
    actions('batch_actions', [
      ...(single.length > 0 ? [buildCreate(batch, BATCH_CREATE_ACTION, single, limitFils)] : []),
      buildButton(batch.id, BATCH_AGAIN_ACTION, 'Upload a corrected file', 'Go back and choose another file'),
      ...(file === undefined ? [] : [buildButton(batch.id, BATCH_CHANGE_ACTION, 'Change columns')]),
      ...(again === null
        ? []
        : [
            buildButton(
              batch.id,
              LIST_FILE_ACTION,
              'Get the list as a file',
              'Send the rows to your messages, to correct and upload again',
            ),
          ]),
    ]),
    ...(again === null ? [] : buildList('batch_owed', 'Still owed from last time', listOwed(again))),
    ...buildList(
      'batch_faulty',
      'Errors',
      listFaulty(faulty),
      buildButton(
        batch.id,
        BATCH_FAULTS_ACTION,
        'Errors as a file',
        'Send a workbook with the rows that have errors to your messages',
      ),
    ),
    ...(reading === undefined ? [] : buildReading(reading, good, timeZone)),
    ...buildList('batch_emails', 'E-mails that may be misspelt', emails),
    ...buildList(
      'batch_alike',
      'Same customer and amount',
      alike.map((row) => ({ rows: 1, text: describeAlike(row) })),
      buildCreate(batch, BATCH_CREATE_ALL_ACTION, good, limitFils, alike.length),
    ),
  ];
}

/** Until when the links can be paid. Mrkdwn. */
function describeEnd(rows: readonly BatchRow[], timeZone: string): string | null {
  const ends = rows.flatMap(({ expiresAt }) => expiresAt ?? []);
  if (ends.length === 0) return null;
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const until = slackDate(last, timeZone);
  return first === last
    ? `Can be paid until ${until}`
    : `Can be paid until ${slackDate(first, timeZone)}, the last until ${until}`;
}

/** What is new since the batch was made. `end`: until when the links can be paid. */
function buildAgainLead(again: RepeatedBatch, end: string | null): KnownBlock {
  const { owedFils, ofMonth, erased, numbered } = again;
  const lines = [
    `🔁 *Same again*, as on ${describeDay(again.madeOn)}.${end === null ? '' : ` ${end}.`} Nothing is made yet.`,
    owedFils > 0
      ? `⏳ *${formatAed(owedFils)} is still owed from last time*, and not in these links.`
      : '✅ Last time is all paid or closed.',
    ...(ofMonth.length > 0
      ? [
          `✏️ Customers now read ${ofMonth.slice(0, 3).map(quote).join(', ')}${ofMonth.length > 3 ? ` and ${ofMonth.length - 3} more` : ''}. Wrong? *Get the list as a file*, correct it and upload it.`,
        ]
      : []),
    ...(numbered > 0 ? ['🔢 Each link gets a new invoice number: those of the file are used up.'] : []),
    ...(erased > 0 ? [`🧹 ${countRows(erased)} left out: their customers’ data was erased.`] : []),
  ];
  return section(lines.join('\n'), 'batch_again');
}

/** `Row 3, Sara (···567): AED 102.00` */
const listOwed = ({ owed }: RepeatedBatch): PreviewLine[] =>
  owed.map(({ numbers, name, fils }) => ({
    rows: numbers.length,
    text: `${nameRows(numbers)}, ${escapeMrkdwn(name)}: ${formatAed(fils)}`,
  }));

const quote = (text: string): string => `“${escapeMrkdwn(cut(text, 60))}”`;

const sumOf = (rows: readonly BatchRow[]): number =>
  rows.reduce((sum, { amountFils }) => sum + (amountFils ?? 0), 0);

/** A line of the preview, and how many rows it is about. */
interface PreviewLine {
  rows: number;
  /** Mrkdwn. */
  text: string;
}

const MOST_NUMBERS = 5;

/** One line for all rows with the same errors: forty rows without a purpose are one mistake. */
function listFaulty(rows: readonly BatchRow[]): PreviewLine[] {
  const alike = new Map<string, number[]>();
  for (const row of rows) {
    const words = describeFaults(row, 'column', (fault) => escapeMrkdwn(cut(fault, LONGEST_FAULT)));
    alike.set(words, [...(alike.get(words) ?? []), row.number]);
  }
  return [...alike].map(([words, numbers]) => ({
    rows: numbers.length,
    text: `${nameRows(numbers)}: ${words}`,
  }));
}

/** `Row 3`, `Rows 3, 4 and 5`, `Rows 3, 4, 5, 6, 7 and 33 more`. */
function nameRows(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Row ${numbers[0]}`;
  // *and 1 more* would be as long as the number.
  const most = numbers.length > MOST_NUMBERS + 1 ? MOST_NUMBERS : numbers.length;
  return `Rows ${joinSome(numbers.map(String), most)}`;
}

const describeAlike = ({ number, twinOf, shown, amountFils }: BatchRow): string =>
  `Row ${number}, ${formatAed(amountFils ?? 0)}: like ${twinOf === null ? `${shown.length === 1 ? 'a link' : `${shown.length} links`} that already ${shown.length === 1 ? 'exists' : 'exist'}` : `row ${twinOf}`}`;

function buildList(
  blockId: string,
  title: string,
  all: readonly PreviewLine[],
  accessory?: Button,
): KnownBlock[] {
  if (all.length === 0) return [];
  const lines: string[] = [];
  let length = 0;
  let rest = all.reduce((sum, { rows }) => sum + rows, 0);
  for (const { rows, text } of all.slice(0, MOST_SHOWN)) {
    const line = `• ${text}`;
    length += line.length + 1;
    if (length > limits.section.text - 100) break;
    lines.push(line);
    rest -= rows;
  }
  const text = [`*${title}*`, ...lines, ...(rest > 0 ? [`and ${groupNumber(rest)} more`] : [])].join('\n');
  return [{ ...section(text, blockId), ...(accessory && { accessory }) }];
}

const isAsked = (rows: readonly BatchRow[], limitFils: number | null): boolean =>
  limitFils !== null && sumOf(rows) > limitFils;

/** `alike`: how many of the rows the customer could pay twice. */
function buildCreate(
  batch: Batch,
  actionId: string,
  rows: readonly BatchRow[],
  limitFils: number | null,
  alike = 0,
): Button {
  const [verb, yes, effect] = isAsked(rows, limitFils)
    ? ['Ask for approval of', 'Ask', 'Nothing is made before a second person approves.']
    : ['Create', 'Create', 'Links can’t be cancelled here.'];
  const text = `${verb} ${alike > 0 ? 'all ' : ''}${nameLinks(rows.length)}`;
  const sum = `${formatAed(sumOf(rows))} in all`;
  return {
    ...buildButton(batch.id, actionId, text, `${text}, ${sum}`),
    ...(alike > 0 ? {} : { style: 'primary' as const }),
    confirm: confirmation(
      `${text}?`,
      `${sum}.${alike > 0 ? ` ${countRows(alike)} for the same customer and amount as another: the customer pays both.` : ''} ${effect}`,
      [yes, 'Not yet'],
    ),
  };
}

export const buildBatchStarted = (batch: Batch): ModalView =>
  modal('batch_started', { title: 'Links from a file', close: 'Done' }, [
    section(SHOWN_BATCH_STATES[batch.state].started(batch), 'batch_started'),
  ]);
