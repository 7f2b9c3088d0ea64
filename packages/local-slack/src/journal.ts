import { type Changes, oneLine } from './changes.ts';
import type { BrokenRule, Exchange } from './page/page-api.ts';
import { isRecord } from './page/read-json.ts';

export interface ApiCall {
  method: string;
  /** Decoded: JSON inside the form is parsed, the token left out. */
  args: Record<string, unknown>;
  answer: unknown;
  /** HTTP status; 0 when the connection was dropped. */
  status: number;
  /** The rules for which it was refused, with their sources. */
  broken?: BrokenRule[];
  /** Answered by a planned or random fault. */
  isFault: boolean;
}

const secretName = /^(token|authorization|client_secret|bot_token|access_token|refresh_token)$/i;
const tokenForm = /\bx(?:ox[a-z]|app)[-.][A-Za-z0-9-]+/g;

/** A copy with tokens masked. */
const maskSecrets = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(tokenForm, '…');
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      secretName.test(name) && typeof part === 'string' ? '…' : maskSecrets(part),
    ]),
  );
};

/** Lines in the error of a failed wait. */
const DESCRIBED = 8;
const kept = 500;
/** Tests count calls after long runs, so this keeps more than the inspector shows. */
const keptCalls = 5_000;

const refusalIn = (answer: unknown): string =>
  isRecord(answer) && typeof answer['error'] === 'string' ? ` ${answer['error']}` : '';

/** The latest exchanges, one per line, for the error of a failed wait. */
export const describeLatest = (exchanges: readonly Exchange[]): string[] =>
  exchanges
    .slice(-DESCRIBED)
    .map(({ direction, what, status, answer }) =>
      oneLine(`${direction === 'slack-to-app' ? '→' : '←'} ${what} ${status}${refusalIn(answer)}`, 120),
    );

export const createJournal = (deps: { changes: Changes; now: () => number }) => {
  const exchanges: Exchange[] = [];
  const calls: ApiCall[] = [];
  let id = 0;
  return {
    add(exchange: Omit<Exchange, 'id' | 'at'>): void {
      id += 1;
      exchanges.push({
        ...exchange,
        id,
        at: new Date(deps.now()).toISOString(),
        request: maskSecrets(exchange.request),
        answer: maskSecrets(exchange.answer),
      });
      if (exchanges.length > kept) exchanges.shift();
      deps.changes.changed();
    },
    addCall(call: ApiCall): void {
      calls.push(call);
      if (calls.length > keptCalls) calls.shift();
    },
    exchanges: (after: number = 0): Exchange[] => exchanges.filter((one) => one.id > after),
    calls: (method?: string): ApiCall[] =>
      calls.filter((one) => method === undefined || one.method === method),
  };
};

export type Journal = ReturnType<typeof createJournal>;
