import { isListHead, MOST_LINES_ABOVE } from './headings.ts';
import { readNumberFormat } from './number-format.ts';
import {
  type CellContext,
  type CellStyle,
  type RawCell,
  type RunText,
  readCell,
  TWO_VALUES,
  undoEscapes,
} from './read-cell.ts';
import {
  BatchFileRefused,
  type CellFacts,
  createLineCollector,
  FEWEST_COLUMNS,
  MOST_COLUMNS,
  MOSTLY_EMPTY,
  type Sheet,
  type SheetLine,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';
import { openWorkbook, type WorkbookParts, type XmlHandlers } from './workbook-parts.ts';

/** In bytes of XML. A thousand rows of thirty columns take a sixth of it. */
const MOST = { sheet: 4_000_000, strings: 4_000_000, other: 1_000_000 };
const MOST_STRINGS = 100_000;
/** A sheet with colours far below its rows has many empty cells. */
const MOST_EMPTY_CELLS = 20_000;
/** Each is looked for in each row. */
const MOST_MERGED = 5_000;

/** More than any list has; Slack's menus take a hundred. */
const MOST_SHEETS = 50;

const NO_SHEET = 'The workbook has no sheet with rows. Put the list on its first sheet.';
const NOT_READ =
  'Paylink could not read this workbook. Open it in Excel, save it again as .xlsx, and send that file; or save it as CSV.';
/**
 * The list of an XLSX workbook: of the chosen sheet, or of the first visible one that has one. Throws `BatchFileRefused`.
 */
export const readWorkbook = async (file: Buffer, mostRows: number, chosen: number | null): Promise<Sheet> => {
  const parts = openWorkbook(file);
  if (parts.names().some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new BatchFileRefused('The workbook has macros. Save it as .xlsx without them, and send that file.');
  if (!parts.has('xl/workbook.xml')) throw new BatchFileRefused(NOT_READ);
  try {
    const { sheets, is1904 } = await readBook(parts);
    const [first] = sheets;
    if (first === undefined) throw new BatchFileRefused(NO_SHEET);
    const book = { strings: await readStrings(parts), styles: await readStyles(parts), is1904 };
    const heads: SheetLine[][] = [];
    if (sheets.length > 1 && chosen === null)
      for (const { path } of sheets) heads.push(await readHead(parts, path, book));
    const lists = [...heads.keys()].filter((index) => isListHead(heads[index] ?? []));
    const index = chosen ?? lists[0] ?? Math.max(0, heads.findIndex(isTable));
    const others = sheets.map(({ name }, at) => ({ index: at, name }));
    return {
      ...(await readSheet(parts, sheets[index] ?? first, { ...book, mostRows })),
      ...{ sheets: others, index },
      isOpen: lists.length > 1 || (lists.length === 0 && heads.filter(isTable).length > 1),
    };
  } catch (error) {
    if (error instanceof BatchFileRefused) throw error;
    throw new BatchFileRefused(NOT_READ);
  }
};

const isTable = (lines: readonly SheetLine[]): boolean =>
  lines.length > 1 && lines.some(({ cells }) => cells.length >= FEWEST_COLUMNS);

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
  return { sheets: sheets.slice(0, MOST_SHEETS), is1904 };
}

/** Collects the text of an `si` or `is` element, without pronunciation hints. */
const createRuns = () => {
  let run: RunText = { text: '', flaw: null };
  let isText = false;
  let isHint = false;
  return {
    open: (name: string, { val = '1' }: Record<string, string>): void => {
      if (name === 'si' || name === 'is') run = { text: '', flaw: null };
      if (name === 'rPh') isHint = true;
      if (name === 't') isText = !isHint;
      if (name === 'strike' && isTrue(val)) run.flaw = 'struck';
      if (name === 'vertAlign' && val !== 'baseline') run.flaw ??= 'raised';
    },
    text: (part: string): void => {
      if (isText) run.text += part;
    },
    close: (name: string): void => {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
    },
    read: (): RunText => ({ ...run, text: undoEscapes(run.text) }),
  };
};

/** The texts of all cells, each once. */
async function readStrings(parts: WorkbookParts): Promise<RunText[]> {
  const strings: RunText[] = [];
  const runs = createRuns();
  await parts.read('xl/sharedStrings.xml', MOST.strings, {
    open: runs.open,
    text: runs.text,
    close: (name) => {
      runs.close(name);
      if (name === 'si' && strings.push(runs.read()) > MOST_STRINGS) throw new BatchFileRefused(MOSTLY_EMPTY);
    },
  });
  return strings;
}

/** How cells look, by the index of their style. */
async function readStyles(parts: WorkbookParts): Promise<CellStyle[]> {
  const codes = new Map<string, string>();
  const fonts: { isStruck: boolean }[] = [];
  const named: Record<string, string>[] = [];
  const styles: CellStyle[] = [];
  let inside = '';
  await parts.read('xl/styles.xml', MOST.other, {
    open: (name, attributes) => {
      if (['numFmts', 'fonts', 'cellStyleXfs', 'cellXfs'].includes(name)) inside = name;
      const place = `${inside} ${name}`;
      // What a cell's style leaves open, its named style says.
      const all = { ...named[Number(attributes['xfId'] ?? 0)], ...attributes };
      const { numFmtId = '0', fontId = '0', formatCode = '', val = '1' } = all;
      if (place === 'cellStyleXfs xf') named.push(attributes);
      if (place === 'numFmts numFmt') codes.set(numFmtId, formatCode);
      if (place === 'fonts font') fonts.push({ isStruck: false });
      if (place === 'fonts strike') fonts.splice(-1, 1, { isStruck: isTrue(val) });
      if (place !== 'cellXfs xf') return;
      const format = readNumberFormat(Number(numFmtId), codes.get(numFmtId) ?? null);
      styles.push({ format, isStruck: false, ...fonts[Number(fontId)] });
    },
    close: (name) => {
      if (name === inside) inside = '';
    },
  });
  return styles;
}

async function readSheet(
  parts: WorkbookParts,
  { name, path }: VisibleSheet,
  { mostRows, ...book }: CellContext & { mostRows: number },
): Promise<Omit<Sheet, 'sheets' | 'index' | 'isOpen'>> {
  const collector = createLineCollector(mostRows);
  const hiddenColumns = new Set<number>();
  const merged: Merged[] = [];
  const handlers = readRows(book, { add: collector.add, hiddenColumns, merged });
  if (!(await parts.read(path, MOST.sheet, handlers))) throw new BatchFileRefused(NO_SHEET);
  const lines = collector.lines();
  clearCovered(lines, merged);
  return { name, lines, hiddenColumns, isDelimited: false };
}

/** The first lines of a sheet, to see whether it has a list. None: whatever it is, it is not a list for Paylink. */
async function readHead(parts: WorkbookParts, name: string, book: CellContext): Promise<SheetLine[]> {
  const lines: SheetLine[] = [];
  const add = (line: SheetLine) => {
    if (line.cells.length > 0 && lines.length < MOST_LINES_ABOVE) lines.push(line);
  };
  try {
    await parts.peek(name, readRows(book, { add, hiddenColumns: new Set(), merged: [] }));
  } catch (error) {
    if (!(error instanceof BatchFileRefused)) throw error;
  }
  return lines;
}

/** The first and the last of cells that are shown as one. */
type Merged = readonly [Place, Place];

/** Nobody sees what is in merged cells but the first. */
function clearCovered(lines: readonly SheetLine[], merged: readonly Merged[]): void {
  for (const [from, to] of merged)
    for (const { number, cells } of lines)
      if (number >= from.row && number <= to.row)
        for (let at = from.column; at <= to.column && at < cells.length; at += 1)
          if (number !== from.row || at !== from.column) cells[at] = '';
}

/** Handlers that call `add` for each line of a sheet. */
const readRows = (
  book: CellContext,
  into: { add: (line: SheetLine) => void; hiddenColumns: Set<number>; merged: Merged[] },
): XmlHandlers => {
  const rows = new Set<number>();
  const runs = createRuns();
  let line = startLine(0, {});
  let column = -1;
  let columns = new Set<number>();
  let cell = startCell({});
  let part: 'value' | 'formula' | null = null;
  let emptyCells = 0;
  return {
    open: (element, attributes) => {
      runs.open(element, attributes);
      switch (element) {
        case 'col':
          hideColumns(attributes, into.hiddenColumns);
          break;
        case 'row': {
          const { r = line.number + 1 } = attributes;
          line = startLine(Number(r), attributes);
          if (rows.has(line.number)) throw new BatchFileRefused(TWO_VALUES);
          rows.add(line.number);
          column = -1;
          columns = new Set();
          break;
        }
        case 'c': {
          const at = attributes['r'] === undefined ? null : readPlace(attributes['r']);
          column = at?.column ?? column + 1;
          if (columns.has(column) || (at?.row ?? line.number) !== line.number)
            throw new BatchFileRefused(TWO_VALUES);
          columns.add(column);
          cell = startCell(attributes);
          break;
        }
        case 'v':
          part = 'value';
          break;
        case 'f':
          part = 'formula';
          cell.formula = '';
          break;
        case 'mergeCell': {
          const [from, to = from] = (attributes['ref'] ?? '').split(':').map(readPlace);
          if (from && to && into.merged.push([from, to]) > MOST_MERGED)
            throw new BatchFileRefused(MOSTLY_EMPTY);
          break;
        }
      }
    },
    text: (text) => {
      runs.text(text);
      if (part !== null) cell[part] = (cell[part] ?? '') + text;
    },
    close: (element) => {
      runs.close(element);
      switch (element) {
        case 'v':
        case 'f':
          part = null;
          break;
        case 'is':
          cell.inline = runs.read();
          break;
        case 'c': {
          const { text, facts } = readCell(cell, book);
          if (text === '') {
            emptyCells += 1;
            if (emptyCells > MOST_EMPTY_CELLS) throw new BatchFileRefused(MOSTLY_EMPTY);
            if (!facts?.isFormula) break;
          }
          if (column >= MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
          while (line.cells.length < column) line.cells.push('');
          line.cells[column] = text;
          if (facts !== null) line.facts.set(column, facts);
          break;
        }
        case 'row':
          into.add(line);
          break;
      }
    },
  };
};

const startLine = (number: number, { hidden = '', ht = '' }: Record<string, string>) => ({
  number,
  cells: [] as string[],
  isHidden: isTrue(hidden) || Number(ht || 1) === 0,
  facts: new Map<number, CellFacts>(),
});

/** A cell without a style has the first one. */
const startCell = ({ t = 'n', s = '0' }: Record<string, string>): RawCell => ({
  type: t,
  style: Number(s),
  value: null,
  inline: null,
  formula: null,
});

/** One `col` may stand for thousands of columns. */
function hideColumns({ min, max, hidden = '', width = '' }: Record<string, string>, into: Set<number>): void {
  if (!isTrue(hidden) && Number(width || 1) !== 0) return;
  const last = Math.min(Number(max), MOST_COLUMNS);
  for (let column = Math.max(Number(min), 1); column <= last; column += 1) into.add(column - 1);
}

const isTrue = (value: string): boolean => /^(1|true)$/.test(value);

interface Place {
  row: number;
  column: number;
}

/** `B7` as row 7, column 1. */
function readPlace(reference: string): Place {
  const [, letters = '', row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (row === undefined) throw new BatchFileRefused(NOT_READ);
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row), column };
}
