import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../packages/local-slack/src/random.ts';
import { createCallbacks } from './callbacks.ts';
import { createChangeSignal, createSetting } from './changes.ts';
import { createApi } from './create-api.ts';
import { createControl } from './create-control.ts';
import { createHappenings, type HappeningResult } from './happenings.ts';
import { buildHistory, createLinkSeeder, playHistory } from './history.ts';
import { createMadeLinks, createRequestJournal } from './journal.ts';
import { createLedger } from './ledger.ts';
import { buildHandler, createOutage, openPayListener, stopListening } from './listeners.ts';
import { createPages } from './pages.ts';
import type { Answering } from './raw-answers.ts';
import type { Look, OwnWords } from './record-look.ts';
import { DEFAULT_SHAPE } from './response-shape.ts';
import {
  type Happening,
  type Payment,
  SANDBOX_CREDENTIALS,
  type SandboxOptions,
  type SandboxService,
} from './sandbox-api.ts';
import { PANELS_PATH } from './serve-panels.ts';
import { createFaults } from './service-faults.ts';

export * from './sandbox-api.ts';

/** Order id of the first link created by a caller; the history counts up to it. */
const FIRST_ORDER_ID = 100_234;
const UNTIL_MS = 60_000;
/** Long enough that a keep-alive client does not send on a connection that is closing. */
const KEEP_ALIVE_MS = 60_000;

/** A stand-in for the payment service, on this machine only. Rejects if the port is taken. */
export const createSandboxService = async (options: SandboxOptions = {}): Promise<SandboxService> => {
  const { now = Date.now, timeZone = 'Asia/Dubai', seed = 1, wait = pause } = options;
  const { history = { days: 120, linksPerDay: 6 } } = options;
  const past = history === 'none' ? [] : buildHistory({ seed, now: now(), timeZone, ...history });
  const ledger = createLedger({
    now,
    timeZone,
    random: createRandom(seed),
    firstOrderId: Math.max(1, FIRST_ORDER_ID - past.length),
  });
  playHistory(past, ledger);

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const ending = new AbortController();
  const { signal } = ending;
  const changes = createChangeSignal();
  const { changed } = changes;
  const { requests, calls, open: openEntry } = createRequestJournal();
  const madeLinks = createMadeLinks(ledger);
  const faults = createFaults(changed);
  let answering: Answering | null = null;
  const ownWords = new Map<string, OwnWords>();
  const shape = createSetting({ ...DEFAULT_SHAPE, ...options.shape }, changed);
  const callbackBehaviour = createSetting({ drop: false }, changed);
  let payUrl = url;
  const look = (): Look => ({ url: payUrl, timeZone, shape: shape.get(), ownWords });
  const callbacks = createCallbacks({
    now,
    look,
    behaviour: callbackBehaviour.get,
    takeMishap: faults.takeForCallback,
    wait: (ms) => wait(ms, signal),
    signal,
    changed,
  });
  const happenings = createHappenings({ ledger, callbacks, now, changed });
  const seedLinks = createLinkSeeder({ ledger, now, timeZone });
  const { deliveries } = callbacks;

  const pages = createPages({ ledger, happenings, timeZone, isOut: faults.isOut });
  const phones = options.phones ? await openPayListener(options.phones, pages).catch(stopAndThrow) : null;
  if (phones) payUrl = phones.url;

  const handle = buildHandler({
    api: createApi({
      ledger,
      now,
      look,
      credentials: options.credentials ?? SANDBOX_CREDENTIALS,
      signature: { encoding: options.signatureEncoding ?? 'hex', get: options.signatureGet ?? 'query' },
      maxPageSize: options.maxPageSize ?? 100,
      fixedPageSize: options.fixedPageSize ?? null,
      amountLimitFils: options.amountLimitFils ?? Number.POSITIVE_INFINITY,
      faults,
      madeLinks,
      openEntry,
      onCall: options.onCall ?? (() => {}),
      wait: (ms) => pause(ms, signal),
      answering: () => answering,
      changed,
    }),
    control: createControl({
      ledger,
      faults,
      shape,
      callbackBehaviour,
      callbacks,
      requests,
      happenings,
      look,
    }),
    pages,
  });
  server.on('request', (request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    handle(request, response);
  });

  return {
    url,
    payUrl,
    panels: `${url}${PANELS_PATH}`,
    baseUrl: `${url}/api`,
    links: ledger.links,
    link: ledger.link,
    transactions: ledger.transactions,
    payouts: ledger.payouts,
    made: madeLinks.list,
    requests,
    calls,
    callbacks: deliveries,
    faults,
    shape,
    callbackBehaviour,
    pay: async (orderId, how) => withMoney(happened(orderId, happenings.pay(orderId, how))),
    refund: async (orderId, how) => withMoney(happened(orderId, happenings.refund(orderId, how))),
    cancel: async (orderId, how) => happened(orderId, happenings.cancel(orderId, how)),
    expire: async (orderId, how) => happened(orderId, happenings.expire(orderId, how)),
    seedLinks: (count, each) => {
      const seeded = seedLinks(count, each);
      changed();
      return seeded;
    },
    reword: (orderId, words) => {
      if (words === null) ownWords.delete(orderId);
      else ownWords.set(orderId, words);
      changed();
    },
    answerWith: (given) => {
      answering = given;
    },
    outage: createOutage({ server, faults }),
    until: (predicate, timeoutMs = UNTIL_MS) => changes.until(predicate, timeoutMs),
    close: async () => {
      if (signal.aborted) return;
      ending.abort();
      changes.close();
      await Promise.all([server, ...(phones ? [phones.server] : [])].map(stopListening));
    },
  };

  /** The port of the pay pages is taken: the caller starts again with another one. */
  async function stopAndThrow(error: unknown): Promise<never> {
    await stopListening(server);
    throw error;
  }
};

function happened(orderId: string, result: HappeningResult): Happening {
  if (result.outcome === 'done') return result.happening;
  throw new Error(`This cannot happen to order ${orderId}: ${result.outcome}`);
}

function withMoney({ transaction, ...rest }: Happening): Payment {
  if (transaction === null) throw new Error('No money moved');
  return { ...rest, transaction };
}

/** Ends early, without rejecting, when the sandbox closes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
