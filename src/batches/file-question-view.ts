import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { limits } from '../blocks/limits.ts';
import { buildOption, context, modal, section } from '../blocks/message.ts';
import { joinWords } from '../blocks/refusal.ts';
import { holdsBareCardNumber } from '../blocks/sensitive-text.ts';
import { capitalise, countRows, cut, escapeMrkdwn } from '../blocks/text.ts';
import { nameColumn } from '../exports/workbook/cell-xml.ts';
import { buildInput, type Field, menu, menuOfMany, radio, ticks } from '../slack/fields.ts';
import { ASKED_COLUMNS } from '../store/batch.ts';
import { describeDay } from './file-reading-view.ts';
import type { RowMark } from './reading/find-marks.ts';
import { type Column, keyOf } from './reading/find-table.ts';
import type { AskedColumn } from './reading/judge-columns.ts';
import type { BatchQuestion } from './reading/read-batch.ts';

export const FILE_QUESTION_CALLBACK = 'batch_question';
export const BATCH_SHEET_ACTION = 'batch_sheet';

interface ColumnMenu {
  label: string;
  hint?: string;
  /** Chosen where the file has no column for it; null: it must have one. */
  none: string | null;
}

const COLUMN_MENUS: Record<AskedColumn, ColumnMenu> = {
  invoiceAmount: {
    label: 'Amount to be paid',
    hint: 'Each customer pays exactly this.',
    none: null,
  },
  FullName: { label: 'Customer’s name', none: null },
  LastName: { label: 'Second part of the name', none: 'None' },
  Phone: { label: 'Phone', none: null },
  Email: {
    label: 'E-mail',
    hint: 'Not in the file? An admin can set the shop’s own in the settings.',
    none: 'The shop’s own',
  },
  notes: {
    label: 'What is it for?',
    hint: 'Not in the file? Press Cancel and type it in the form.',
    none: 'As in the form',
  },
  expiryOn: {
    label: 'Can be paid until',
    hint: 'The due date, if each link ends on it.',
    none: 'As in the form',
  },
  Invoice_Id: { label: 'Invoice number', none: 'New numbers' },
};

export const nameOfMenu = (column: AskedColumn) => `batch_${column}` as const;
const choice = { label: '', optional: true, kind: menu({ options: [] }) } as const;

/** How the window is read: what it offers is the file's. */
export const FILE_QUESTION_FORM = {
  [BATCH_SHEET_ACTION]: choice,
  batch_first: choice,
  batch_days: choice,
  batch_left: { label: '', kind: ticks({ options: [] }), optional: true },
  ...(Object.fromEntries(ASKED_COLUMNS.map((column) => [nameOfMenu(column), choice])) as Record<
    ReturnType<typeof nameOfMenu>,
    typeof choice
  >),
} as const;

/** The file that a question is about. It is read again with the answers. */
export const askedFileSchema = z.object({
  fileId: z.string(),
  fileName: z.string(),
  channelId: z.string(),
  notes: z.string().nullable(),
  /** Unix seconds, as Slack's picker gives them. */
  expiryOn: z.number().int(),
  /** The batch that is made again with the file; null: none. */
  sourceId: z.string().nullable(),
  /** The number of the sheet that is read; null: not chosen. */
  sheet: z.number().int().nullable(),
});

export type AskedFile = z.infer<typeof askedFileSchema>;

/** Asks which columns hold what, and all else that the file leaves open, before the preview. */
export const buildFileQuestion = (file: AskedFile, question: BatchQuestion): ModalView => {
  const { sheet, sheets, marks, about, count, hidden } = question;
  const words = { title: 'Check the columns', submit: 'Preview', close: 'Cancel' };
  return modal(FILE_QUESTION_CALLBACK, { ...words, metadata: JSON.stringify({ ...file, sheet, about }) }, [
    section(
      `*${escapeMrkdwn(cut(file.fileName, 80))}*: what does each column hold? Nothing is made yet.`,
      'batch_question',
    ),
    ...(sheets.length < 2 ? [] : [buildSheets(question)]),
    ...buildFirst(question),
    ...inOrder(question).map((asked) => buildColumn(asked, question)),
    ...(count === null
      ? []
      : [
          context(
            `⚠️ *${escapeMrkdwn(cut(count, LONGEST_HEADING))}* may multiply the price. If customers pay price times quantity, press *Cancel*, add a column *Total* and upload the file again.`,
            'batch_count',
          ),
        ]),
    ...(hidden.length === 0
      ? []
      : [
          context(
            `Hidden in the file and not read: ${escapeMrkdwn(cut(joinWords(hidden, 'and'), 300))}.`,
            'batch_hidden',
          ),
        ]),
    ...buildDays(question),
    ...(marks.length === 0 ? [] : [buildLeftOut(marks, sheet)]),
  ]);
};

/** What is still to be chosen comes first: a window is shorter than all menus. */
const inOrder = ({ filledIn }: BatchQuestion): readonly AskedColumn[] =>
  ASKED_COLUMNS.toSorted(
    (one, other) => Number(filledIn[one] !== undefined) - Number(filledIn[other] !== undefined),
  );

/** Slack keeps what was chosen in a block until the block has another id, and another sheet has other choices. */
const ofSheet = (sheet: number, name: string, field: Field<string>, value: string | null): InputBlock => ({
  ...buildInput(name, field, value),
  block_id: `${name}.${sheet}`,
});

const buildSheets = ({ sheet, sheets }: BatchQuestion): InputBlock =>
  buildInput(
    BATCH_SHEET_ACTION,
    {
      label: 'Which sheet is the list?',
      dispatches: true,
      kind: menu({
        options: sheets.map(({ index, name }) => buildOption(String(index), name || `Sheet ${index + 1}`)),
      }),
    },
    String(sheet),
  );

const LONGEST_FIRST = 200;

function buildFirst({ first: { cells, isHeading, isInDoubt }, sheet }: BatchQuestion): KnownBlock[] {
  const words = cut(
    cells.filter((cell) => cell !== '' && !holdsBareCardNumber(cell)).join(' · '),
    LONGEST_FIRST,
  );
  if (!isInDoubt) return [context(`Headings: ${escapeMrkdwn(words)}`, 'batch_headings')];
  const options = [buildOption('headings', 'Headings'), buildOption('customer', 'A customer')];
  const field = { label: `The first row is “${words}”. What is it?`, kind: radio({ options }) };
  return [ofSheet(sheet, 'batch_first', field, isHeading ? 'headings' : 'customer')];
}

const LONGEST_HEADING = 45;
const NONE = 'none';

/** The column that was chosen, by its place and its key; null: the file has none. */
export const readChoice = (id: string): { place: number; key: string } | null => {
  const [, place = '', key = ''] = /^(\d+):(.*)$/s.exec(id) ?? [];
  return id === NONE ? null : { place: Number(place), key };
};

function buildColumn(asked: AskedColumn, question: BatchQuestion): InputBlock {
  const { columns, filledIn, filled, sheet, past } = question;
  const { label, hint, none } = COLUMN_MENUS[asked];
  const isFilled = (asked !== 'Email' && asked !== 'notes') || filled.has(asked);
  const options = [
    ...(none !== null && isFilled ? [buildOption(NONE, none)] : []),
    ...columns.map((column) => nameChoice(column, columns)),
  ].slice(0, limits.select.options - 1);
  const place = filledIn[asked];
  const chosen = options.find(({ value = '' }) => place != null && readChoice(value)?.place === place);
  return ofSheet(
    sheet,
    nameOfMenu(asked),
    {
      label,
      hint:
        place === undefined ? `${hint ?? ''}${asked === 'expiryOn' ? describePast(past) : ''}` : undefined,
      kind: menu({ options, placeholder: 'Choose a column' }),
    },
    place === null ? NONE : (chosen?.value ?? null),
  );
}

const describePast = (days: number): string =>
  days === 0 ? '' : ` ${days === 1 ? 'One of its days is' : `${days} of its days are`} over.`;

/** `Grand Total: 1,050.00`, with the column's letter where others have the same heading. */
function nameChoice(column: Column, all: readonly Column[]): PlainTextOption {
  const { heading, place, cells } = column;
  const isAlone = heading !== '' && all.filter((other) => other.heading === heading).length === 1;
  const letter = nameColumn(place);
  const name = heading === '' ? `Column ${letter}` : cut(heading, LONGEST_HEADING);
  return buildOption(
    `${place}:${keyOf(column)}`,
    `${name}${isAlone || heading === '' ? '' : ` (${letter})`}: ${sampleOf(cells)}`,
  );
}

const sampleOf = ([first = '(empty)']: readonly string[]): string =>
  holdsBareCardNumber(first) ? '(a card number)' : first;

function buildDays({ days, filledIn, sheet }: BatchQuestion): InputBlock[] {
  if (days === null) return [];
  const { typed, dayFirst, monthFirst, isMonthFirst } = days;
  const options = [buildOption('day', describeDay(dayFirst)), buildOption('month', describeDay(monthFirst))];
  const optional = filledIn.expiryOn == null;
  const field = { label: `Which day is “${cut(typed, 30)}”?`, optional, kind: radio({ options }) };
  return [ofSheet(sheet, 'batch_days', field, isMonthFirst === null ? null : isMonthFirst ? 'month' : 'day')];
}

function buildLeftOut(marks: readonly RowMark[], sheet: number): InputBlock {
  const options = marks.map(({ id, label, rows }) =>
    buildOption(id, `${capitalise(label)} (${countRows(rows)})`),
  );
  const kind = (options.length > limits.choices.options ? menuOfMany : ticks)({ options });
  const field = { label: 'Leave out', hint: 'No links are made for these rows.', optional: true, kind };
  const ticked = marks.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id);
  return { ...buildInput('batch_left', field, ticked), block_id: `batch_left.${sheet}` };
}
