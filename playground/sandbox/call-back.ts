import { request } from 'node:http';
import type { CallbackBehaviour } from './callback-behaviour.ts';
import type { JsonObject } from './record-look.ts';

const TIMEOUT_MS = 5000;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A stand-in has no business calling strangers. */
export const isLoopbackAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && LOOPBACK_HOST.test(hostname);
};

/** One try. Resolves to the answer's status; rejects when none came within five seconds. Follows no redirect. */
export const callBack = (
  address: string,
  form: CallbackBehaviour['form'],
  payload: JsonObject,
  signal: AbortSignal,
): Promise<number> => {
  const url = new URL(address);
  const pairs = new URLSearchParams(
    Object.entries(payload).map(([key, value]): [string, string] => [key, String(value ?? '')]),
  );
  if (form === 'query') for (const [key, value] of pairs) url.searchParams.append(key, value);
  const body = form === 'query' ? '' : form === 'form' ? pairs.toString() : JSON.stringify(payload);
  const contentType = form === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';

  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: METHODS[form],
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          'User-Agent': 'sandbox-payment-service',
          ...(form !== 'query' && { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      },
    );
    call.on('error', reject);
    call.end(body);
  });
};

const METHODS: Record<CallbackBehaviour['form'], string> = {
  json: 'POST',
  form: 'POST',
  query: 'GET',
  put: 'PUT',
};
