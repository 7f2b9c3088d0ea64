import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import {
  createSandboxService,
  SANDBOX_CREDENTIALS,
  type SandboxOptions,
} from '../../tools/sandbox/sandbox-service.ts';
import { NOON } from '../fixtures/noon-clock.ts';

export interface Call {
  method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** Text and bytes as they are, anything else as JSON. */
  body?: unknown;
  /** Instead of the usual ones; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
  /** Hangs up. */
  signal?: AbortSignal;
}

const bytesOf = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? '');

const readEnvelope = (text: string): { status?: unknown; message?: unknown; response?: unknown } => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** `json`: empty if the answer is none. */
export const send = async (address: string, { method = 'GET', body, headers = {}, signal }: Call = {}) => {
  const sent = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  const answer = await request(address, {
    method,
    headers: sent,
    // A connection of its own: one that was kept may be gone with the service.
    reset: true,
    signal,
    ...(body !== undefined && { body: bytesOf(body) }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, json: readEnvelope(text) };
};

export const hmac = (message: string | Buffer, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac('sha256', SANDBOX_CREDENTIALS.secretKey).update(message).digest(encoding);

export const GENERATE = '/payment-link/generate';

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

/** The order of the first link. */
export const ORDER = '100234';

/** A sandbox at noon without history, with what a caller and a customer do; it closes with the test. */
export const startSandbox = async (options: SandboxOptions = {}) => {
  const sandbox = await createSandboxService({ history: 'none', now: () => NOON, ...options });
  onTestFinished(() => sandbox.close());

  /** Below `/api`. Signs its body, or a GET's query. */
  const call = (path: string, { method = 'GET', headers, ...more }: Call = {}) => {
    const signed = method === 'GET' ? (path.split('?')[1] ?? '') : bytesOf(more.body);
    return send(`${sandbox.baseUrl}${path}`, {
      ...more,
      method,
      headers: {
        apiKey: SANDBOX_CREDENTIALS.apiKey,
        accountId: SANDBOX_CREDENTIALS.accountId,
        'X-HMAC-Signature': hmac(signed),
        ...(method === 'POST' && { 'Content-Type': 'application/json', 'Time-Zone': 'Asia/Dubai' }),
        ...headers,
      },
    });
  };

  return {
    ...sandbox,
    call,
    generate: (change: object = {}, headers: Call['headers'] = {}, more: Call = {}) =>
      call(GENERATE, { method: 'POST', body: { ...EXAMPLE_BODY, ...change }, headers, ...more }),
    /** What the service says about it, without the envelope. */
    read: async (path: string): Promise<unknown> => (await call(path)).json.response,
    /** Uses one of the page's switches: `POST faults`. */
    play: (what: string, body?: unknown, headers: Call['headers'] = {}) => {
      const [method, name] = what.split(' ') as [Call['method'] & string, string];
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      return send(`${sandbox.url}/_play/${name}`, { method, body, headers: { ...type, ...headers } });
    },
    /** The customer's page, or one of its buttons: `pay`. */
    visit: (orderId = ORDER, button?: 'pay' | 'decline') => {
      const page = `${sandbox.payUrl}/pay/${sandbox.link(orderId)?.token}`;
      return button ? send(`${page}/${button}`, { method: 'POST' }) : send(page);
    },
  };
};
