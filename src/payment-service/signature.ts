import { createHmac } from 'node:crypto';

export type SignatureEncoding = 'hex' | 'base64';
export type SignatureGet = 'query' | 'path' | 'path-and-query' | 'empty';

/** The request about to be sent, and the operator's signing settings. */
export interface SignableRequest {
  method: 'GET' | 'POST';
  /** As sent: the base address's own path included (`/api/payment-link/generate`), without the query. */
  path: string;
  /** As sent, without the question mark; may be empty. */
  query: string;
  /** The bytes of the body; `null` for a GET. */
  body: Uint8Array | null;
  secretKey: string;
  encoding: SignatureEncoding;
  /** What a GET, which has no body, signs. */
  signatureGet: SignatureGet;
}

/** Computes `X-HMAC-Signature`. If the service turns out to sign differently, pass your own to the client. */
export type SignRequest = (request: SignableRequest) => string;

/**
 * HMAC-SHA256 with the secret key (as UTF-8 text) over the exact bytes of a body, or over the configured part of
 * a GET's address. Hex is lower case. The interface does not state the rule: the encoding and what a GET signs are
 * assumptions, so both are settings and you can replace this function.
 */
export const signRequest: SignRequest = (request) =>
  createHmac('sha256', Buffer.from(request.secretKey))
    .update(request.body ?? addressMessage(request))
    .digest(request.encoding);

function addressMessage({ path, query, signatureGet }: SignableRequest): string {
  switch (signatureGet) {
    case 'query':
      return query;
    case 'path':
      return path;
    case 'path-and-query':
      return query === '' ? path : `${path}?${query}`;
    case 'empty':
      return '';
  }
}
