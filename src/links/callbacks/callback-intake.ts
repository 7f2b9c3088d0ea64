import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { CallbackStore, CallbackTaken, IncomingCallback } from '../../store/callback-store.ts';
import { createCallbackBatches } from './callback-batches.ts';
import { hashCallback, readCallbackEvidence } from './callback-evidence.ts';
import { parseCallbackPayload } from './callback-payload.ts';
import { type CallbackThrottle, createCallbackThrottle } from './callback-throttle.ts';

/**
 * A fixed batch size and few batches at once: while one waits for the database, the next is read and parsed.
 */
const BATCH = 32;
const BATCHES_AT_ONCE = 3;
/** Strangers' tokens are looked up too, this many with one query. */
const LOOK_UPS = { max: 200, atOnce: 2 };
/**
 * Once a link's evidence is full, no more is stored. What helps is the link's check, which is already
 * planned.
 */
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
  /** A link is now due for its check. */
  onStored: () => void;
  throttle?: CallbackThrottle;
}

/** Handles a callback, however it was sent. */
interface CallbackIntake {
  /** Whether a link has this token. Called before reading anything that comes with it. */
  knows(tokenHash: string): Promise<'known' | 'unknown' | 'failed'>;
  /** Answers after the commit. */
  take(tokenHash: string, query: string, body: Buffer): Promise<CallbackAnswer>;
}

export const createCallbackIntake = ({
  callbacks,
  clock,
  log,
  onStored,
  throttle = createCallbackThrottle({ clock }),
}: CallbackIntakeOptions): CallbackIntake => {
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
    max: BATCH,
    atOnce: BATCHES_AT_ONCE,
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

  /**
   * Some services send the same words whenever anything happens to a link, so a repeat may be about something
   * new.
   */
  const lookAgain = async (tokenHash: string): Promise<void> => {
    if (!throttle.mayRepeat(tokenHash)) return;
    await callbacks.wake(tokenHash, clock.now());
    onStored();
  };

  const take = async (tokenHash: string, query: string, body: Buffer): Promise<CallbackAnswer> => {
    const evidenceHash = hashCallback(body, query);
    const admission = throttle.admit(tokenHash, evidenceHash);
    if (admission.is === 'repeated') {
      await lookAgain(tokenHash);
      return OK;
    }
    if (admission.is === 'late') {
      if (admission.isFirst) {
        // The one real callback may be among those turned away.
        await callbacks.wake(tokenHash, clock.now());
        onStored();
      }
      return { status: 429, retryAfterS: Math.ceil(admission.waitMs / 1000) };
    }
    const evidence = readCallbackEvidence(parseCallbackPayload(body, query));
    const taken = await batches.add({ tokenHash, evidenceHash, evidence, receivedAt: clock.now() });
    if (taken === 'failed') return BUSY;
    if (taken === 'unknown') return NOT_FOUND;
    if (taken === 'full') return { status: 429, retryAfterS: FULL_RETRY_S };
    const saysNothing = body.length === 0 && query === '';
    throttle.remember(tokenHash, saysNothing ? null : evidenceHash);
    if (taken === 'repeated') await lookAgain(tokenHash);
    return OK;
  };

  return {
    knows: async (tokenHash) => (throttle.knows(tokenHash) ? 'known' : lookUps.add(tokenHash)),
    take,
  };
};
