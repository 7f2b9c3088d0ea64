import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, buildRefusal } from './answer.ts';

export interface SandboxCredentials {
  apiKey: string;
  accountId: string;
  secretKey: string;
}

/** Obviously fake, and valid only here. */
export const SANDBOX_CREDENTIALS: SandboxCredentials = {
  apiKey: 'sandbox-api-key-not-real',
  accountId: 'sandbox-account-not-real',
  secretKey: 'sandbox-secret-key-not-real',
};

export interface SignatureRule {
  encoding: 'hex' | 'base64';
  get: 'query' | 'path' | 'path-and-query' | 'empty';
}

interface Call {
  method: string;
  headers: IncomingHttpHeaders;
  /** The request target as sent. */
  target: string;
  body: Buffer;
}

/** The refusal for this caller, or undefined if headers, key, account and signature are valid. */
export const checkCaller = (
  call: Call,
  credentials: SandboxCredentials,
  rule: SignatureRule,
): Answer | undefined => {
  const apiKey = call.headers['apikey'];
  const accountId = call.headers['accountid'];
  const signature = call.headers['x-hmac-signature'];
  if (!apiKey) return buildRefusal(401, 'apiKey header is missing');
  if (!accountId) return buildRefusal(401, 'accountId header is missing');
  if (!signature) return buildRefusal(401, 'X-HMAC-Signature header is missing');
  if (!isSame(String(apiKey), credentials.apiKey)) return buildRefusal(401, 'apiKey is not valid');
  if (!isSame(String(accountId), credentials.accountId)) return buildRefusal(401, 'accountId is not valid');
  const expected = createHmac('sha256', credentials.secretKey)
    .update(signedBytes(call, rule))
    .digest(rule.encoding);
  return isSame(String(signature), expected)
    ? undefined
    : buildRefusal(401, 'X-HMAC-Signature is not valid for this request');
};

function signedBytes({ method, target, body }: Call, rule: SignatureRule): Buffer {
  if (method !== 'GET') return body;
  const [path = '', ...rest] = target.split('?');
  const query = rest.join('?');
  switch (rule.get) {
    case 'query':
      return Buffer.from(query, 'latin1');
    case 'path':
      return Buffer.from(path, 'latin1');
    case 'path-and-query':
      return Buffer.from(target, 'latin1');
    case 'empty':
      return Buffer.alloc(0);
  }
}

function isSame(given: string, expected: string): boolean {
  const one = Buffer.from(given);
  const other = Buffer.from(expected);
  return one.length === other.length && timingSafeEqual(one, other);
}
