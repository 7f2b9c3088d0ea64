import type { Clock } from '../clock.ts';

/**
 * After this, a person starts to wonder. Any sooner, the message would only flicker and use up one of five answers.
 */
const QUIET_MS = 1_000;

/** `say` finishes before the result is returned, so that the last message stays last. */
export const sayWhenSlow = async <T>(
  task: Promise<T>,
  { clock }: { clock: Clock },
  say: () => Promise<unknown>,
): Promise<T> => {
  const ended = new AbortController();
  let said: Promise<unknown> = Promise.resolve();
  const waiting = clock.sleep(QUIET_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) said = say();
  });
  try {
    return await task;
  } finally {
    ended.abort();
    await waiting;
    await said;
  }
};
