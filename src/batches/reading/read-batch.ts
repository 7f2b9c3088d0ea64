import type { NewBatchRow } from '../../store/batch.ts';
import { type AmountColumn, chooseAmount } from './choose-amount.ts';
import { type FoundColumns, findColumns, nameOf } from './find-columns.ts';
import type { BatchColumn } from './headings.ts';
import { createTwins } from './mark-twins.ts';
import { judgeDays } from './read-day.ts';
import { readLines } from './read-lines.ts';
import { type BatchDefaults, readRow } from './read-row.ts';
import { findSettled } from './row-guards.ts';

/** What a person answered about a file; null: not asked yet. */
export interface BatchAnswers {
  /** The number of the sheet. */
  sheet: number | null;
  /** The place of the column with the amounts. */
  amount: number | null;
  /** Rows that may be paid already are made as well. */
  withSettled: boolean | null;
}

/** What a file leaves open. Nothing is made before a person has answered. */
export type BatchQuestion =
  | { about: 'sheet'; sheets: { index: number; name: string }[] }
  | { about: 'rows'; amounts: AmountQuestion | null; settled: SettledQuestion | null };

export interface AmountQuestion {
  columns: (AmountColumn & { name: string })[];
  /** `Column E (“Qty”)`, which may multiply a price; null: there is none. */
  count: string | null;
}

export interface SettledQuestion {
  /** `Column F (“Status”)`. */
  column: string;
  rows: number;
  /** Some of the words that the column has. */
  words: string[];
}

/** How a file was read, to be shown before anything is made. */
export interface FileReading {
  /** Null: the file has no sheets. */
  sheet: string | null;
  /** By column: what it is used for. */
  used: { name: string; as: BatchColumn }[];
  unused: string[];
}

type ReadBatch =
  | { question: BatchQuestion }
  | { question: null; headings: string[]; rows: NewBatchRow[]; reading: FileReading };

/** Turns a file into rows, each with its request or its errors, or into a question. Throws `BatchFileRefused`. */
export const readBatch = async (
  file: Buffer,
  defaults: BatchDefaults,
  answers: BatchAnswers,
  { mostRows, ...at }: { mostRows: number; now: number; timeZone: string },
): Promise<ReadBatch> => {
  const filled: BatchColumn[] = [
    ...(defaults.email === null ? [] : ['Email' as const]),
    ...(defaults.notes === null ? [] : ['notes' as const]),
  ];
  const sheet = await readLines(file, mostRows, answers.sheet);
  if ('sheets' in sheet) return { question: { about: 'sheet', sheets: sheet.sheets } };
  const found = findColumns(sheet, filled);
  const choice = chooseAmount(found, sheet.hiddenColumns);
  const amount = 'place' in choice ? choice.place : findAnswer(choice.columns, answers.amount);
  const settled = answers.withSettled === null ? askAboutSettled(found) : null;
  if (amount === null || settled !== null) {
    const { headings } = found;
    const amounts =
      'place' in choice || amount !== null
        ? null
        : {
            columns: choice.columns.map((column) => ({ ...column, name: nameOf(headings, column.place) })),
            count: choice.count === null ? null : nameOf(headings, choice.count),
          };
    return { question: { about: 'rows', amounts, settled } };
  }
  const columns = { ...found, amount, isDelimited: sheet.isDelimited };
  const twins = createTwins({ email: defaults.email, phone: defaults.shopPhone });
  const rows: NewBatchRow[] = [];
  const days = judgeDays(
    found.lines.map(({ cells }) => cells[found.places.expiryOn ?? -1] ?? ''),
    null,
    at,
  );
  for (const line of found.lines) {
    const row = readRow(line, columns, defaults, {
      ...{ ...at, readDay: days.read },
      ...{ withSettled: answers.withSettled ?? false, withHidden: false, withStruck: false },
    });
    rows.push(twins.mark(row));
    // Yields to other work: a thousand rows take a tenth of a second.
    if (rows.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    question: null,
    headings: found.headings,
    rows,
    reading: describeReading(sheet.name, found, amount),
  };
};

const findAnswer = (columns: readonly AmountColumn[], answer: number | null): number | null =>
  columns.find(({ place }) => place === answer)?.place ?? null;

const MOST_WORDS = 5;

function askAboutSettled({ headings, lines }: FoundColumns): SettledQuestion | null {
  const found = lines.flatMap((line) => findSettled(line, headings) ?? []);
  const [first] = found;
  if (first === undefined) return null;
  const words = [...new Set(found.map(({ word }) => word))].slice(0, MOST_WORDS);
  return { column: nameOf(headings, first.place), rows: found.length, words };
}

function describeReading(
  sheet: string | null,
  { headings, places }: FoundColumns,
  amount: number,
): FileReading {
  const used = new Map<number, BatchColumn>([[amount, 'invoiceAmount']]);
  for (const [column, place] of Object.entries(places)) used.set(place, column as BatchColumn);
  const named = headings
    .map((heading, place) => ({ heading, place }))
    .filter(({ heading }) => heading !== '');
  return {
    sheet,
    used: [...used]
      .toSorted(([one], [other]) => one - other)
      .map(([place, as]) => ({ name: nameOf(headings, place), as })),
    unused: named.filter(({ place }) => !used.has(place)).map(({ place }) => nameOf(headings, place)),
  };
}
