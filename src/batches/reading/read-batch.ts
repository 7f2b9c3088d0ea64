import { dayOf } from '../../calendar/date-span.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import type { ChosenColumns, NewBatchRow } from '../../store/batch.ts';
import { findMarks, type RowMark } from './find-marks.ts';
import { type Column, findTable, keyOf, nameOf, type Table } from './find-table.ts';
import { type BatchColumn, columnOf, isDueHeading } from './headings.ts';
import { type AskedColumn, judgeColumns, type LikelyColumns } from './judge-columns.ts';
import { createTwins } from './mark-twins.ts';
import { judgeDays } from './read-day.ts';
import { readLines } from './read-lines.ts';
import { type BatchDefaults, readRow } from './read-row.ts';
import type { ColumnPlaces } from './row-guards.ts';
import type { Sheet } from './sheet-limits.ts';

/** What a person answered about a file. */
export interface BatchAnswers {
  /** The number of the sheet; null: not asked yet. */
  sheet: number | null;
  /** Whether the first row is one of headings; null: not asked yet. */
  isHeading: boolean | null;
  /** Null: not asked yet. */
  columns: ChosenColumns | null;
  /** Ids of `RowMark`: those to leave out. */
  leftOut: readonly string[];
  /** Whether the month comes first in dates. */
  isMonthFirst: boolean | null;
  /** What of `RowMark` the person was asked about, and of dates. */
  about: readonly string[];
  /** Headings that were chosen on another sheet, by `keyOf`. */
  kept?: Partial<Record<AskedColumn, string>>;
}

export const UNANSWERED: BatchAnswers = {
  sheet: null,
  isHeading: null,
  columns: null,
  leftOut: [],
  isMonthFirst: null,
  about: [],
};

/** What a person is asked about a file, all at once. Nothing is made before that. */
export interface BatchQuestion {
  /** Which sheet is read, and all that are visible. */
  sheet: number;
  sheets: Sheet['sheets'];
  first: Table['first'];
  columns: Column[];
  filledIn: LikelyColumns;
  /** Fields that the form fills for all rows. */
  filled: ReadonlySet<AskedColumn>;
  marks: RowMark[];
  /** A date that may be read in two ways, as `yyyy-MM-dd`; null: none. */
  days: { typed: string; dayFirst: string; monthFirst: string; isMonthFirst: boolean | null } | null;
  /** How many dates are over. */
  past: number;
  /** What the answers will be about: `BatchAnswers`. */
  about: string[];
  /** The heading of a column that may multiply a price; null: there is none. */
  count: string | null;
  hidden: string[];
}

/** How a file was read, to be shown before anything is made. */
export interface FileReading {
  /** Null: the file has no sheets. */
  sheet: string | null;
  /** The heading of what each was read from. */
  used: Partial<Record<BatchColumn, string>>;
  /** Columns like amounts or states come first, with a sample. */
  unused: { heading: string; sample: string | null }[];
  /** Who answered what is known of these headings, and when; null: nobody had to. */
  recalled: RecalledColumns | null;
}

/** What was answered about a file with the same headings. */
interface RecalledColumns {
  columns: ChosenColumns;
  by: string;
  at: number;
}

interface ReadAt {
  mostRows: number;
  now: number;
  timeZone: string;
  recall: (headings: string[]) => Promise<RecalledColumns | null>;
  /** The person wants to be asked, whatever is known. */
  isAskedAgain?: boolean;
}

type ReadBatch =
  | { question: BatchQuestion }
  | { question: null; headings: string[]; rows: NewBatchRow[]; reading: FileReading };

/** Turns a file into rows, each with its request or its errors, or into a question. Throws `BatchFileRefused`. */
export const readBatch = async (
  file: Buffer,
  defaults: BatchDefaults,
  answers: BatchAnswers,
  { mostRows, recall, isAskedAgain = false, ...at }: ReadAt,
): Promise<ReadBatch> => {
  const sheet = await readLines(file, mostRows, answers.sheet);
  const table = findTable(sheet, answers.isHeading);
  const { headings, lines, first } = table;
  const filled = new Set<AskedColumn>([
    ...(defaults.email === null ? [] : (['Email'] as const)),
    ...(defaults.notes === null ? [] : (['notes'] as const)),
  ]);
  const judged = judgeColumns(table, filled);
  const recalled = await recallColumns(table, recall);
  const columns = answers.columns ?? {
    ...judged.columns,
    ...recalled?.columns,
    ...findKept(table.columns, answers.kept),
  };
  const places = placeColumns(table, columns);
  const marks = findMarks(table, places).map((mark) =>
    answers.about.includes(mark.about) ? { ...mark, isLeftOut: answers.leftOut.includes(mark.id) } : mark,
  );
  const dated = table.columns.find(({ place, heading }) =>
    places.expiryOn === undefined ? isDueHeading(heading) : place === places.expiryOn,
  );
  const daysOf = (isMonthFirst: boolean | null) => judgeDays(dated?.cells ?? [], isMonthFirst, at);
  const { asked } = daysOf(null);
  const aboutDays = `days ${dated?.place}`;
  const isMonthFirst = answers.about.includes(aboutDays) ? answers.isMonthFirst : null;
  const days = daysOf(isMonthFirst);
  const isOpen =
    (answers.columns === null && (recalled === null ? !judged.isCertain : judged.hasRival)) ||
    sheet.isOpen ||
    (days.asked !== null && places.expiryOn !== undefined) ||
    (first.isInDoubt && answers.isHeading === null) ||
    marks.some(({ about }) => !answers.about.includes(about));
  if (isOpen || isAskedAgain)
    return {
      question: {
        ...{ sheet: sheet.index, sheets: sheet.sheets, first, columns: table.columns, hidden: table.hidden },
        ...{ filledIn: columns, filled, marks },
        days: asked && {
          typed: asked.typed,
          dayFirst: dayOf(asked.dayFirst, at.timeZone),
          monthFirst: dayOf(asked.monthFirst, at.timeZone),
          isMonthFirst,
        },
        past: days.past,
        about: [...new Set(marks.map(({ about }) => about)), ...(asked === null ? [] : [aboutDays])],
        count: judged.count && nameOf(headings, judged.count.place),
      },
    };
  const of = { headings, width: table.width, places, isDelimited: sheet.isDelimited };
  const twins = createTwins({ email: defaults.email, phone: defaults.shopPhone });
  const rows: NewBatchRow[] = [];
  for (const line of lines) {
    const leftOut = marks.find((mark) => mark.isLeftOut && mark.isOn(line))?.fault ?? null;
    rows.push(twins.mark(readRow(line, of, defaults, { ...at, leftOut, readDay: days.read })));
    // Yields to other work: a thousand rows take a tenth of a second.
    if (rows.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const telling = [
    ...judged.amounts.map(({ place }) => nameColumn(place)),
    ...marks.map(({ about }) => about),
  ];
  const reading = describeReading(sheet.name, table, places, telling);
  return {
    ...{ question: null, headings, rows },
    reading: { ...reading, recalled: answers.columns === null ? recalled : null },
  };
};

/** Null too if a column that was chosen is hidden by now. */
async function recallColumns(
  { headings, columns }: Table,
  recall: ReadAt['recall'],
): Promise<RecalledColumns | null> {
  const recalled = headings.every((heading) => heading === '') ? null : await recall(headings);
  const isHere = (place: number | null) => place === null || columns.some((one) => one.place === place);
  return recalled !== null && Object.values(recalled.columns).every(isHere) ? recalled : null;
}

/** The columns of this sheet with the headings that were chosen on another. */
const findKept = (columns: readonly Column[], kept: NonNullable<BatchAnswers['kept']> = {}): LikelyColumns =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([asked, heading]) => {
      const [only, ...others] = columns.filter((column) => heading !== '' && keyOf(column) === heading);
      return only === undefined || others.length > 0 ? [] : [[asked, only.place]];
    }),
  );

/** Of what nobody is asked about, the known headings count. */
function placeColumns({ columns }: Table, { FullName, LastName, ...asked }: LikelyColumns): ColumnPlaces {
  const chosen = Object.entries({
    ...asked,
    ...(LastName == null || LastName === FullName ? { FullName } : { FirstName: FullName, LastName }),
  }).flatMap(([column, place]) => (place == null ? [] : [[column, place] as const]));
  const taken = new Set(chosen.map(([, place]) => place));
  const known = (['Address', 'City', 'Country', 'Product_Id'] as const).flatMap((column) => {
    const found = columns.find(({ place, heading }) => columnOf(heading) === column && !taken.has(place));
    return found === undefined ? [] : [[column, found.place] as const];
  });
  return Object.fromEntries([...known, ...chosen]);
}

function describeReading(
  sheet: string | null,
  { headings, columns, lines }: Table,
  places: ColumnPlaces,
  telling: readonly string[],
): Omit<FileReading, 'recalled'> {
  const nameUsed = (place: number): string =>
    `${nameOf(headings, place)}${lines.some(({ facts }) => facts.get(place)?.isFormula) ? ', with formulas' : ''}`;
  const used = new Set(Object.values(places));
  return {
    sheet,
    used: Object.fromEntries(Object.entries(places).map(([as, place]) => [as, nameUsed(place)])),
    unused: columns
      .filter(({ place }) => !used.has(place))
      .map(({ place, cells }) => ({
        heading: nameOf(headings, place),
        sample: telling.includes(nameColumn(place)) ? (cells[0] ?? null) : null,
      }))
      .toSorted((one, other) => Number(one.sample === null) - Number(other.sample === null)),
  };
}
