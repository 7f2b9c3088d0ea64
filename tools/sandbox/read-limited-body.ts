import type { IncomingMessage } from 'node:http';

/** The whole body, or `too-large`. Reads and discards the rest, so that the caller gets the answer. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<Buffer | 'too-large'> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length <= limit) parts.push(bytes);
    else parts.length = 0;
  }
  return length > limit ? 'too-large' : Buffer.concat(parts);
};

/** Undefined if the bytes are not UTF-8 JSON. */
export const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
};
