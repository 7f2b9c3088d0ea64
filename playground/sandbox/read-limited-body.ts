import type { IncomingMessage } from 'node:http';

/** The whole body, or `too-large`: what passes the limit is read and thrown away, so the caller hears the answer. */
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

/** Undefined when the bytes are not UTF-8 or not JSON. */
export const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
};
