import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  maxBytes: number;
  /** From the first to the last byte. */
  patienceMs: number;
}

/** `gone`: the sender hung up. `pushed-out`: it was the slowest of too many. */
export type BodyUnread = 'too-large' | 'too-slow' | 'gone' | 'pushed-out';

export interface BodiesInHand {
  /**
   * The body's bytes, at most `maxBytes`. When it is not read to its end, the connection is good for nothing but
   * the answer.
   */
  read(request: IncomingMessage, limits: BodyLimits): Promise<Buffer | BodyUnread>;
}

interface Reading {
  bytes: number;
  pushOut(): void;
}

/**
 * Bodies that are being read, so many at once and so many bytes together. Where there is no room the one begun first
 * has to go, and never the one that comes: a body of Slack's or of the payment service is there within milliseconds, so
 * that what has been in hand for longest is a stranger's. Refusing newcomers would give strangers all the places.
 */
export const createBodiesInHand = ({
  atOnce,
  maxBytes,
}: {
  atOnce: number;
  maxBytes: number;
}): BodiesInHand => {
  /** In the order of their beginning. */
  const readings = new Set<Reading>();
  let bytes = 0;

  const makeRoom = () => {
    for (const oldest of readings) {
      if (readings.size <= atOnce && bytes <= maxBytes) return;
      oldest.pushOut();
    }
  };

  const read: BodiesInHand['read'] = (request, limits) =>
    new Promise((resolve) => {
      // Its end has been told already, and is not told again.
      if (request.destroyed) return resolve('gone');
      const announced = Number(request.headers['content-length'] ?? 0);
      if (announced > limits.maxBytes) return resolve('too-large');
      let body: Buffer = Buffer.alloc(0);
      let length = 0;

      const finish = (outcome: Buffer | BodyUnread) => {
        if (!readings.delete(reading)) return;
        bytes -= reading.bytes;
        clearTimeout(timer);
        request.off('data', onData).off('end', onEnd).off('close', onGone);
        // The one for errors stays: a reset connection's error comes also after its close.
        request.pause();
        resolve(outcome);
      };
      /** What is kept is counted, and not what came: thousands of parts of a byte would each cost a hundred. */
      const keep = (grown: Buffer) => {
        body = grown;
        bytes += grown.length - reading.bytes;
        reading.bytes = grown.length;
      };
      const onData = (part: Buffer) => {
        const end = length + part.length;
        if (end > limits.maxBytes) return finish('too-large');
        if (length === 0 && end === announced) {
          keep(part);
        } else {
          if (end > body.length) {
            const grown = Buffer.allocUnsafeSlow(Math.min(limits.maxBytes, Math.max(2 * end, SMALLEST)));
            body.copy(grown, 0, 0, length);
            keep(grown);
          }
          part.copy(body, length);
        }
        length = end;
        makeRoom();
      };
      const onEnd = () => finish(body.subarray(0, length));
      const onGone = () => finish('gone');
      const timer = setTimeout(() => finish('too-slow'), limits.patienceMs);
      const reading: Reading = { bytes: 0, pushOut: () => finish('pushed-out') };
      readings.add(reading);
      makeRoom();
      request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
    });

  return { read };
};

const SMALLEST = 4_096;
