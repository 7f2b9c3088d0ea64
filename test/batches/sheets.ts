import { buildZip } from './build-zip.ts';

/** A sheet's XML from its cells: a text, a number, or the inside of a `c` element with its attributes. */
type Cell = string | number | { attributes: string; xml: string };

export interface WorkbookParts {
  name?: string;
  rows: readonly (readonly Cell[])[];
  /** Before `sheetData`, such as `<cols>…</cols>`. */
  before?: string;
  /** The numbers of hidden rows. */
  hidden?: readonly number[];
  /** Rows as XML, below the others. */
  last?: string;
  /** After `sheetData`, such as `<mergeCells>…</mergeCells>`. */
  after?: string;
}

const letter = (column: number): string => String.fromCharCode(65 + column);

const cellXml = (cell: Cell, row: number, column: number): string => {
  const at = `r="${letter(column)}${row}"`;
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return cell === '' ? '' : `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`;
  return `<c ${at} ${cell.attributes}>${cell.xml}</c>`;
};

const sheetXml = ({ rows, before = '', hidden = [], last = '', after = '' }: WorkbookParts): string =>
  `<worksheet>${before}<sheetData>${rows
    .map(
      (cells, index) =>
        `<row r="${index + 1}"${hidden.includes(index + 1) ? ' hidden="1"' : ''}>${cells.map((cell, column) => cellXml(cell, index + 1, column)).join('')}</row>`,
    )
    .join('')}${last}</sheetData>${after}</worksheet>`;

interface Styles {
  formats?: readonly string[];
  ids?: readonly number[];
  /** The cells in these formats are struck through. */
  isStruck?: boolean;
  /** The formats belong to named styles, and the cells have those. */
  areNamed?: boolean;
}

const stylesXml = ({ formats = [], ids = [], isStruck = false, areNamed = false }: Styles): string => {
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const own = formats.map((_, index) => `<xf numFmtId="${200 + index}" fontId="${isStruck ? 1 : 0}"/>`);
  const byName = formats.map((_, index) => `<xf xfId="${index}"/>`);
  return [
    `<styleSheet><numFmts>${codes.join('')}</numFmts>`,
    '<fonts><font/><font><strike/></font></fonts>',
    areNamed ? `<cellStyleXfs>${own.join('')}</cellStyleXfs>` : '',
    '<cellXfs><xf numFmtId="0" fontId="0"/>',
    ...(areNamed ? byName : own),
    ...ids.map((id) => `<xf numFmtId="${id}"/>`),
    '</cellXfs></styleSheet>',
  ].join('');
};

/** A workbook written by hand, with what no writer of workbooks writes. */
export const buildWorkbook = (
  sheets: readonly WorkbookParts[],
  more: Styles & { strings?: readonly string[] } = {},
): Buffer =>
  buildZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
      .map(({ name = 'S' }, index) => `<sheet name="${name}" r:id="r${index}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, index) => `<Relationship Id="r${index}" Target="worksheets/sheet${index}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/sheet${index}.xml`, sheetXml(sheet)])),
    'xl/sharedStrings.xml': `<sst>${(more.strings ?? []).map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': stylesXml(more),
  });
