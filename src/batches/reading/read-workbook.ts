import { BatchFileRefused } from './batch-file-refused.ts';
import { readXml, type XmlHandlers } from './read-xml.ts';
import {
  createLineTaker,
  MOST_COLUMNS,
  refuseFormula,
  type SheetLine,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';
import { isDateFormat, serialToDate } from './workbook-dates.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** Bytes of XML. A thousand rows of thirty columns are a sixth of it. */
const MOST = { sheet: 4_000_000, strings: 4_000_000, other: 1_000_000 };
const MOST_STRINGS = 100_000;
/** A sheet that is coloured far below its rows has many empty ones. */
const MOST_EMPTY_CELLS = 20_000;

const NO_SHEET = 'The workbook has no sheet with rows. Put the list on its first sheet.';
const NOT_READ =
  'Paylink could not read this workbook. Open it in Excel, save it once more as .xlsx, and send that; or save it as CSV.';
const MOSTLY_EMPTY =
  'The sheet has too many empty cells around the list. Copy the rows into a new sheet, or start from the template.';

/** The lines of the first sheet of an XLSX workbook that is shown. Throws `BatchFileRefused`. */
export const readWorkbook = async (file: Buffer, mostRows: number): Promise<SheetLine[]> => {
  const parts = openZip(file);
  if (parts.names().some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new BatchFileRefused('The workbook has macros. Save it as .xlsx without them, and send that file.');
  if (!parts.has('xl/workbook.xml')) throw new BatchFileRefused(NOT_READ);
  try {
    const { sheetPath, is1904 } = await readBook(parts);
    const strings = await readStrings(parts);
    const isDate = await readDateStyles(parts);
    return await readSheet(parts, sheetPath, { strings, isDate, is1904, mostRows });
  } catch (error) {
    if (error instanceof BatchFileRefused) throw error;
    throw new BatchFileRefused(NOT_READ);
  }
};

/** False: the workbook has no such part. */
async function readPart(
  parts: ZipParts,
  { name, most }: { name: string; most: number },
  handlers: XmlHandlers,
): Promise<boolean> {
  const bytes = await parts.read(name, most);
  if (bytes === null) return false;
  await readXml(bytes, handlers);
  return true;
}

async function readBook(parts: ZipParts): Promise<{ sheetPath: string; is1904: boolean }> {
  let is1904 = false;
  const ids: string[] = [];
  await readPart(
    parts,
    { name: 'xl/workbook.xml', most: MOST.other },
    {
      open: (name, attributes) => {
        if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
        if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible')
          ids.push(Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '');
      },
    },
  );
  const targets = new Map<string, string>();
  await readPart(
    parts,
    { name: 'xl/_rels/workbook.xml.rels', most: MOST.other },
    {
      open: (_name, { Id = '', Target = '' }) => {
        targets.set(Id, Target);
      },
    },
  );
  const target = targets.get(ids[0] ?? '');
  if (target === undefined) throw new BatchFileRefused(NO_SHEET);
  return {
    sheetPath: target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
    is1904,
  };
}

/** The texts of all cells, each once. Hints for pronunciation are none of them. */
async function readStrings(parts: ZipParts): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isHint = false;
  await readPart(
    parts,
    { name: 'xl/sharedStrings.xml', most: MOST.strings },
    {
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
    },
  );
  return strings;
}

/** By the index of a cell's style: whether its number is a day. */
async function readDateStyles(parts: ZipParts): Promise<boolean[]> {
  const formats = new Map<string, string>();
  const isDate: boolean[] = [];
  let isInCells = false;
  await readPart(
    parts,
    { name: 'xl/styles.xml', most: MOST.other },
    {
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
    },
  );
  return isDate;
}

interface Book {
  strings: readonly string[];
  isDate: readonly boolean[];
  is1904: boolean;
  mostRows: number;
}

async function readSheet(parts: ZipParts, name: string, { mostRows, ...book }: Book): Promise<SheetLine[]> {
  const taker = createLineTaker(mostRows);
  let number = 0;
  let cells: string[] = [];
  let column = -1;
  let cell = { type: 'n', style: -1, text: '' };
  let isValue = false;
  let emptyCells = 0;
  const isThere = await readPart(
    parts,
    { name, most: MOST.sheet },
    {
      open: (element, attributes) => {
        switch (element) {
          case 'row':
            number = attributes['r'] === undefined ? number + 1 : Number(attributes['r']);
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
            refuseFormula(number, column);
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
            const value = readCell(cell, book);
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
            taker.take({ number, cells });
            break;
        }
      },
    },
  );
  if (!isThere) throw new BatchFileRefused(NO_SHEET);
  return taker.lines();
}

function readColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new BatchFileRefused(NOT_READ);
  return column - 1;
}

function readCell(
  { type, style, text }: { type: string; style: number; text: string },
  { strings, isDate, is1904 }: Omit<Book, 'mostRows'>,
): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'inlineStr' || type === 'str') return undoEscapes(text);
  if (type !== 'n' || text === '') return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return isDate[style] ? serialToDate(value, is1904) : writeNumber(value);
}

/** Excel keeps 15 digits: `0.1 + 0.2` shows as 0.3 there, and is written so here. Never with an exponent. */
function writeNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
const undoEscapes = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
