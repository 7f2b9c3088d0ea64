import type { IncomingMessage } from 'node:http';

const BODY_LIMIT = 50 * 1024 * 1024;

/** Null: too long. */
export const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Whether it was meant for this server: a page of another name that resolves to this machine must not act here. */
export const isForHere = (request: IncomingMessage, baseUrl: string): boolean => {
  const { host } = request.headers;
  return `http://${host}` === baseUrl || host === `localhost:${new URL(baseUrl).port}`;
};
