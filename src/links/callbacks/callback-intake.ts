import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { CallbackStore, CallbackTaken, IncomingCallback } from '../../store/callback-store.ts';
import { hashCallback, parseCallbackPayload, readCallbackEvidence } from './callback-evidence.ts';
import { createCallbackThrottle } from './callback-throttle.ts';

/** While one batch waits for the database, the next is read and parsed. */
const BATCHES = { max: 32, atOnce: 3 };
/** Tokens that do not prove themselves are looked up before their bodies are read, this many in one query. */
const LOOK_UPS = { max: 200, atOnce: 2 };
/** Once a link's evidence is full, no more is stored: its check is already planned. */
const FULL_RETRY_S = 30;

/** The answer to the sender. */
export interface CallbackAnswer {
  status: number;
  text?: string;
  retryAfterS?: number;
}

const OK: CallbackAnswer = { status: 200, text: 'ok' };
export const NOT_FOUND: CallbackAnswer = { status: 404 };
export const BUSY: CallbackAnswer = { status: 503, retryAfterS: 1 };

export interface CallbackIntakeOptions {
  callbacks: CallbackStore;
  clock: Clock;
  log: Log;
  /** A link is now due for a check. */
  onStored: () => void;
}

/** Stores callbacks and asks for checks of their links. */
export const createCallbackIntake = ({ callbacks, clock, log, onStored }: CallbackIntakeOptions) => {
  const throttle = createCallbackThrottle({ clock });
  const lookUps = createCallbackBatches<string, 'known' | 'unknown' | 'failed'>({
    ...LOOK_UPS,
    take: async (tokenHashes) => {
      try {
        const known = await callbacks.findKnown([...new Set(tokenHashes)]);
        return tokenHashes.map((tokenHash) => (known.has(tokenHash) ? 'known' : 'unknown'));
      } catch (error) {
        log.error({ err: error, callbacks: tokenHashes.length }, 'callbacks were not looked up');
        return tokenHashes.map(() => 'failed');
      }
    },
  });

  const batches = createCallbackBatches<IncomingCallback, CallbackTaken | 'failed'>({
    ...BATCHES,
    take: async (batch) => {
      try {
        const taken = await callbacks.take(batch);
        if (taken.includes('stored') || taken.includes('full')) onStored();
        return taken;
      } catch (error) {
        log.error({ err: error, callbacks: batch.length }, 'callbacks were not stored');
        return batch.map(() => 'failed');
      }
    },
  });

  const planCheck = async (tokenHash: string): Promise<void> => {
    await callbacks.wake(tokenHash, clock.now());
    onStored();
  };

  /** Some services send the same text whenever anything happens to a link, so a repeat may be about something new. */
  const checkRepeat = async (tokenHash: string): Promise<void> => {
    if (throttle.mayRepeat(tokenHash)) await planCheck(tokenHash);
  };

  const take = async (tokenHash: string, query: string, body: Buffer): Promise<CallbackAnswer> => {
    const evidenceHash = hashCallback(body, query);
    const admission = throttle.admit(tokenHash, evidenceHash);
    if (admission.is === 'repeated') {
      await checkRepeat(tokenHash);
      return OK;
    }
    if (admission.is === 'limited') {
      // The one real callback may be among those turned away.
      if (admission.isFirst) await planCheck(tokenHash);
      return { status: 429, retryAfterS: Math.ceil(admission.waitMs / 1000) };
    }
    const evidence = readCallbackEvidence(parseCallbackPayload(body, query));
    const taken = await batches.add({ tokenHash, evidenceHash, evidence, receivedAt: clock.now() });
    if (taken === 'failed') return BUSY;
    if (taken === 'unknown') return NOT_FOUND;
    if (taken === 'full') return { status: 429, retryAfterS: FULL_RETRY_S };
    const saysNothing = body.length === 0 && query === '';
    throttle.remember(tokenHash, saysNothing ? null : evidenceHash);
    if (taken === 'repeated') await checkRepeat(tokenHash);
    return OK;
  };

  return {
    /** Whether a link has this token, of before tokens proved themselves. Ask before reading what comes with it. */
    knows: async (tokenHash: string): Promise<'known' | 'unknown' | 'failed'> =>
      throttle.knows(tokenHash) ? 'known' : lookUps.add(tokenHash),
    /** Answers after the commit. */
    take,
  };
};

/**
 * Group commit: items that arrive while `atOnce` batches are being written wait for the next batch. One flush to disk
 * then serves many requests, and each is answered after its own batch is written.
 *
 * `take` returns one result for each item, in order; when it rejects, every item of the batch rejects.
 */
export const createCallbackBatches = <Item, Result>({
  take,
  max,
  atOnce,
}: {
  take: (batch: Item[]) => Promise<Result[]>;
  max: number;
  atOnce: number;
}) => {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let writers = 0;

  const write = async (batch: Waiting[]): Promise<void> => {
    try {
      const results = await take(batch.map(({ item }) => item));
      for (const [place, { resolve, reject }] of batch.entries()) {
        const result = results[place];
        if (result === undefined) reject(new Error('A batch gave fewer results than it had items.'));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  /** Waits while each turn of the event loop brings more items: writing a hundred costs as much as writing one. */
  const gather = async (): Promise<void> => {
    let before: number;
    do {
      before = waiting.length;
      await nextTurn();
    } while (waiting.length > before && waiting.length < max);
  };

  const writeAll = async (): Promise<void> => {
    writers += 1;
    while (waiting.length > 0) {
      await gather();
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      // Another writer may have taken them first.
      if (batch.length > 0) await write(batch);
    }
    writers -= 1;
  };

  return {
    add: (item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (writers < atOnce) void writeAll();
      }),
  };
};
