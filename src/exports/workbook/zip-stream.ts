import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file in an archive. Its chunks are read after those of the parts before it. */
export interface ZipPart {
  name: string;
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>;
}

interface Entry {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes follow the data; the name is UTF-8. (APPNOTE 4.4.4, bits 3 and 11.) */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980: the same rows give the same bytes. */
const DOS_DATE = 0x21;
const HIGHEST = 0xffff_ffff;

/** A ZIP archive (PKWARE's APPNOTE 6.3) without ZIP64: each part and the whole must stay below 4 GiB. */
export const createZipStream = async function* (
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  for await (const { name, chunks } of parts) {
    const entry: Entry = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 };
    const header = buildHeader(entry);
    yield header;
    for await (const chunk of deflate(chunks, entry)) yield chunk;
    const trailer = buildTrailer(entry);
    yield trailer;
    at += header.length + entry.packed + trailer.length;
    if (at > HIGHEST || entry.size > HIGHEST) throw new Error('the workbook is larger than 4 GiB');
    entries.push(entry);
  }
  const directory = Buffer.concat(entries.map(buildDirectoryEntry));
  yield directory;
  yield buildEnd(entries.length, directory.length, at);
};

async function* deflate(chunks: ZipPart['chunks'], entry: Entry): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const chunk of chunks) {
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield chunk;
    }
  }
  const deflated = createDeflateRaw();
  const source = pipeline(Readable.from(counted(), { objectMode: false }), deflated);
  // An error in the source destroys `deflated`, and the loop below throws it.
  source.catch(() => undefined);
  for await (const chunk of deflated) {
    const bytes: Buffer = chunk;
    entry.packed += bytes.length;
    yield bytes;
  }
  await source;
}

function buildHeader({ name }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function buildTrailer({ crc, packed, size }: Entry): Buffer {
  const trailer = Buffer.alloc(16);
  trailer.writeUInt32LE(0x08074b50, 0);
  trailer.writeUInt32LE(crc, 4);
  trailer.writeUInt32LE(Math.min(packed, HIGHEST), 8);
  trailer.writeUInt32LE(Math.min(size, HIGHEST), 12);
  return trailer;
}

function buildDirectoryEntry({ name, at, crc, packed, size }: Entry): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DOS_DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, name]);
}

function buildEnd(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
