import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { hashCallback, parseCallbackPayload, readCallbackEvidence } from './callback-evidence.ts';
import type { CallbackStore } from './callback-store.ts';
import { createCallbackThrottle } from './callback-throttle.ts';

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
}

/** Stores a callback and asks for a check of its link. */
export const createCallbackIntake = ({ callbacks, clock, log }: CallbackIntakeOptions) => {
  const throttle = createCallbackThrottle({ clock });

  /** Some services send the same text whenever anything happens to a link, so a repeat may be about something new. */
  const checkRepeat = async (tokenHash: string): Promise<void> => {
    if (throttle.mayRepeat(tokenHash)) await callbacks.wake(tokenHash, clock.now());
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
      if (admission.isFirst) await callbacks.wake(tokenHash, clock.now());
      return { status: 429, retryAfterS: Math.ceil(admission.waitMs / 1000) };
    }
    const evidence = readCallbackEvidence(parseCallbackPayload(body, query));
    const callback = { tokenHash, evidenceHash, evidence, receivedAt: clock.now() };
    const taken = await callbacks.take(callback).catch((error: unknown) => {
      log.error({ err: error }, 'callback not stored');
      return null;
    });
    if (taken === null) return BUSY;
    if (taken === 'unknown') return NOT_FOUND;
    if (taken === 'full') return { status: 429, retryAfterS: FULL_RETRY_S };
    const saysNothing = body.length === 0 && query === '';
    throttle.remember(tokenHash, saysNothing ? null : evidenceHash);
    if (taken === 'repeated') await checkRepeat(tokenHash);
    return OK;
  };

  return {
    /** Answers after the commit. */
    take,
  };
};
