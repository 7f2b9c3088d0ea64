import { createHmac } from 'node:crypto';

export type SignatureEncoding = 'hex' | 'base64';
export type SignatureGet = 'query' | 'path' | 'path-and-query' | 'empty';

/** What is about to go on the wire, and how the operator set signing. */
export interface SignableRequest {
  method: 'GET' | 'POST';
  /** As sent: the base address's own path included (`/api/payment-link/generate`), without the query. */
  path: string;
  /** As sent, without the question mark; empty when there is none. */
  query: string;
  /** The bytes of the body; `null` for a GET. */
  body: Uint8Array | null;
  secretKey: string;
  encoding: SignatureEncoding;
  /** What a GET, which has no body, signs. */
  signatureGet: SignatureGet;
}

/** Computes the value of `X-HMAC-Signature`. Pass your own to the client when the service's rule turns out different. */
export type SignRequest = (request: SignableRequest) => string;

/**
 * HMAC-SHA256 with the secret key (as UTF-8 text) over the exact bytes of a body, or over the chosen part of
 * a GET's address. Hex is lower case. The interface does not show the rule: encoding and the GET's message are
 * assumptions, which is why both are settings and the function can be replaced.
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
