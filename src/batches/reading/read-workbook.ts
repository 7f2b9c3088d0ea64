import { cut } from '../../blocks/text.ts';
import { isListHead, MOST_LINES_ABOVE } from './find-columns.ts';
import { type CellContext, isDateFormat, type RawCell, readCellText, undoEscapes } from './read-cell.ts';
import {
  BatchFileRefused,
  createLineCollector,
  MOST_COLUMNS,
  refuseFormula,
  type SheetLine,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';
import { openWorkbook, type WorkbookParts, type XmlHandlers } from './workbook-parts.ts';

/** In bytes of XML. A thousand rows of thirty columns take a sixth of it. */
const MOST = { sheet: 4_000_000, strings: 4_000_000, other: 1_000_000 };
const MOST_STRINGS = 100_000;
/** A sheet with colours far below its rows has many empty cells. */
const MOST_EMPTY_CELLS = 20_000;

/** Of further sheets, only the first lines are of interest. */
const MOST_OTHER_SHEETS = 12;
const LONGEST_NAME = 31;

const NO_SHEET = 'The workbook has no sheet with rows. Put the list on its first sheet.';
const NOT_READ =
  'Paylink could not read this workbook. Open it in Excel, save it again as .xlsx, and send that file; or save it as CSV.';
const MOSTLY_EMPTY =
  'The sheet has too many empty cells around the list. Copy the rows into a new sheet, or start from the template.';

/** The lines of the first visible sheet of an XLSX workbook. Throws `BatchFileRefused`. */
export const readWorkbook = async (file: Buffer, mostRows: number): Promise<SheetLine[]> => {
  const parts = openWorkbook(file);
  if (parts.names().some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new BatchFileRefused('The workbook has macros. Save it as .xlsx without them, and send that file.');
  if (!parts.has('xl/workbook.xml')) throw new BatchFileRefused(NOT_READ);
  try {
    const { sheets, is1904 } = await readBook(parts);
    const [first, ...others] = sheets;
    if (first === undefined) throw new BatchFileRefused(NO_SHEET);
    const strings = await readStrings(parts);
    const isDate = await readDateStyles(parts);
    const book = { strings, isDate, is1904 };
    const lines = await readSheet(parts, first.path, { ...book, mostRows });
    for (const other of others.slice(0, MOST_OTHER_SHEETS))
      if (isListHead(await readHead(parts, other.path, book))) refuseSecondList(first.name, other.name);
    return lines;
  } catch (error) {
    if (error instanceof BatchFileRefused) throw error;
    throw new BatchFileRefused(NOT_READ);
  }
};

interface VisibleSheet {
  name: string;
  path: string;
}

/** Nobody sees in Slack which of them was read. */
const refuseSecondList = (first: string, other: string): never => {
  const [one, two] = [first, other].map((name) => `“${cut(name, LONGEST_NAME)}”`);
  throw new BatchFileRefused(
    `The workbook has more than one list: the sheets ${one} and ${two} both have headings for links. Copy the one that you mean into a workbook of its own, or put all rows on one sheet, and send that file.`,
  );
};

async function readBook(parts: WorkbookParts): Promise<{ sheets: VisibleSheet[]; is1904: boolean }> {
  let is1904 = false;
  const named: { name: string; id: string }[] = [];
  await parts.read('xl/workbook.xml', MOST.other, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
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

/** Whether a cell's number is a date, by the index of its style. */
async function readDateStyles(parts: WorkbookParts): Promise<boolean[]> {
  const formats = new Map<string, string>();
  const isDate: boolean[] = [];
  let isInCells = false;
  await parts.read('xl/styles.xml', MOST.other, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = attributes['numFmtId'] ?? '0';
      isDate.push(isDateFormat(Number(id), formats.get(id) ?? null));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return isDate;
}

async function readSheet(
  parts: WorkbookParts,
  name: string,
  { mostRows, ...book }: CellContext & { mostRows: number },
): Promise<SheetLine[]> {
  const collector = createLineCollector(mostRows);
  const handlers = readRows(book, { add: collector.add, onFormula: refuseFormula });
  if (!(await parts.read(name, MOST.sheet, handlers))) throw new BatchFileRefused(NO_SHEET);
  return collector.lines();
}

/** The first lines of a sheet that is not read as the list. None: whatever it is, it is not a list for Paylink. */
async function readHead(parts: WorkbookParts, name: string, book: CellContext): Promise<SheetLine[]> {
  const lines: SheetLine[] = [];
  const add = (line: SheetLine) => {
    if (line.cells.length > 0 && lines.length < MOST_LINES_ABOVE) lines.push(line);
  };
  try {
    await parts.peek(name, readRows(book, { add, onFormula: () => undefined }));
  } catch (error) {
    if (!(error instanceof BatchFileRefused)) throw error;
  }
  return lines;
}

/** Handlers that call `add` for each line of a sheet, and `onFormula` for each formula. */
const readRows = (
  book: CellContext,
  { add, onFormula }: { add: (line: SheetLine) => void; onFormula: (row: number, column: number) => void },
): XmlHandlers => {
  let number = 0;
  let isHidden = false;
  let cells: string[] = [];
  let column = -1;
  let cell: RawCell = { type: 'n', style: -1, text: '' };
  let isValue = false;
  let emptyCells = 0;
  return {
    open: (element, attributes) => {
      switch (element) {
        case 'row':
          number = attributes['r'] === undefined ? number + 1 : Number(attributes['r']);
          isHidden = /^(1|true)$/.test(attributes['hidden'] ?? '');
          cells = [];
          column = -1;
          break;
        case 'c':
          column = attributes['r'] === undefined ? column + 1 : readColumn(attributes['r']);
          cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), text: '' };
          break;
        case 'v':
        case 't':
          isValue = true;
          break;
        case 'f':
          onFormula(number, column);
          break;
      }
    },
    text: (part) => {
      if (isValue) cell.text += part;
    },
    close: (element) => {
      switch (element) {
        case 'v':
        case 't':
          isValue = false;
          break;
        case 'c': {
          const value = readCellText(cell, book);
          if (value === '') {
            emptyCells += 1;
            if (emptyCells > MOST_EMPTY_CELLS) throw new BatchFileRefused(MOSTLY_EMPTY);
            break;
          }
          if (column >= MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
          while (cells.length < column) cells.push('');
          cells[column] = value;
          break;
        }
        case 'row':
          add({ number, cells, isHidden });
          break;
      }
    },
  };
};

function readColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new BatchFileRefused(NOT_READ);
  return column - 1;
}
