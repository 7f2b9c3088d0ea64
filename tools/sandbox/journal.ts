import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Operation } from './match-route.ts';
import type { LinkStatus, SandboxLink, SandboxTransaction } from './records.ts';

export interface SandboxRequest {
  readonly at: number;
  readonly method: string;
  /** The request target as sent: path and query. */
  readonly path: string;
  readonly operation: Operation | null;
  /** Lower-case names; secret headers only say `[present]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text, or null without a body. */
  readonly body: unknown;
  /** The status sent; `dropped`: the connection was cut; null: not answered yet. */
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
    /** Counted from the start, although old requests are discarded. */
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

/** A link with its payments, for tests that count. */
export interface MadeLink {
  orderId: string;
  /** Two links with the same id mean that the service was called twice. */
  invoiceId: string | null;
  status: LinkStatus;
  link: SandboxLink;
  /** All attempts and refunds, oldest first. */
  payments: SandboxTransaction[];
  /**
   * The answer to the call that created it. `lost`: the connection was gone, or a fault replaced the answer; `sent`:
   * written to an open connection; `none`: seeded, or from the history.
   */
  answer: 'waiting' | 'sent' | 'lost' | 'none';
}

type Answer = MadeLink['answer'];

/** Which links' answers reached the caller. */
export const createMadeLinks = (ledger: Ledger) => {
  const answers = new Map<string, Answer>();
  return {
    /** A call created this link; its answer is on the way. */
    made: (orderId: string): void => void answers.set(orderId, 'waiting'),
    answered: (orderId: string, answer: 'sent' | 'lost'): void => void answers.set(orderId, answer),
    list: (): MadeLink[] => {
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

export type MadeLinks = ReturnType<typeof createMadeLinks>;
