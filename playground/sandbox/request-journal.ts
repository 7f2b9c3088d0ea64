import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './match-route.ts';

export interface SandboxRequest {
  readonly at: number;
  readonly method: string;
  /** The request target as it came: path, and query if any. */
  readonly path: string;
  readonly operation: Operation | null;
  /** Lower-case names; the three authentication headers only say that they were there. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed when it was JSON, the text otherwise, null when there was none. */
  readonly body: unknown;
  /** What was answered; `dropped` when the connection was cut instead, null while the call lasts. */
  readonly status: number | 'dropped' | null;
}

export type OpenRequest = { -readonly [Key in keyof SandboxRequest]: SandboxRequest[Key] };

const SECRET_HEADERS = new Set(['apikey', 'accountid', 'x-hmac-signature', 'authorization', 'cookie']);
/** A demo may run for days with a sweep every minute. */
const KEPT = 5000;
const NO_CALLS = {
  generate: 0,
  business: 0,
  links: 0,
  link: 0,
  transactions: 0,
  transaction: 0,
  payouts: 0,
  payout: 0,
} satisfies Record<Operation, number>;

export const createRequestJournal = () => {
  const requests: OpenRequest[] = [];
  const counts = new Map<Operation, number>();
  return {
    requests: requests as readonly SandboxRequest[],
    /** From the beginning, though the requests themselves are let go after a while. */
    calls: (): Record<Operation, number> => ({ ...NO_CALLS, ...Object.fromEntries(counts) }),
    open: (request: OpenRequest): OpenRequest => {
      if (request.operation) counts.set(request.operation, (counts.get(request.operation) ?? 0) + 1);
      requests.push(request);
      if (requests.length > KEPT) requests.shift();
      return request;
    },
  };
};

export const withoutSecrets = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name) ? '[present]' : String(value),
    ]),
  );
