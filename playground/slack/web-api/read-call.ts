import type { IncomingMessage } from 'node:http';
import { type JsonRecord, readText } from '../parse-json.ts';
import { readArguments } from './read-arguments.ts';

export interface ReadCall {
  /** From the header, or else from the arguments. */
  token: string | undefined;
  args: JsonRecord;
}

export const readCall = async (
  request: IncomingMessage,
  body: Buffer,
  query: URLSearchParams,
): Promise<ReadCall> => {
  const { token, ...args } = await readArguments(request.headers['content-type'] ?? '', body, query);
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const given = readText(token);
  return { token: bearer ?? (given === '' ? undefined : given), args };
};
