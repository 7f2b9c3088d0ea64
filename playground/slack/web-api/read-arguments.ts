import { isRecord, type JsonRecord, parseJson } from '../parse-json.ts';

/** Arguments that carry JSON as text inside a form. */
const NESTED = new Set(['blocks', 'attachments', 'view', 'metadata', 'files', 'unfurls', 'message']);

/** Form, JSON or query, as Slack takes them all. */
export const readArguments = async (
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
