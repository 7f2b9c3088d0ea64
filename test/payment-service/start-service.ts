import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createPaymentServiceClient,
  DOCUMENTED_SETTINGS,
  type PaymentServiceCall,
  type PaymentServiceClient,
  PaymentServiceError,
  type PaymentServiceOptions,
  type PaymentServiceSettings,
} from '../../src/payment-service/index.ts';

export interface SeenRequest {
  method: string;
  /** The request target as it stood in the request line. */
  target: string;
  headers: IncomingMessage['headers'];
  headerNames: string[];
  body: Buffer;
}

/** `count` is this request's number, from 1. */
export type Answering = (
  response: ServerResponse,
  request: SeenRequest,
  count: number,
  socket: Socket,
) => void;

export interface StartedService {
  baseUrl: string;
  requests: SeenRequest[];
  connections: Socket[];
}

/** A real server that closes with the test. */
export async function startService(answer: Answering): Promise<StartedService> {
  const requests: SeenRequest[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen: SeenRequest = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        headerNames: request.rawHeaders.filter((_, at) => at % 2 === 0),
        body: Buffer.concat(chunks),
      };
      requests.push(seen);
      answer(response, seen, requests.length, request.socket);
    });
  });
  server.on('connection', (socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api`, requests, connections };
}

export const buildSettings = (
  baseUrl: string,
  overrides: Partial<PaymentServiceSettings> = {},
): PaymentServiceSettings => ({
  baseUrl,
  apiKey: 'key-of-tests',
  accountId: 'account-7',
  secretKey: 'sécret',
  timeZone: 'Asia/Dubai',
  userAgent: 'tests/1',
  ...DOCUMENTED_SETTINGS,
  ...overrides,
});

type ClientOptions = Partial<Omit<PaymentServiceOptions, 'settings'>> & {
  settings?: Partial<PaymentServiceSettings>;
};

export interface StartedClient {
  client: PaymentServiceClient;
  calls: PaymentServiceCall[];
  /** Waits asked of the injected clock, in milliseconds; they take no time. */
  waits: number[];
}

export const NOW = Date.parse('2026-11-21T08:00:00Z');

/** A client on an injected clock whose jitter is at its middle. */
export function startClient(baseUrl: string, options: ClientOptions = {}): StartedClient {
  const calls: PaymentServiceCall[] = [];
  const waits: number[] = [];
  let references = 0;
  const client = createPaymentServiceClient({
    clock: {
      now: () => NOW,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
    random: () => 0.5,
    newReference: () => {
      references += 1;
      return `ref-${references}`;
    },
    onCall: (call) => calls.push(call),
    ...options,
    settings: buildSettings(baseUrl, options.settings),
  });
  onTestFinished(() => client.close());
  return { client, calls, waits };
}

/** A client with the service that it asks. */
export const startBoth = async (answer: Answering, options: ClientOptions = {}) => {
  const service = await startService(answer);
  return { ...service, ...startClient(service.baseUrl, options) };
};

export const answering =
  (status: number, body: unknown): Answering =>
  (response) =>
    sendJson(response, status, body);

export const catchError = async (call: Promise<unknown>): Promise<PaymentServiceError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PaymentServiceError)) throw new Error(`no PaymentServiceError: ${error}`);
  return error;
};

export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
};

export const RANGE = { fromDate: '2026-11-01 00:00:00', toDate: '2026-11-30 23:59:59' };
