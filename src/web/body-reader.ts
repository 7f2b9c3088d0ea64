import type { IncomingMessage } from 'node:http';

interface BodyLimits {
  maxBytes: number;
  /** From the first to the last byte. */
  patienceMs: number;
}

/** `gone`: the sender hung up. `evicted`: it was the slowest of too many. */
export type BodyUnread = 'too-large' | 'too-slow' | 'gone' | 'evicted';

interface BodyReader {
  /**
   * The body's bytes, at most `maxBytes`. If the body is not read to its end, the connection can
   * only carry the answer.
   */
  read(request: IncomingMessage, limits: BodyLimits): Promise<Buffer | BodyUnread>;
}

interface Reading {
  bytes: number;
  evict(): void;
}

/**
 * Reads bodies, with a limit on how many at once and on their total bytes. When there is no room, the one that began
 * first is evicted, never the new one. Bodies from Slack and the payment service arrive within milliseconds,
 * so the one that has taken longest is a stranger's. If we refused new ones, strangers could fill every place.
 */
export const createBodyReader = ({ atOnce, maxBytes }: { atOnce: number; maxBytes: number }): BodyReader => {
  /** In the order they began. */
  const readings = new Set<Reading>();
  let bytes = 0;

  const makeRoom = () => {
    for (const oldest of readings) {
      if (readings.size <= atOnce && bytes <= maxBytes) return;
      oldest.evict();
    }
  };

  const read: BodyReader['read'] = (request, limits) =>
    new Promise((resolve) => {
      // Its `end` has already fired, and will not fire again.
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
        // The `error` listener stays: a reset connection can report its error after its close.
        request.pause();
        resolve(outcome);
      };
      /** Counts what we keep, not what arrives: each of thousands of one-byte parts would cost a hundred bytes. */
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
      // A process that was busy first reads what has arrived meanwhile.
      const timer = setTimeout(() => setImmediate(() => finish('too-slow')), limits.patienceMs);
      const reading: Reading = { bytes: 0, evict: () => finish('evicted') };
      readings.add(reading);
      makeRoom();
      request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
    });

  return { read };
};

const SMALLEST = 4_096;
