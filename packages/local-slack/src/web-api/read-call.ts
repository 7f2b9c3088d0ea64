import type { IncomingMessage } from 'node:http';
import { isRecord, type JsonRecord, parseJson, readText } from '../page/read-json.ts';

/** Arguments with JSON strings inside a form. */
const NESTED = new Set([
  'blocks',
  'attachments',
  'view',
  'metadata',
  'files',
  'unfurls',
  'message',
  'outputs',
]);

/** Slack accepts form, JSON and query arguments. */
const readArguments = async (
  contentType: string,
  body: Buffer,
  query: URLSearchParams,
): Promise<JsonRecord> => {
  const given: [string, unknown][] = [...query];
  if (contentType.startsWith('application/json')) {
    const json = parseJson(body.toString('utf8'));
    return { ...Object.fromEntries(given), ...(isRecord(json) ? json : {}) };
  }
  if (contentType.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    for (const [name, value] of form) if (typeof value === 'string') given.push([name, value]);
  } else {
    given.push(...new URLSearchParams(body.toString('utf8')));
  }
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      NESTED.has(name) && typeof value === 'string' ? (parseJson(value) ?? value) : value,
    ]),
  );
};

interface ReadCall {
  /** From the header, otherwise from the arguments. */
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
