import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { createInflateRaw, inflateRaw } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { BatchFileRefused, inPieces } from './sheet-limits.ts';

const inflate = promisify(inflateRaw);

/** The parts of a workbook, which is a ZIP archive of XML documents. */
export interface WorkbookParts {
  has(name: string): boolean;
  names(): string[];
  /**
   * Reads one part with the handlers. False: there is no such part. Throws `BatchFileRefused` if it is larger than `most`
   * bytes, whatever the archive says.
   */
  read(name: string, most: number, handlers: XmlHandlers): Promise<boolean>;
  /** Reads the beginning of a part, if it can be read. The last elements may not be closed. */
  peek(name: string, handlers: XmlHandlers): Promise<void>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
/** A workbook has a few dozen. */
const MOST_ENTRIES = 2_000;
const IS_ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** In bytes: enough for ten rows of a hundred columns. */
const PEEKED = 64 * 1024;

interface Entry {
  method: number;
  isEncrypted: boolean;
  packed: number;
  size: number;
  at: number;
}

const BROKEN =
  'The workbook is damaged or incomplete. Open it in Excel, save it again as .xlsx, and send that file.';
const TOO_LARGE =
  'The workbook unpacks to far more than a list of customers. Copy the rows into a new sheet, or start from the template.';

/** Reads only the directory. Throws `BatchFileRefused`. */
export const openWorkbook = (file: Buffer): WorkbookParts => {
  const entries = readDirectory(file);
  return {
    has: (name) => entries.has(name.toLowerCase()),
    names: () => [...entries.keys()],
    read: async (name, most, handlers) => {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) return false;
      await readXml(await unpack(file, entry, most), handlers);
      return true;
    },
    peek: async (name, handlers) => {
      const entry = entries.get(name.toLowerCase());
      const start = entry === undefined ? null : await unpackStart(file, entry);
      if (start !== null) await readXml(start, handlers, { isWhole: false });
    },
  };
};

async function unpack(file: Buffer, entry: Entry, most: number): Promise<Buffer> {
  if (entry.isEncrypted) refuse(BROKEN);
  if (entry.size > most) refuse(TOO_LARGE);
  const packed = findPacked(file, entry);
  if (entry.method === STORED) return packed.length > most ? refuse(TOO_LARGE) : packed;
  if (entry.method !== DEFLATED) return refuse(BROKEN);
  try {
    return await inflate(packed, { maxOutputLength: most });
  } catch (error) {
    return refuse(isTooLarge(error) ? TOO_LARGE : BROKEN);
  }
}

/** Null: it cannot be unpacked. */
async function unpackStart(file: Buffer, entry: Entry): Promise<Buffer | null> {
  const packed = findPacked(file, entry);
  if (entry.isEncrypted) return null;
  if (entry.method === STORED) return packed.subarray(0, PEEKED);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    const inflated = Readable.from(inPieces(packed, PEEKED)).pipe(createInflateRaw());
    for await (const chunk of inflated as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= PEEKED) break;
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).subarray(0, PEEKED);
}

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
    const name = file.toString('utf8', at + 46, at + 46 + nameLength).toLowerCase();
    // Programs disagree on which of two parts with one name to read.
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

/** Called while a document is read. Names have no prefix. */
export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** No spreadsheet writes such a document. Entities of its own could make it grow without end. */
class XmlRefused extends Error {
  override name = 'XmlRefused';
}

/** In bytes. At worst four thousand empty elements. */
const PIECE = 16 * 1024;
/** A worksheet nests eight elements, and no tag has twenty attributes. */
const DEEPEST = 50;
const MOST_ATTRIBUTES = 50;

/** Reads a document piece by piece, and yields to other work between them. Throws what a handler throws. */
const readXml = async (
  document: Buffer,
  { open = none, text = none, close = none }: XmlHandlers,
  { isWhole = true } = {},
): Promise<void> => {
  const parser = new SaxesParser();
  const fail = (): never => {
    throw new XmlRefused('not XML that a spreadsheet writes');
  };
  let depth = 0;
  let attributes = 0;
  // With more than seven handlers, V8 turns the parser into a dictionary, and reading takes three times as long.
  parser.on('doctype', fail);
  parser.on('error', fail);
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) fail();
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    depth += 1;
    if (depth > DEEPEST) fail();
    open(local(tag.name), tag.attributes as Record<string, string>);
  });
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close(local(name));
  });
  const decoder = new StringDecoder('utf8');
  for await (const piece of inPieces(document, PIECE)) parser.write(decoder.write(piece));
  if (isWhole) parser.close();
};

const none = (): void => undefined;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
