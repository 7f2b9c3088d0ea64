import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  maxBytes: number;
  /** From the first to the last byte. */
  patienceMs: number;
}

/**
 * The body's bytes, at most `maxBytes`. `gone`: the sender hung up. After `too-large` and `too-slow` the rest
 * is not read, and the connection is good for nothing but the answer.
 */
export const readCallbackBody = (
  request: IncomingMessage,
  { maxBytes, patienceMs }: BodyLimits,
): Promise<Buffer | 'too-large' | 'too-slow' | 'gone'> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return resolve('too-large');
    const parts: Buffer[] = [];
    let length = 0;
    const finish = (outcome: Buffer | 'too-large' | 'too-slow' | 'gone') => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone);
      // The one for errors stays: a reset connection's error comes also after its close.
      request.pause();
      resolve(outcome);
    };
    const onData = (part: Buffer) => {
      length += part.length;
      if (length > maxBytes) finish('too-large');
      else parts.push(part);
    };
    const onEnd = () => finish(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    const onGone = () => finish('gone');
    const timer = setTimeout(() => finish('too-slow'), patienceMs);
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
