import { readFile } from 'node:fs/promises';
import type { AskedColumn } from '../../src/batches/reading/judge-columns.ts';
import { type BatchAnswers, readBatch, UNANSWERED } from '../../src/batches/reading/read-batch.ts';
import type { BatchDefaults } from '../../src/batches/reading/read-row.ts';
import { BatchFileRefused } from '../../src/batches/reading/sheet-limits.ts';
import { ASKED_COLUMNS, type ChosenColumns } from '../../src/store/batch.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { buildWorkbook } from './sheets.ts';

export const HEAD = ['Amount', 'Name', 'Phone', 'E-mail', 'For'];
export const SARA = ['Sara Khan', '0501234567', 'a@example.com'];
export const OMAR = ['Omar Ali', '0507654321', 'b@example.com'];

/** One of the small lists beside the tests. */
export const fromFile = (name: string) => readFile(new URL(`lists/${name}`, import.meta.url));

const DEFAULTS: BatchDefaults = {
  ...{ email: null, shopPhone: null, notes: null, expiresAt: NOON + 30 * 86_400_000 },
  ...{ isQrNeeded: false, isInvoiceGenerated: false },
};

export const read = (
  file: Buffer | string,
  answers: Partial<BatchAnswers> = {},
  defaults: Partial<BatchDefaults> = {},
) =>
  readBatch(
    Buffer.from(file),
    { ...DEFAULTS, ...defaults },
    { ...UNANSWERED, ...answers },
    { mostRows: 1_000, now: NOON, timeZone: 'Asia/Dubai', recall: async () => null },
  );

/** What a person says: the heading of a column, if it is not filled in; null: not in the file. */
export interface Said {
  columns?: Partial<Record<AskedColumn, string | null>>;
  /** As the window names them; without: as they are filled in. */
  leftOut?: readonly string[];
  isHeading?: boolean;
  isMonthFirst?: boolean;
  sheet?: number;
}

/** Reads the file, answers its question, and reads it again. */
export const answered = async (file: Buffer | string, said: Said, defaults: Partial<BatchDefaults> = {}) => {
  const sheet = said.sheet ?? null;
  const { question } = await read(file, { sheet }, defaults);
  if (question === null) throw new Error('nothing was asked');
  const { columns, filledIn, marks } = question;
  const placeOf = (asked: AskedColumn): number | null => {
    const heading = said.columns?.[asked];
    if (heading === null) return null;
    const chosen = columns.find((column) => column.heading === heading)?.place;
    const place = heading === undefined ? filledIn[asked] : chosen;
    if (place === undefined) throw new Error(`nobody said which column is ${asked}`);
    return place;
  };
  return read(
    file,
    {
      sheet,
      isHeading: said.isHeading ?? null,
      columns: Object.fromEntries(
        ASKED_COLUMNS.map((asked) => [asked, placeOf(asked)]),
      ) as unknown as ChosenColumns,
      isMonthFirst: said.isMonthFirst ?? null,
      about: question.about,
      leftOut: marks
        .filter(({ label, isLeftOut }) => said.leftOut?.includes(label) ?? isLeftOut)
        .map(({ id }) => id),
    },
    defaults,
  );
};

const describe = async (reading: () => ReturnType<typeof read>): Promise<string[]> => {
  try {
    const { question, ...batch } = await reading();
    if (question === null && 'rows' in batch)
      return batch.rows.map(({ amountFils, faults }) =>
        amountFils === null
          ? faults.map(({ column, words }) => `${column ?? '*'}: ${words}`).join(' | ')
          : `AED ${amountFils / 100}`,
      );
    if (question === null) throw new Error('neither rows nor a question');
    const blank = ASKED_COLUMNS.filter((asked) => question.filledIn[asked] === undefined);
    return [
      blank.length === 0 ? 'asks' : `asks for ${blank.join(', ')}`,
      ...(question.sheets.length < 2 ? [] : [`sheet ${question.sheets.map(({ name }) => name).join()}?`]),
      ...(question.first.isInDoubt ? ['first row?'] : []),
      ...(question.days === null ? [] : [`${question.days.typed}?`]),
      ...(question.count === null ? [] : [`times ${question.count}?`]),
      ...question.marks.map(
        ({ isLeftOut, rows, label }) => `${isLeftOut ? 'without' : 'with'} ${rows} ${label}?`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof BatchFileRefused)) throw error;
    return [`refused: ${error.words}`];
  }
};

/** Each row as its amount, or as what is wrong with it; or the question; or why the file is refused. */
export const outcome = (
  file: Buffer | string,
  answers: Partial<BatchAnswers> = {},
  defaults: Partial<BatchDefaults> = {},
): Promise<string[]> => describe(() => read(file, answers, defaults));

/** The same once its question is answered. */
export const outcomeOf = (
  file: Buffer | string,
  said: Said,
  defaults: Partial<BatchDefaults> = {},
): Promise<string[]> => describe(() => answered(file, said, defaults));

export const list = (
  ...rows: (readonly (string | number | { attributes: string; xml: string })[])[]
): Buffer => buildWorkbook([{ rows: [HEAD, ...rows] }]);
export const raw = (attributes: string, xml: string) => ({ attributes, xml });
export const csv = (headings: string, ...rows: string[]): string => [headings, ...rows].join('\n');
