import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Operation } from './match-route.ts';
import type { SandboxTransaction } from './records.ts';
import type { MadeLink } from './sandbox-api.ts';

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

type Answer = MadeLink['answer'];

export interface MadeLinks {
  /** A call made this link; its answer is on the way. */
  made(orderId: string): void;
  answered(orderId: string, answer: Exclude<Answer, 'waiting' | 'none'>): void;
  list(): MadeLink[];
}

/** Which link's creator was told of it. */
export const createMadeLinks = (ledger: Ledger): MadeLinks => {
  const answers = new Map<string, Answer>();
  return {
    made: (orderId) => void answers.set(orderId, 'waiting'),
    answered: (orderId, answer) => void answers.set(orderId, answer),
    list: () => {
      const byOrder = new Map<string, SandboxTransaction[]>();
      for (const transaction of ledger.transactions()) {
        const mine = byOrder.get(transaction.orderId);
        if (mine) mine.push(transaction);
        else byOrder.set(transaction.orderId, [transaction]);
      }
      return ledger.links().map((link) => ({
        orderId: link.orderId,
        invoiceId: link.invoiceId,
        status: link.status,
        link,
        payments: byOrder.get(link.orderId) ?? [],
        answer: answers.get(link.orderId) ?? 'none',
      }));
    },
  };
};
