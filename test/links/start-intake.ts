import type { AddressInfo } from 'node:net';
import { HTTPReceiver } from '@slack/bolt';
import type { Identity } from '../../src/identity.ts';
import {
  buildCallbackRoutes,
  type CallbackRoutesOptions,
} from '../../src/links/callbacks/callback-routes.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import type { Link } from '../../src/store/link.ts';
import type { Store, StorePlace } from '../../src/store/open-store.ts';
import { answerUnrouted } from '../../src/web/http-server.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { AT, IDENTITY, tokenOf } from './open-link.ts';

export interface Intake {
  url: string;
  store: Store;
  clock: ManualClock;
  /** How often a link became due. */
  woken: number;
  logLines: string[];
  /** A call of the callback address of the link with this id. */
  call(id: string, init?: RequestInit, query?: string): Promise<Response>;
  /** The links that are due for their check now. */
  claimDue(): Promise<Link[]>;
  /** Ends the planned check of `lnk_1`. */
  endCheck(attempts?: number): Promise<void>;
  /** Closes open connections. */
  endConnections(): void;
  close(): Promise<void>;
}

/** The callback routes behind the app's receiver, with their own store. */
export const startIntake = async (
  options: Partial<Pick<CallbackRoutesOptions, 'limits' | 'throttle'>> & {
    /** Wraps the store of the routes. */
    wrap?: (store: Store, place: StorePlace) => CallbackRoutesOptions['callbacks'];
    identity?: Partial<Identity>;
  } = {},
): Promise<Intake> => {
  const { wrap, identity, ...rest } = options;
  const database = await createTestDatabase();
  const store = await database.open();
  const clock = createManualClock(AT + 1_000);
  const logLines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void logLines.push(line) });
  const receiver = new HTTPReceiver({
    signingSecret: 'secret',
    customRoutes: buildCallbackRoutes({
      identity: { ...IDENTITY, ...identity },
      callbacks: wrap ? wrap(store, database.place) : store.callbacks,
      clock,
      log,
      onStored: () => {
        intake.woken += 1;
      },
      ...rest,
    }),
    dispatchErrorHandler: async ({ error, response }) => answerUnrouted(error, response, log),
    logger: createBoltLogger(log),
  });
  const server = await receiver.start(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claimDue = () => {
    const at = clock.now();
    return store.links.claimDue({ at, until: at + 30_000, limit: 100, maxAheadMs: 3_600_000 });
  };
  const intake: Intake = {
    url,
    store,
    clock,
    woken: 0,
    logLines,
    call: (id, init = {}, query = '') => fetch(`${url}/callbacks/${tokenOf(id)}${query}`, init),
    claimDue,
    endCheck: async (attempts = 0) => {
      await claimDue();
      const { checkDueAt: from } = await store.links.get('lnk_1');
      await store.links.planCheck('lnk_1', { from, to: null, attempts });
    },
    endConnections: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await receiver.stop();
      await database.remove();
    },
  };
  return intake;
};

export const asJson = (payload: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(payload),
});
