import { isListHead, MOST_LINES_ABOVE } from './headings.ts';
import { type NumberFormat, readNumberFormat } from './number-format.ts';
import { type CellContext, type RawCell, readCell, undoEscapes } from './read-cell.ts';
import {
  BatchFileRefused,
  createLineCollector,
  MOST_COLUMNS,
  MOSTLY_EMPTY,
  refuseFormula,
  type Sheet,
  type SheetChoice,
  type SheetLine,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';
import { openWorkbook, type WorkbookParts, type XmlHandlers } from './workbook-parts.ts';

/** In bytes of XML. A thousand rows of thirty columns take a sixth of it. */
const MOST = { sheet: 4_000_000, strings: 4_000_000, other: 1_000_000 };
const MOST_STRINGS = 100_000;
/** A sheet with colours far below its rows has many empty cells. */
const MOST_EMPTY_CELLS = 20_000;

/** Slack's menus of choices take ten. */
const MOST_SHEETS = 10;

const NO_SHEET = 'The workbook has no sheet with rows. Put the list on its first sheet.';
const NOT_READ =
  'Paylink could not read this workbook. Open it in Excel, save it again as .xlsx, and send that file; or save it as CSV.';
/**
 * The list of an XLSX workbook: of the only visible sheet that has one, or of the chosen sheet. If none has, the first is
 * read, and what it lacks is said. Throws `BatchFileRefused`.
 */
export const readWorkbook = async (
  file: Buffer,
  mostRows: number,
  chosen: number | null,
): Promise<Sheet | SheetChoice> => {
  const parts = openWorkbook(file);
  if (parts.names().some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new BatchFileRefused('The workbook has macros. Save it as .xlsx without them, and send that file.');
  if (!parts.has('xl/workbook.xml')) throw new BatchFileRefused(NOT_READ);
  try {
    const { sheets, is1904 } = await readBook(parts);
    const [first, ...others] = sheets;
    if (first === undefined) throw new BatchFileRefused(NO_SHEET);
    const book = { strings: await readStrings(parts), formats: await readFormats(parts), is1904 };
    const read = (sheet: VisibleSheet) => readSheet(parts, sheet, { ...book, mostRows });
    if (others.length === 0) return await read(first);
    if (chosen !== null) return await read(sheets[chosen] ?? first);
    const lists: { index: number; sheet: VisibleSheet }[] = [];
    for (const [index, sheet] of sheets.slice(0, MOST_SHEETS).entries())
      if (isListHead(await readHead(parts, sheet.path, book))) lists.push({ index, sheet });
    return lists.length < 2
      ? await read(lists[0]?.sheet ?? first)
      : { sheets: lists.map(({ index, sheet }) => ({ index, name: sheet.name })) };
  } catch (error) {
    if (error instanceof BatchFileRefused) throw error;
    throw new BatchFileRefused(NOT_READ);
  }
};

interface VisibleSheet {
  name: string;
  path: string;
}

async function readBook(parts: WorkbookParts): Promise<{ sheets: VisibleSheet[]; is1904: boolean }> {
  let is1904 = false;
  const named: { name: string; id: string }[] = [];
  await parts.read('xl/workbook.xml', MOST.other, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'] ?? '');
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible')
        named.push({
          name: attributes['name'] ?? '',
          id: Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '',
        });
    },
  });
  const targets = new Map<string, string>();
  await parts.read('xl/_rels/workbook.xml.rels', MOST.other, {
    open: (_name, { Id = '', Target = '' }) => {
      targets.set(Id, Target);
    },
  });
  const sheets = named.flatMap(({ name, id }) => {
    const target = targets.get(id);
    if (target === undefined) return [];
    return [{ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}` }];
  });
  return { sheets, is1904 };
}

/** The texts of all cells, each once, without pronunciation hints. */
async function readStrings(parts: WorkbookParts): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isHint = false;
  await parts.read('xl/sharedStrings.xml', MOST.strings, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isHint = true;
      if (name === 't') isText = !isHint;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si' && strings.push(undoEscapes(text)) > MOST_STRINGS)
        throw new BatchFileRefused(MOSTLY_EMPTY);
    },
  });
  return strings;
}

/** How a cell's number is shown, by the index of its style. */
async function readFormats(parts: WorkbookParts): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await parts.read('xl/styles.xml', MOST.other, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = attributes['numFmtId'] ?? '0';
      formats.push(readNumberFormat(Number(id), codes.get(id) ?? null));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

async function readSheet(
  parts: WorkbookParts,
  { name, path }: VisibleSheet,
  { mostRows, ...book }: CellContext & { mostRows: number },
): Promise<Sheet> {
  const collector = createLineCollector(mostRows);
  const hiddenColumns = new Set<number>();
  const handlers = readRows(book, { add: collector.add, onFormula: refuseFormula, hiddenColumns });
  if (!(await parts.read(path, MOST.sheet, handlers))) throw new BatchFileRefused(NO_SHEET);
  return { name, lines: collector.lines(), hiddenColumns, isDelimited: false };
}

/** The first lines of a sheet, to see whether it has a list. None: whatever it is, it is not a list for Paylink. */
async function readHead(parts: WorkbookParts, name: string, book: CellContext): Promise<SheetLine[]> {
  const lines: SheetLine[] = [];
  const add = (line: SheetLine) => {
    if (line.cells.length > 0 && lines.length < MOST_LINES_ABOVE) lines.push(line);
  };
  try {
    await parts.peek(name, readRows(book, { add, onFormula: () => undefined, hiddenColumns: new Set() }));
  } catch (error) {
    if (!(error instanceof BatchFileRefused)) throw error;
  }
  return lines;
}

/** Handlers that call `add` for each line of a sheet, and `onFormula` for each formula. */
const readRows = (
  book: CellContext,
  {
    add,
    onFormula,
    hiddenColumns,
  }: {
    add: (line: SheetLine) => void;
    onFormula: (row: number, column: number) => void;
    hiddenColumns: Set<number>;
  },
): XmlHandlers => {
  let line = startLine(0, {});
  let column = -1;
  let cell: RawCell = { type: 'n', style: -1, value: null, inline: null };
  let part: 'value' | 'inline' | null = null;
  let isHint = false;
  let emptyCells = 0;
  return {
    open: (element, attributes) => {
      switch (element) {
        case 'col':
          hideColumns(attributes, hiddenColumns);
          break;
        case 'row':
          line = startLine(
            attributes['r'] === undefined ? line.number + 1 : Number(attributes['r']),
            attributes,
          );
          column = -1;
          break;
        case 'c':
          column = attributes['r'] === undefined ? column + 1 : readColumn(attributes['r']);
          cell = {
            type: attributes['t'] ?? 'n',
            style: Number(attributes['s'] ?? -1),
            value: null,
            inline: null,
          };
          isHint = false;
          break;
        case 'v':
          part = 'value';
          break;
        case 'rPh':
          isHint = true;
          break;
        case 't':
          part = isHint ? null : 'inline';
          break;
        case 'f':
          onFormula(line.number, column);
          break;
      }
    },
    text: (text) => {
      if (part !== null) cell[part] = (cell[part] ?? '') + text;
    },
    close: (element) => {
      switch (element) {
        case 'v':
        case 't':
          part = null;
          break;
        case 'rPh':
          isHint = false;
          break;
        case 'c': {
          const { text, isNumber } = readCell(cell, book);
          if (text === '') {
            emptyCells += 1;
            if (emptyCells > MOST_EMPTY_CELLS) throw new BatchFileRefused(MOSTLY_EMPTY);
            break;
          }
          if (column >= MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
          while (line.cells.length < column) line.cells.push('');
          line.cells[column] = text;
          if (!isNumber) break;
          line.numbers.add(column);
          const currency = book.formats[cell.style]?.currency;
          if (currency != null) line.currencies.set(column, currency);
          break;
        }
        case 'row':
          add(line);
          break;
      }
    },
  };
};

const startLine = (number: number, { hidden = '', ht = '' }: Record<string, string>) => ({
  number,
  cells: [] as string[],
  isHidden: isTrue(hidden) || Number(ht || 1) === 0,
  numbers: new Set<number>(),
  currencies: new Map<number, string>(),
});

/** One `col` may stand for thousands of columns. */
function hideColumns({ min, max, hidden = '', width = '' }: Record<string, string>, into: Set<number>): void {
  if (!isTrue(hidden) && Number(width || 1) !== 0) return;
  const last = Math.min(Number(max), MOST_COLUMNS);
  for (let column = Math.max(Number(min), 1); column <= last; column += 1) into.add(column - 1);
}

const isTrue = (value: string): boolean => /^(1|true)$/.test(value);

function readColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new BatchFileRefused(NOT_READ);
  return column - 1;
}
