import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, open, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { ServiceRecord } from '../payment-service/index.ts';
import type { ReportKind, ReportRow } from '../reports/report-row.ts';
import { createRowReader } from '../reports/row-reader.ts';

/** How many records to read back at a time. */
const BATCH = 500;
/** How many bytes to write at a time: one write per page would add a tenth to the time of an export. */
const CHUNK = 512 * 1024;

/** Records on disk, one line of JSON each. What we read from the service stays here until it is complete. */
export interface Spool {
  /** Returns the length that the file has once it is flushed, in bytes. */
  append(lines: string): Promise<number>;
  /** Resolves when everything appended is on disk. */
  flush(): Promise<void>;
  /** Everything appended, from the first record. */
  records(): AsyncGenerator<ServiceRecord[]>;
  close(): Promise<void>;
}

export const encodeRows = (rows: readonly ReportRow[]): string => {
  let lines = '';
  for (const { fields, hasUnread } of rows) lines += `${JSON.stringify({ fields, hasUnread })}\n`;
  // Unicode counts these as line ends, and so does `readline` since Node 24; JSON does not escape them.
  return lines.replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'));
};

/** A new file that only this process's user may read. Rejects if it exists. */
export const createSpool = async (path: string): Promise<Spool> => openSpool(path, 'wx', 0);

/**
 * A new file with the first `bytes` of an earlier one, so a process that we took for dead can keep writing to
 * the earlier file without harm. Null if that file is not on this machine, or is shorter.
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
  const appender = createAppender(handle, start);
  return {
    append: appender.append,
    flush: async () => {
      await appender.drain();
      await handle.datasync();
    },
    async *records() {
      await appender.drain();
      yield* readRecords(path, appender.length());
    },
    close: appender.close,
  };
}

/** Appends text to a file in large writes: one is under way while the next one fills. */
export const createAppender = (handle: FileHandle, start: number) => {
  let length = start;
  let written = start;
  let chunk = Buffer.allocUnsafe(CHUNK);
  let used = 0;
  let writing = Promise.resolve();

  const write = async (bytes: Buffer): Promise<void> => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, written);
      done += bytesWritten;
      written += bytesWritten;
    }
  };
  const writeChunk = (): void => {
    if (used === 0) return;
    const bytes = chunk.subarray(0, used);
    chunk = Buffer.allocUnsafe(CHUNK);
    used = 0;
    writing = writing.then(() => write(bytes));
    // The next append or drain gets the error; until then it must not count as an unhandled rejection.
    writing.catch(() => undefined);
  };

  return {
    /** Returns the length that the file has once it is drained, in bytes. */
    append: async (text: string): Promise<number> => {
      const bytes = Buffer.byteLength(text);
      if (used + bytes > chunk.length) {
        await writing;
        writeChunk();
        if (bytes > chunk.length) chunk = Buffer.allocUnsafe(bytes);
      }
      used += chunk.write(text, used);
      length += bytes;
      return length;
    },
    drain: (): Promise<void> => {
      writeChunk();
      return writing;
    },
    length: () => length,
    close: async (): Promise<void> => {
      // A caller that needs what was appended has drained it, and got any error then.
      await writing.catch(() => undefined);
      await handle.close();
    },
  };
};

async function* readRecords(path: string, length: number): AsyncGenerator<ServiceRecord[]> {
  if (length === 0) return;
  const input = createReadStream(path, { end: length - 1 });
  let batch: ServiceRecord[] = [];
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      batch.push(parseRecord(line));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } finally {
    input.destroy();
  }
  if (batch.length > 0) yield batch;
}

/** Only this program writes the file, so this is enough to notice a damaged one. */
function parseRecord(line: string): ServiceRecord {
  const { fields, hasUnread } = JSON.parse(line) as Pick<ReportRow, 'fields' | 'hasUnread'>;
  if (typeof fields !== 'object') throw new Error('a line of the export’s own file is no record');
  return { fields, ...(hasUnread ? { isCut: true } : {}) };
}

/** The rows of a spool that holds one listing. */
export async function* readSpooledRows(
  spool: Pick<Spool, 'records'>,
  kind: ReportKind,
  timeZone: string,
): AsyncGenerator<ReportRow[]> {
  const readRow = createRowReader(kind, timeZone);
  for await (const records of spool.records()) yield records.map(readRow);
}
