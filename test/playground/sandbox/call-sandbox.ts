import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { SANDBOX_CREDENTIALS, type SandboxService } from '../../../playground/sandbox/sandbox-service.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The envelope, or undefined if the body is not a JSON object. */
  json: { status?: unknown; message?: unknown; response?: unknown } | undefined;
}

export interface RawCall {
  method?: string;
  /** Sent byte for byte. */
  target: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One raw request on a new connection. */
export const send = (url: string, { method = 'GET', target, headers, body }: RawCall): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const call = request(
      { hostname, port, method, path: target, headers: { ...headers }, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, headers, text, json: readEnvelope(text) });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });

export const hmac = (message: string | Buffer, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac('sha256', SANDBOX_CREDENTIALS.secretKey).update(message).digest(encoding);

export const authHeaders = (signature: string): Record<string, string> => ({
  apiKey: SANDBOX_CREDENTIALS.apiKey,
  accountId: SANDBOX_CREDENTIALS.accountId,
  'X-HMAC-Signature': signature,
});

export const EXAMPLE_BODY = {
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '+971501234567',
  invoiceAmount: 250.5,
  notes: 'June rent',
  isTermsAndConditionsAccepted: true,
  currency: 'AED',
  expiryOn: '2027-01-15 12:00:00',
  Is_QR_needed: false,
  Is_invoice_generated: false,
};

/** A correctly signed generate call; undefined members of `change` are left out. */
export const generate = (
  { url }: SandboxService,
  change: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> => post(url, JSON.stringify({ ...EXAMPLE_BODY, ...change }), headers);

export const post = (
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  send(url, {
    method: 'POST',
    target: '/api/payment-link/generate',
    body,
    headers: {
      ...authHeaders(hmac(body)),
      'Content-Type': 'application/json',
      'Time-Zone': 'Asia/Dubai',
      ...headers,
    },
  });

/** A GET below `/api` that signs its query. */
export const get = (
  { url }: SandboxService,
  target: string,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  send(url, {
    target: `/api${target}`,
    headers: { ...authHeaders(hmac(target.split('?')[1] ?? '')), ...headers },
  });

/** What the service says about it, without the envelope. */
export const read = async (sandbox: SandboxService, target: string): Promise<unknown> =>
  (await get(sandbox, target)).json?.response;

export const listing = (
  sandbox: SandboxService,
  of: string,
  from: string,
  to: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<Reply> =>
  get(sandbox, `${of}/${from.replace(' ', '%20')}/${to.replace(' ', '%20')}${query && `?${query}`}`, headers);

export const play = (
  { url }: SandboxService,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  send(url, {
    method,
    target: `/_play/${path}`,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

function readEnvelope(text: string): Reply['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
