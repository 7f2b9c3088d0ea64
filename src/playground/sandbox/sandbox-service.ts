import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { buildHandler } from './build-handler.ts';
import { DEFAULT_CALLBACK_MANNER } from './callback-manner.ts';
import { createCallbacks } from './callbacks.ts';
import { createChangeSignal } from './change-signal.ts';
import { createApi } from './create-api.ts';
import { createControl } from './create-control.ts';
import { createPages } from './create-pages.ts';
import { createFaults } from './faults.ts';
import { buildHistory, playHistory } from './history.ts';
import { createLedger } from './ledger.ts';
import { createRandom } from './random.ts';
import type { Look } from './record-look.ts';
import { createRequestJournal } from './request-journal.ts';
import { DEFAULT_SHAPE } from './response-shape.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions, type SandboxService } from './sandbox-api.ts';
import { createSetting } from './setting.ts';
import { createTakePayment } from './take-payment.ts';

export * from './sandbox-api.ts';

/** The first link made by a caller has this order id; history counts up to it. */
const FIRST_ORDER_ID = 100_234;
const UNTIL_MS = 5000;
/** A client that keeps connections must not find one closed just as it sends. */
const KEEP_ALIVE_MS = 60_000;

/** Stands in for the payment service, on this machine only. Rejects when the port is taken. */
export const createSandboxService = async (options: SandboxOptions = {}): Promise<SandboxService> => {
  const { now = Date.now, timeZone = 'Asia/Dubai', seed = 1, wait = pause } = options;
  const { history = { days: 120, linksPerDay: 6 } } = options;
  const past = history === 'none' ? [] : buildHistory({ seed, now: now(), timeZone, ...history });
  const ledger = createLedger({
    now,
    timeZone,
    random: createRandom(seed),
    firstOrderId: Math.max(1, FIRST_ORDER_ID - past.length),
    payouts: options.payouts ?? 'daily',
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
  const { requests, open: openEntry } = createRequestJournal();
  const { take: takeFaults, ...faults } = createFaults(changed);
  const shape = createSetting({ ...DEFAULT_SHAPE, ...options.shape }, changed);
  const callbackManner = createSetting({ ...DEFAULT_CALLBACK_MANNER, ...options.callbackManner }, changed);
  const look = (): Look => ({ url, timeZone, shape: shape.get() });
  const callbacks = createCallbacks({
    now,
    look,
    manner: callbackManner.get,
    wait: (ms) => wait(ms, signal),
    signal,
    changed,
  });
  const takePayment = createTakePayment({ ledger, callbacks, now, changed });
  const { deliveries } = callbacks;

  const handle = buildHandler({
    api: createApi({
      ledger,
      now,
      look,
      credentials: options.credentials ?? SANDBOX_CREDENTIALS,
      signature: { encoding: options.signatureEncoding ?? 'hex', get: options.signatureGet ?? 'query' },
      strict: options.strict ?? true,
      maxPageSize: options.maxPageSize ?? 100,
      amountLimitFils: options.amountLimitFils ?? Number.POSITIVE_INFINITY,
      takeFaults,
      openEntry,
      wait: (ms) => pause(ms, signal),
      changed,
    }),
    control: createControl({
      ledger,
      faults,
      shape,
      callbackManner,
      callbacks: deliveries,
      requests,
      takePayment,
      look,
    }),
    pages: createPages({ ledger, callbacks: deliveries, takePayment, timeZone }),
  });
  server.on('request', handle);

  return {
    url,
    baseUrl: `${url}/api`,
    links: ledger.links,
    link: ledger.link,
    transactions: ledger.transactions,
    payouts: ledger.payouts,
    requests,
    callbacks: deliveries,
    faults,
    shape,
    callbackManner,
    pay: async (orderId, how) => {
      const result = takePayment(orderId, how);
      if (result.outcome !== 'done') throw new Error(`Order ${orderId} cannot be paid: ${result.outcome}`);
      return result.payment;
    },
    until: (predicate, timeoutMs = UNTIL_MS) => changes.until(predicate, timeoutMs),
    close: async () => {
      if (signal.aborted) return;
      ending.abort();
      changes.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** Ends early, without a rejection, when the sandbox closes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
