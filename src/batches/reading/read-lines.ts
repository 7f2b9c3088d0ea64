import { BatchFileRefused } from './batch-file-refused.ts';
import { readDelimited } from './read-delimited.ts';
import type { SheetLine } from './sheet-limits.ts';

/** 5 MB. */
export const LARGEST_FILE = 5 * 1024 * 1024;

const startsWith = (file: Buffer, ...bytes: number[]): boolean => bytes.every((byte, i) => file[i] === byte);

/** What a file is, is what its bytes say: names are given by people. Throws `BatchFileRefused`. */
export const readLines = async (file: Buffer, mostRows: number): Promise<SheetLine[]> => {
  if (file.length === 0) throw new BatchFileRefused('The file is empty. Start from the template.');
  if (file.length > LARGEST_FILE) throw new BatchFileRefused(TOO_LARGE);
  if (startsWith(file, 0x50, 0x4b)) {
    // Loaded on first use: most lists are CSV, and the app need not start with it.
    const { readWorkbook } = await import('./read-workbook.ts');
    return readWorkbook(file, mostRows);
  }
  if (startsWith(file, 0xd0, 0xcf, 0x11, 0xe0))
    throw new BatchFileRefused(
      'This is a workbook of an old Excel, or one with a password. Save it as .xlsx without a password, and send that file.',
    );
  const text = decodeText(file);
  if (text === null || /^\s*(%PDF-|<(!DOCTYPE|html|\?xml))/i.test(text.slice(0, 200)))
    throw new BatchFileRefused(
      'This is no list that Paylink can read. Send a spreadsheet as .xlsx or .csv; the template shows the columns.',
    );
  return readDelimited(text, mostRows);
};

export const TOO_LARGE = 'The file is larger than 5 MB. Keep the columns that the template has, or split it.';

/**
 * The text of a CSV file: UTF-8, UTF-16 with its mark, or else Windows-1256, in which Excel saves in an Arabic Windows.
 * Null: it is no text.
 */
const decodeText = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withoutZeros(new TextDecoder('utf-16le').decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withoutZeros(new TextDecoder('utf-16be').decode(bytes));
  return bytes.includes(0) ? null : decodeBytes(bytes);
};

/** Every binary file has one, and no text that a spreadsheet saves. */
const withoutZeros = (text: string): string | null => (text.includes('\0') ? null : text);

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}
