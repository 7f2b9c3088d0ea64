import { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Rooms the app loads parts of on first use. */
const ROOMS = [
  '../../src/approvals/',
  '../../src/audit/',
  '../../src/batches/',
  '../../src/closes/',
  '../../src/delivery/pictures/',
  '../../src/exports/',
  '../../src/links/card/',
  '../../src/links/checks/',
  '../../src/links/form/',
  '../../src/links/hand-over/',
  '../../src/reports/',
  '../../src/settings/',
  '../../src/teaching/',
  '../../src/tenancy/',
];

/** Compresses at once instead of on another thread, which takes real time as well. */
const compressAtOnce = (): void => {
  const createDeflateRaw = () => {
    const chunks: Buffer[] = [];
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        chunks.push(chunk);
        done();
      },
      flush: (done) => done(null, zlib.deflateRawSync(Buffer.concat(chunks))),
    });
  };
  Object.defineProperty(zlib, 'createDeflateRaw', { value: createDeflateRaw });
  syncBuiltinESMExports();
};

/** Load them in advance: loading takes real time, which must not affect the order of events. */
export const loadLater = async (): Promise<void> => {
  compressAtOnce();
  for (const room of ROOMS) {
    const folder = new URL(room, import.meta.url);
    for (const file of readdirSync(folder))
      if (file.endsWith('.js')) await import(new URL(file, folder).href);
  }
};
