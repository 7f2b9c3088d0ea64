import { inflateRawSync } from 'node:zlib';
import { type Cell, readXlsx, type Sheet } from 'hucre/xlsx';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The parts of a ZIP file by name, from its central directory. */
export const unzip = (bytes: Buffer): Map<string, string> => {
  let end = bytes.length - 22;
  while (bytes.readUInt32LE(end) !== END) end -= 1;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const parts = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('no entry of the central directory');
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    parts.set(name, (method === 0 ? data : inflateRawSync(data)).toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return parts;
};

export interface ReadTable {
  name: string;
  /** The rows between the headings and the empty line, by heading. */
  records: Record<string, Cell>[];
  /** The line of totals, by heading. */
  totals: Record<string, Cell>;
  sheet: Sheet;
}

/** A workbook as an independent reader sees it. */
export const readWorkbook = async (bytes: Buffer): Promise<ReadTable[]> => {
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  return sheets.map((sheet) => {
    const headings = (sheet.rows[0] ?? []).map(String);
    const read = (row: number): Record<string, Cell> =>
      Object.fromEntries(
        headings.flatMap((heading, column) => {
          const cell = sheet.cells?.get(`${row},${column}`);
          return cell === undefined || cell.type === 'empty' ? [] : [[heading, cell]];
        }),
      );
    const filtered = Number(/\d+$/.exec(sheet.autoFilter?.range ?? '')?.[0] ?? 0);
    return {
      name: sheet.name,
      records: Array.from({ length: filtered - 1 }, (_, index) => read(index + 1)),
      totals: read(filtered + 1),
      sheet,
    };
  });
};

export interface XlsxCell {
  type: 'number' | 'text' | 'date';
  /** The text of the cell; for a date, its local time. */
  text: string;
}

/** The rows of the first sheet, by heading. A formula is an error. */
export const readXlsxTable = async (bytes: Buffer): Promise<Record<string, XlsxCell>[]> => {
  const [table] = await readWorkbook(bytes);
  return (table?.records ?? []).map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([heading, { type, value }]) => {
        if (type !== 'number' && type !== 'string' && type !== 'date') throw new Error(`a cell is a ${type}`);
        const text = value instanceof Date ? value.toISOString().slice(0, 19) : String(value);
        return [heading, { type: type === 'string' ? 'text' : type, text }];
      }),
    ),
  );
};
