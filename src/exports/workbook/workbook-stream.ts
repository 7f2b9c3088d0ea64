import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBuildCell, escapeCell, nameColumn, STYLES_XML, type WorkbookCell } from './cell-xml.ts';
import {
  buildRow,
  buildSheetEnd,
  buildSheetStart,
  readHundredths,
  type WorkbookColumn,
} from './sheet-xml.ts';
import { createZipStream, type ZipPart } from './zip-stream.ts';

export type WorkbookRow = readonly WorkbookCell[];

export interface WorkbookSheet {
  /** At most 31 characters, none of `:\/?*[]`. */
  name: string;
  columns: readonly WorkbookColumn[];
  /** Rows in batches. */
  batches: Iterable<readonly WorkbookRow[]> | AsyncIterable<readonly WorkbookRow[]>;
}

export interface WorkbookOptions {
  sheets: readonly WorkbookSheet[];
  /** Times are written on its clock. */
  timeZone: string;
  /** Rows per sheet including headings and totals, before a new sheet begins. Excel's limit by default. */
  mostRows?: number;
}

const MAX_ROWS = 1_048_576;
/** The empty line and the totals. */
const ROWS_BELOW = 2;
const LONGEST_NAME = 31;
/** A part must stay below 4 GiB, at up to four bytes a character. */
const MAX_CHARACTERS = 900_000_000;
/** Characters at a time. */
const CHUNK = 64 * 1024;
/** How long to hold the event loop, in milliseconds. */
const TURN = 8;

const OPEN = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * An Excel workbook (ECMA-376). Neither memory nor the time that the event loop is held grows with the rows. Each sheet
 * has bold frozen headings, a filter, column widths, real dates, and totals as formula and value.
 */
export const createWorkbookStream = ({
  sheets,
  timeZone,
  mostRows = MAX_ROWS,
}: WorkbookOptions): AsyncGenerator<Buffer> => {
  const buildCell = createBuildCell(timeZone);
  /** One entry per written sheet: a full sheet continues in another. */
  const written: { name: string; columns: number; lastRow: number }[] = [];

  async function* writeSheet(
    { name, columns: given }: Pick<WorkbookSheet, 'name' | 'columns'>,
    source: RowSource,
  ): AsyncGenerator<Buffer> {
    const columns = given.map((column, place) => ({ ...column, letters: nameColumn(place) }));
    const summed = [...columns.entries()].flatMap(([place, { isSummed }]) => (isSummed ? [place] : []));
    const sums = new Map(summed.map((place) => [place, 0n]));
    let text = buildSheetStart(columns, await source.peek(), written.length === 0);
    let length = 0;
    let number = 1;
    let turnBegan = performance.now();
    while (number < mostRows - ROWS_BELOW && length < MAX_CHARACTERS) {
      const row = source.next() ?? ((await source.fill()) ? source.next() : null);
      if (!row) break;
      number += 1;
      text += buildRow(number, row, columns, buildCell);
      for (const place of summed) addTo(sums, place, row[place] ?? null);
      if (text.length >= CHUNK) {
        length += text.length;
        yield Buffer.from(text);
        text = '';
      }
      if (number % 16 > 0 || performance.now() - turnBegan < TURN) continue;
      await nextTurn();
      turnBegan = performance.now();
    }
    written.push({ name, columns: columns.length, lastRow: number });
    yield Buffer.from(text + buildSheetEnd(columns, number, sums, timeZone));
  }

  async function* listParts(): AsyncGenerator<ZipPart> {
    yield part('_rels/.rels', ROOT_RELATIONS);
    yield part('xl/styles.xml', OPEN + STYLES_XML);
    for (const { name, columns, batches } of sheets) {
      const source = createRowSource(batches);
      try {
        let count = 1;
        do {
          const chunks = writeSheet({ name: numberName(name, count), columns }, source);
          yield { name: `xl/worksheets/sheet${written.length + 1}.xml`, chunks };
          count += 1;
        } while ((await source.peek()).length > 0);
      } finally {
        await source.close();
      }
    }
    yield part('xl/workbook.xml', buildWorkbook(written));
    yield part('xl/_rels/workbook.xml.rels', buildRelations(written.length));
    yield part('[Content_Types].xml', buildTypes(written.length));
  }

  return createZipStream(listParts());
};

function addTo(sums: Map<number, bigint>, place: number, cell: WorkbookCell): void {
  if (cell === null || typeof cell === 'string' || 'instant' in cell) return;
  const hundredths = readHundredths(cell.decimal);
  if (hundredths !== null) sums.set(place, (sums.get(place) ?? 0n) + hundredths);
}

interface RowSource {
  /** The rows already read, without taking them; empty at the end. */
  peek(): Promise<readonly WorkbookRow[]>;
  /** Null: call `fill` to read more. */
  next(): WorkbookRow | null;
  fill(): Promise<boolean>;
  close(): Promise<void>;
}

function createRowSource(batches: WorkbookSheet['batches']): RowSource {
  async function* each() {
    yield* batches;
  }
  const source = each();
  let rows: readonly WorkbookRow[] = [];
  let at = 0;
  const fill = async (): Promise<boolean> => {
    while (at >= rows.length) {
      const step = await source.next();
      if (step.done) return false;
      rows = step.value;
      at = 0;
    }
    return true;
  };
  return {
    peek: async () => ((await fill()) ? rows.slice(at) : []),
    next: () => {
      const row = rows[at];
      if (row === undefined) return null;
      at += 1;
      return row;
    },
    fill,
    close: async () => {
      await source.return(undefined);
    },
  };
}

const part = (name: string, xml: string): ZipPart => ({ name, chunks: [Buffer.from(xml)] });

/** `Links`, `Links_2`. */
function numberName(name: string, count: number): string {
  const ending = count === 1 ? '' : `_${count}`;
  return name.slice(0, LONGEST_NAME - ending.length) + ending;
}

const ROOT_RELATIONS = `${OPEN}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The filter and the repeated headings of printed pages need defined names. */
function buildWorkbook(sheets: readonly { name: string; columns: number; lastRow: number }[]): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${escapeCell(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, columns, lastRow }, index) => {
    const quoted = `'${escapeCell(name.replaceAll("'", "''"))}'`;
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted}!$A$1:$${nameColumn(columns - 1)}$${lastRow}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${quoted}!$1:$1</definedName>`,
    ];
  });
  return `${OPEN}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`;
}

function buildRelations(sheets: number): string {
  const listed = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return `${OPEN}<Relationships xmlns="${PACKAGE}/relationships">${listed.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

function buildTypes(sheets: number): string {
  const listed = Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  );
  return [
    `${OPEN}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>`,
    ...listed,
    '</Types>',
  ].join('');
}
