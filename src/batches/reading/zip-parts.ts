import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { BatchFileRefused } from './batch-file-refused.ts';

const inflate = promisify(inflateRaw);

/** The parts of a workbook that was packed as ZIP. */
export interface ZipParts {
  has(name: string): boolean;
  names(): string[];
  /** Null: there is none. Throws `BatchFileRefused` where it is larger than `most` bytes, whatever the file says of it. */
  read(name: string, most: number): Promise<Buffer | null>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
/** A workbook has some dozens. */
const MOST_ENTRIES = 2_000;
const IS_ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  method: number;
  isEncrypted: boolean;
  packed: number;
  size: number;
  at: number;
}

const BROKEN =
  'The workbook is damaged or not a whole file. Open it in Excel, save it once more as .xlsx, and send that.';
const TOO_LARGE =
  'The workbook is far larger inside than a list of customers. Copy the rows into a new sheet, or start from the template.';

/** Reads the directory alone. Throws `BatchFileRefused`. */
export const openZip = (file: Buffer): ZipParts => {
  const entries = readDirectory(file);
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    read: async (name, most) => {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      if (entry.isEncrypted) throw new BatchFileRefused(BROKEN);
      if (entry.size > most) throw new BatchFileRefused(TOO_LARGE);
      const packed = findPacked(file, entry);
      if (entry.method === STORED) return packed.length > most ? refuse(TOO_LARGE) : packed;
      if (entry.method !== DEFLATED) return refuse(BROKEN);
      try {
        return await inflate(packed, { maxOutputLength: most });
      } catch (error) {
        return refuse(isTooLarge(error) ? TOO_LARGE : BROKEN);
      }
    },
  };
};

function refuse(words: string): never {
  throw new BatchFileRefused(words);
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

function readDirectory(file: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  if (count > MOST_ENTRIES) refuse(TOO_LARGE);
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) refuse(BROKEN);
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    // Two of one name are read differently by different programs.
    if (entries.has(name)) refuse(BROKEN);
    entries.set(name, {
      isEncrypted: (file.readUInt16LE(at + 8) & IS_ENCRYPTED) !== 0,
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(file: Buffer): number {
  const last = file.length - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1)
    if (file.readUInt32LE(at) === END) return at;
  return refuse(BROKEN);
}

function findPacked(file: Buffer, { at, packed }: Entry): Buffer {
  if (at + 30 > file.length || file.readUInt32LE(at) !== LOCAL) return refuse(BROKEN);
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  if (start + packed > file.length) return refuse(BROKEN);
  return file.subarray(start, start + packed);
}
