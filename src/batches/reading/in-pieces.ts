import { setImmediate as othersTurn } from 'node:timers/promises';

/** The bytes piece by piece, each read in a turn of its own. Others have theirs between. */
export async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    if (at > 0) await othersTurn();
    yield bytes.subarray(at, at + length);
  }
}
