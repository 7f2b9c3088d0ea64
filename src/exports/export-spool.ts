import { createReadStream } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { ReportRow } from '../reports/report-row.ts';

/** Rows at a time when they are read back. */
const BATCH = 500;
/** Bytes that are written at a time: a write for each page costs a tenth of the whole export. */
const CHUNK = 512 * 1024;

/** Rows on disk, a line of JSON each: what is read of the service is kept here until it is whole. */
export interface Spool {
  /** Gives the length in bytes that the file has once it is flushed. */
  append(lines: Buffer): Promise<number>;
  /** Resolves when all that was appended is on the disk. */
  flush(): Promise<void>;
  /** Everything appended, from the first row. */
  rows(): AsyncGenerator<ReportRow[]>;
  close(): Promise<void>;
}

export const encodeRows = (rows: readonly ReportRow[]): Buffer =>
  Buffer.from(
    rows
      .map((row) => `${JSON.stringify(row)}\n`)
      .join('')
      // Ends of lines for Unicode, and for `readline` since Node 24; JSON leaves them as they are.
      .replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029')),
  );

/** A new file that only this process' user may read. Rejects when it exists. */
export const createSpool = async (path: string): Promise<Spool> => openSpool(path, 'wx', 0);

/**
 * A new file with the first `bytes` of an earlier one: a process that was taken for dead and still writes to that
 * one does no harm. Null when it is not on this machine, or shorter.
 */
export const continueSpool = async (
  path: string,
  from: { path: string; bytes: number },
): Promise<Spool | null> => {
  const size = await stat(from.path).then(
    (found) => found.size,
    () => -1,
  );
  if (size < from.bytes) return null;
  await (await open(path, 'wx', 0o600)).close();
  await copyFile(from.path, path);
  return openSpool(path, 'r+', from.bytes);
};

async function openSpool(path: string, flags: 'wx' | 'r+', start: number): Promise<Spool> {
  const handle = await open(path, flags, 0o600);
  await handle.truncate(start);
  let length = start;
  let written = start;
  let waiting: Buffer[] = [];
  let writing = Promise.resolve();

  const write = async (bytes: Buffer): Promise<void> => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, written);
      done += bytesWritten;
      written += bytesWritten;
    }
  };
  const writeWaiting = (): void => {
    if (waiting.length === 0) return;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    writing = writing.then(() => write(bytes));
    // Whoever appends or flushes next hears of it; until then it is no unhandled rejection.
    writing.catch(() => undefined);
  };
  const drain = (): Promise<void> => {
    writeWaiting();
    return writing;
  };

  return {
    append: async (lines) => {
      waiting.push(lines);
      length += lines.length;
      if (length - written < CHUNK) return length;
      // One chunk is on its way while the next one fills.
      await writing;
      writeWaiting();
      return length;
    },
    flush: async () => {
      await drain();
      await handle.datasync();
    },
    rows: async function* () {
      await drain();
      yield* readRows(path, length);
    },
    close: async () => {
      // Whoever needs the rows has flushed them, and heard of it.
      await writing.catch(() => undefined);
      await handle.close();
    },
  };
}

async function* readRows(path: string, length: number): AsyncGenerator<ReportRow[]> {
  if (length === 0) return;
  const input = createReadStream(path, { end: length - 1 });
  let batch: ReportRow[] = [];
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      batch.push(parseRow(line));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } finally {
    input.destroy();
  }
  if (batch.length > 0) yield batch;
}

function parseRow(line: string): ReportRow {
  const row: unknown = JSON.parse(line);
  if (isRow(row)) return row;
  throw new Error('a line of the export’s own file is no row');
}

/** Written by this program alone: enough to notice a file that is not what it should be. */
const isRow = (row: unknown): row is ReportRow =>
  typeof row === 'object' && row !== null && 'fields' in row && typeof row.fields === 'object';
