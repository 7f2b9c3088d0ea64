import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { PAGE_STYLE_HASH } from './page-style.ts';

/** A page, or a redirect. */
export type PageReply =
  | { status: number; page: string; cookie?: string; isCut?: boolean }
  | { status: 302 | 303; location: string; cookie?: string };

/** No scripts, and styles only by hash: markup that slips into a page by mistake can do nothing. */
const POLICY = [
  "default-src 'none'",
  `style-src '${PAGE_STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  // Addresses of private pages are secrets.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};

export const sendPage = (response: ServerResponse, reply: PageReply): void => {
  const headers = { ...HEADERS, ...(reply.cookie === undefined ? {} : { 'set-cookie': reply.cookie }) };
  if ('location' in reply) {
    response.writeHead(reply.status, { ...headers, location: reply.location, 'content-length': 0 }).end();
    return;
  }
  response.writeHead(reply.status, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(reply.page),
    ...(reply.isCut ? { connection: 'close' } : {}),
  });
  response.end(reply.page);
};
