import { inflateRawSync } from 'node:zlib';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The parts of a ZIP file by their names, by its central directory. */
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

export interface XlsxCell {
  type: 'number' | 'text';
  /** As it stands in the file. */
  text: string;
  /** Its number format. */
  format: string | null;
}

/** The cells of the first sheet, each record by the header's titles. */
export const readXlsxTable = (bytes: Buffer): Record<string, XlsxCell>[] => {
  const parts = unzip(bytes);
  const formats = readFormats(parts.get('xl/styles.xml') ?? '');
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  if (/<f[ >/]/.test(sheet)) throw new Error('a formula is in the file');
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, names = '', content = '']) => {
        const column = /r="([A-Z]+)/.exec(names)?.[1] ?? '';
        const type = names.includes('t="inlineStr"') ? 'text' : 'number';
        const raw = /<(?:t|v)(?: [^>]*)?>(.*?)<\/(?:t|v)>/s.exec(content)?.[1] ?? '';
        return [
          column,
          {
            type,
            text: unescapeXml(raw),
            format: formats[Number(/s="(\d+)"/.exec(names)?.[1] ?? 0)] ?? null,
          },
        ];
      }),
    ),
  ) as Record<string, XlsxCell>[];
  const [header = {}, ...records] = rows;
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([column, cell]) => [header[column]?.text ?? column, cell]),
    ),
  );
};

function readFormats(styles: string): (string | null)[] {
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      code ?? null,
    ]),
  );
  const cells = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => codes.get(id) ?? null);
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
