import { Agent, request } from 'undici';
import type { Clock } from '../clock.ts';
import { readFailureCode } from './network-failure.ts';

export interface Answer {
  is: 'answer';
  status: number;
  header: (name: string) => string;
  /** At most 64 KiB of it. */
  body: string;
  /** Milliseconds by which this machine's clock is ahead of the answer's `Date`; half a second uncertain. */
  aheadMs: number | null;
}

/** `code`: a system's or a library's; null: it has none. */
export interface Silence {
  is: 'silence';
  code: string | null;
}

export interface Question {
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

/** The header is cut to whole seconds. */
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
