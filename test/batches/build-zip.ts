import { deflateRawSync } from 'node:zlib';

/** A compressed part, and its size according to the directory. */
interface Packed {
  name: string;
  packed: Buffer;
  claimed: number;
}

/** A ZIP file without checksums, which the reader of lists ignores. */
export const buildZip = (parts: Record<string, string | Buffer>, ...more: Packed[]): Buffer => {
  const all: Packed[] = [
    ...Object.entries(parts).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return { name, packed: deflateRawSync(bytes), claimed: bytes.length };
    }),
    ...more,
  ];
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, packed, claimed } of all) {
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claimed, 8);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    sizes.copy(entry, 16);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(all.length, 8);
  end.writeUInt16LE(all.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
};
