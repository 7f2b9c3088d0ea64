import { Agent, request } from 'undici';
import type { Clock } from '../../clock.ts';

/**
 * Runs something slow with a time limit. At the limit its signal is aborted and whatever it still returns is
 * ignored.
 */
export const runWithin = async <T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'late'> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => {
      resolve('late');
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Null for text that is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Error codes in words. A failure's own message is never shown: it can hold part of an address. */
const WORDS: Record<string, [what: string, remedy: string]> = {
  ECONNREFUSED: ['nothing listens there', 'Check the host and port, and that the server there runs'],
  ENOTFOUND: ['the host name is not known', 'Correct the host name'],
  EAI_AGAIN: ['the host name cannot be looked up', 'Check this machine’s network and its name server'],
  ECONNRESET: ['the connection was cut', 'Check the proxy or firewall between'],
  EHOSTUNREACH: ['there is no way to the host', 'Check the network and the firewall between'],
  ENETUNREACH: ['there is no way to the host', 'Check the network and the firewall between'],
  UND_ERR_SOCKET: ['the connection was cut', 'Check the proxy or firewall between'],
  UND_ERR_CONNECT_TIMEOUT: ['it does not answer', 'Check the host, the port and the firewall between'],
  ETIMEDOUT: ['it does not answer', 'Check the host, the port and the firewall between'],
  UND_ERR_HEADERS_TIMEOUT: ['it does not answer in time', 'Try again; check the server behind the address'],
  UND_ERR_BODY_TIMEOUT: ['its answer does not end', 'Try again; check the server behind the address'],
  TimeoutError: ['it does not answer in time', 'Try again; check the server behind the address'],
  AbortError: ['it does not answer in time', 'Try again; check the server behind the address'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew the certificate'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'Check the clocks of both machines'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', 'Use one of a public authority'],
  SELF_SIGNED_CERT_IN_CHAIN: ['its certificate is self-signed', 'Use one of a public authority'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['its certificate chain is incomplete', 'Serve the whole chain'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Correct the host name or the certificate',
  ],
  EPROTO: ['it does not speak TLS there', 'Correct the port, or http and https'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak TLS there', 'Correct the port, or http and https'],
  HPE_INVALID_CONSTANT: ['it does not speak HTTP there', 'Correct the port, or http and https'],
};

/** Why a request got no answer ("nothing listens there (ECONNREFUSED)"), and what to do. */
export const describeSilence = (code: string | null): { what: string; remedy: string } => {
  const [what, remedy] = WORDS[code ?? ''] ?? [
    'it cannot be connected to',
    'Check the address, the network and the firewall between',
  ];
  const isOwnWord = code === null || code.endsWith('Error');
  return { what: isOwnWord ? what : `${what} (${code})`, remedy: `${remedy}.` };
};

/** The code of a failure, or the first code among its causes; for an abort, its name. */
export const readFailureCode = (failure: unknown): string | null => {
  if (!(failure instanceof Error)) return null;
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  if (failure.name === 'TimeoutError' || failure.name === 'AbortError') return failure.name;
  const [first] = failure instanceof AggregateError ? failure.errors : [failure.cause];
  return readFailureCode(first);
};

export interface Answer {
  is: 'answer';
  status: number;
  header: (name: string) => string;
  /** Cut at 64 KiB. */
  body: string;
  /** Milliseconds by which this machine's clock is ahead of the answer's `Date`, give or take half a second. */
  aheadMs: number | null;
}

/** `code`: from the system or a library; null: the failure has no code. */
interface Silence {
  is: 'silence';
  code: string | null;
}

interface Question {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Sends once, follows no redirect, never rejects. */
export type Ask = (url: string, question: Question) => Promise<Answer | Silence>;

const MOST_BYTES = 64 * 1024;

export const createAsk = ({
  clock,
  patienceMs,
}: {
  clock: Clock;
  patienceMs: number;
}): { ask: Ask; close(): Promise<void> } => {
  const agent = new Agent({
    connect: { timeout: patienceMs },
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    pipelining: 0,
  });
  const ask: Ask = async (url, { method = 'GET', headers = {}, body, signal }) => {
    const askedAt = clock.now();
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      });
      const heardAt = clock.now();
      const header = (name: string) => [answer.headers[name] ?? []].flat().join(', ');
      return {
        is: 'answer',
        status: answer.statusCode,
        header,
        aheadMs: readAheadMs(header('date'), (askedAt + heardAt) / 2),
        body: await readStart(answer.body),
      };
    } catch (error) {
      return { is: 'silence', code: readFailureCode(error) };
    }
  };
  return { ask, close: () => agent.destroy() };
};

/** The header has whole seconds only. */
function readAheadMs(date: string, nowMs: number): number | null {
  const theirs = Date.parse(date);
  return Number.isNaN(theirs) ? null : Math.round(nowMs - (theirs + 500));
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length > MOST_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8');
}
