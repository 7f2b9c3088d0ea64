import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildToken } from '../../src/identity.ts';
import { hashToken } from '../../src/ids.ts';
import { claimChecks, endCheck } from '../fixtures/claim-checks.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { createPatchedStore } from '../fixtures/patched-store.ts';
import { follow } from '../fixtures/per-test.ts';
import { openStill } from '../fixtures/start-paylink.ts';
import { AT } from './open-link.ts';

export type Callbacks = Awaited<ReturnType<typeof startCallbacks>>;

/**
 * The app on a still clock, receiving callbacks. It looks for links to check when it is woken, and is told that there are none:
 * a test claims them itself.
 */
export const startCallbacks = async () => {
  const asked: string[] = [];
  const patched = createPatchedStore();
  /** Writes down what is asked of the store. */
  const listen = () => {
    patched.mend();
    const { callbacks, jobs } = patched.store;
    const { claim } = jobs;
    const note =
      <Given extends unknown[], Result>(name: string, answer: (...given: Given) => Result) =>
      (...given: Given) => {
        asked.push(name);
        return answer(...given);
      };
    callbacks.take = note('take', callbacks.take);
    callbacks.wake = note('wake', callbacks.wake);
    const claimNone = note('claim', async () => ({ jobs: [], nextDueAt: null }));
    jobs.claim = (ask) => (ask.queue === 'checks' ? claimNone() : claim(ask));
  };
  const scene = await openStill({
    at: AT + 1_000,
    env: { PAYLINK_SWEEP_SECONDS: '86400' },
    withStore: patched.withStore,
  });
  listen();
  const identity = await scene.store.identity.read();
  await scene.start();
  const { store, clock, appUrl, logLines } = scene;
  const tokenOf = (id: string) => buildToken(identity, 'callback', Buffer.from(id.padEnd(16, '_')), null);
  let made = 0;

  const claimDue = (id: string) => {
    const ask = { at: clock.now(), leaseMs: 30_000, limit: 1_000, token: 'a test' };
    return claimChecks(store, ask).then(({ due }) => due.filter(({ linkId }) => linkId === id));
  };
  return {
    scene,
    identity,
    tokenOf,
    /** What the app has for its store of callbacks: a test may put something else in a method's place. */
    callbacks: patched.store.callbacks,
    /** Another open link of the scene; its address is `tokenOf(id)`. */
    openLink: async (): Promise<string> => {
      made += 1;
      const id = `lnk_${made}`;
      const callbackTokenHash = hashToken(tokenOf(id));
      await store.links.reserve(buildNewLink(id, { callbackTokenHash, at: AT }));
      await store.links.move({ id, to: 'open', at: AT, cause: 'answered' });
      return id;
    },
    /** Starts the next test on the same app. */
    forget: async () => {
      await clock.advance(0);
      listen();
      for (const list of [asked, logLines]) list.length = 0;
    },
    call: (id: string, init: RequestInit = {}, query = ''): Promise<Response> =>
      fetch(`${appUrl}/callbacks/${tokenOf(id)}${query}`, init),
    evidence: async (id: string) => (await store.callbacks.ofLink(id)).map((row) => row.evidence),
    /** What of the store was asked since the last time, once the app is done. */
    asked: async (): Promise<string[]> => {
      await clock.advance(0);
      return asked.splice(0);
    },
    /** The link, if it is due for its check now. */
    claimDue,
    /** When its check is due, from now. */
    checkOf: async (id: string) => {
      const check = await store.links.nextCheck(id);
      return check === null ? null : { inMs: Number(check.to) - clock.now(), attempts: check.attempts };
    },
    /** Ends the link's planned check. */
    endCheck: async (id: string, attempts = 0) => {
      for (const one of await claimDue(id)) await endCheck(store, one, { to: null, attempts }, clock.now());
    },
  };
};

export const asJson = (payload: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(payload),
});

/** One app for the tests of a file, each with a link of its own. */
export const callbacksPerFile = (onLink: (id: string) => void): Callbacks => {
  let app: Callbacks;
  beforeAll(async () => {
    app = await startCallbacks();
  });
  beforeEach(async () => {
    await app.forget();
    onLink(await app.openLink());
  });
  afterAll(() => app.scene.close());
  return follow(() => app);
};
