import { BatchFileRefused } from './batch-file-refused.ts';
import { decodeText } from './decode-text.ts';
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
