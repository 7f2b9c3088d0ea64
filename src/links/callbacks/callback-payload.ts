import { parseJsonText } from '../../payment-service/json-text.ts';

/**
 * Everything readable in a callback: its body as JSON or else as a form, whatever its content type says, and
 * its query. The interface does not show how the service calls back. Never throws; unreadable bytes give
 * nothing.
 */
export const parseCallbackPayload = (body: Buffer, query: string): unknown[] => [
  ...parseBody(body.toString('utf8')),
  ...parsePairs(query),
];

function parseBody(text: string): unknown[] {
  if (text.trim() === '') return [];
  try {
    return [parseJsonText(text)];
  } catch {
    return parsePairs(text);
  }
}

function parsePairs(text: string): unknown[] {
  return text.includes('=') ? [Object.fromEntries(new URLSearchParams(text))] : [];
}
