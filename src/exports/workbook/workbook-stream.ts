import { type PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import type { Cell, Sheet } from '../../tables/table.ts';
import { createBuildCell, escapeCell, nameColumn, STYLES_XML } from './cell-xml.ts';
import { buildRow, buildSheetEnd, buildSheetStart, readHundredths } from './sheet-xml.ts';

/** Characters at a time. */
const CHUNK = 64 * 1024;
/** How long to hold the event loop, in milliseconds. */
const TURN = 8;

const OPEN = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The same rows give the same bytes. */
const SAME_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * An Excel workbook (ECMA-376). Neither memory nor the time that the event loop is held grows with the rows. Each sheet
 * has bold frozen headings, a filter, column widths, real dates, and totals as formula and value. Times are written on the
 * clock of `timeZone`. Excel's limit of rows is above that of exports.
 */
export const createWorkbookStream = (sheets: readonly Sheet[], timeZone: string): Readable => {
  const zip = new ZipFile();
  const stream = zip.outputStream as PassThrough;
  /** The part that is being written: one after the other. */
  let current: Readable | null = null;
  stream.once('close', () => current?.destroy());
  const add = (name: string, build: () => Iterable<Buffer> | AsyncIterable<Buffer>): void =>
    zip.addReadStreamLazy(name, SAME_DATE, (give) => {
      const source = Readable.from(build(), { objectMode: false });
      source.once('error', (error) => stream.destroy(error));
      current = source;
      give(null, source);
    });
  const addText = (name: string, build: () => string) => add(name, () => [Buffer.from(build())]);

  const lastRows: number[] = [];
  addText('_rels/.rels', () => ROOT_RELATIONS);
  addText('xl/styles.xml', () => OPEN + STYLES_XML);
  for (const [index, sheet] of sheets.entries())
    add(`xl/worksheets/sheet${index + 1}.xml`, () =>
      writeSheet(sheet, { timeZone, isFirst: index === 0, onEnd: (lastRow) => lastRows.push(lastRow) }),
    );
  addText('xl/workbook.xml', () => buildWorkbook(sheets, lastRows));
  addText('xl/_rels/workbook.xml.rels', () => buildRelations(sheets.length));
  addText('[Content_Types].xml', () => buildTypes(sheets.length));
  zip.end();
  return stream;
};

async function* writeSheet(
  { columns: given, batches }: Sheet,
  { timeZone, isFirst, onEnd }: { timeZone: string; isFirst: boolean; onEnd: (lastRow: number) => void },
): AsyncGenerator<Buffer> {
  const buildCell = createBuildCell(timeZone);
  const columns = given.map((column, place) => ({ ...column, letters: nameColumn(place) }));
  const summed = [...columns.entries()].flatMap(([place, { isSummed }]) => (isSummed ? [place] : []));
  const sums = new Map(summed.map((place) => [place, 0n]));
  let text = '';
  let number = 1;
  let turnBegan = performance.now();
  for await (const rows of batches) {
    if (number === 1) text = buildSheetStart(columns, rows, isFirst);
    for (const row of rows) {
      number += 1;
      text += buildRow(number, row, columns, buildCell);
      for (const place of summed) addTo(sums, place, row[place] ?? null);
      if (text.length >= CHUNK) {
        yield Buffer.from(text);
        text = '';
      }
      if (number % 16 > 0 || performance.now() - turnBegan < TURN) continue;
      await nextTurn();
      turnBegan = performance.now();
    }
  }
  if (number === 1) text = buildSheetStart(columns, [], isFirst);
  onEnd(number);
  yield Buffer.from(text + buildSheetEnd(columns, number, sums, timeZone));
}

function addTo(sums: Map<number, bigint>, place: number, cell: Cell): void {
  if (cell === null || typeof cell === 'string' || 'instant' in cell) return;
  const hundredths = readHundredths(cell.decimal);
  if (hundredths !== null) sums.set(place, (sums.get(place) ?? 0n) + hundredths);
}

const ROOT_RELATIONS = `${OPEN}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The filter and the repeated headings of printed pages need defined names. */
function buildWorkbook(
  sheets: readonly Pick<Sheet, 'name' | 'columns'>[],
  lastRows: readonly number[],
): string {
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${escapeCell(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, columns }, index) => {
    const quoted = `'${escapeCell(name.replaceAll("'", "''"))}'`;
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted}!$A$1:$${nameColumn(columns.length - 1)}$${lastRows[index]}</definedName>`,
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
