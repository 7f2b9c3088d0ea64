import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { MetaStore } from './store/meta-store.ts';

/**
 * Whether the clock may decide what cannot be undone: that a link has expired, that a customer's data is old enough to be
 * erased. A clock that is wrong for half a minute would end both for good.
 */
export interface ClockTrust {
  /** Call it at the start: a new database has no time yet that was trusted, and holds nothing that could end too early. */
  begin(): Promise<unknown>;
  /** Takes the `Date` header of an answer from Slack or the payment service; null: it had none. `durationMs`: of the call. */
  hear(call: { date: string | null; durationMs: number }): void;
  isSure(): Promise<boolean>;
  /** Slack or the service said so within the last hour: then no link is made, either. */
  isOff(): boolean;
}

/** `off`: somebody else's clock says otherwise. `set back`, `jumped`: compared with the last time that was stored. */
type Doubt = 'off' | 'set back' | 'jumped';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Also the age at which Slack's signatures stop counting. */
const MAX_OFF_MS = 5 * MINUTE_MS;
const HEADER_COUNTS_MS = HOUR_MS;
/** Longer, and the machine slept, or the clock was set meanwhile: the answer does not tell the time. */
const LONGEST_CALL_MS = MINUTE_MS;
const JUMP_MS = DAY_MS;
/** So long without any header, and nobody will send one. */
const WAITS_FOR_HEADER_MS = DAY_MS;
/** Between two questions, no more than this counts as waiting: the clock may have jumped. */
const WAITS_AT_ONCE_MS = HOUR_MS;
const STORE_EVERY_MS = HOUR_MS;
/** In `meta`: the last time at which the clock was trusted. */
const NAME = 'clock';

export const createClockTrust = ({
  meta,
  clock,
  log,
}: {
  meta: Pick<MetaStore, 'read' | 'write' | 'claim'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}): ClockTrust => {
  let heard: { at: number; aheadMs: number } | null = null;
  let storedAt: number | null = null;
  let waiting = { ms: 0, since: 0 };
  let said: Doubt | 'alone' | null = null;

  /** Null: nobody said so of late. */
  const heardOff = (now: number): boolean | null =>
    heard !== null && Math.abs(now - heard.at) <= HEADER_COUNTS_MS
      ? Math.abs(heard.aheadMs) > MAX_OFF_MS
      : null;

  const findDoubt = async (now: number): Promise<Doubt | null> => {
    const isOff = heardOff(now);
    if (isOff !== null) return isOff ? 'off' : null;
    const last = Number(await meta.read(NAME));
    // Other instances store their own times.
    if (now < last - MAX_OFF_MS) return 'set back';
    return now - last <= JUMP_MS ? null : 'jumped';
  };

  const say = (what: typeof said): void => {
    if (what === said) return;
    said = what;
    if (what === null) log.info('the clock is right again: links expire, and old data is erased');
    else if (what === 'alone')
      log.warn('no answer says what time it is: links expire, and old data is erased, by this clock alone');
    else
      log.warn(
        { clock: what, ...(what === 'off' ? { aheadMs: heard?.aheadMs } : {}) },
        'the clock is in doubt: no link expires and nothing is erased until it is right, and none is made while it is off',
      );
  };

  const waitedLong = (now: number): boolean => {
    const since = Math.abs(now - waiting.since);
    waiting = { ms: waiting.ms + Math.min(since, WAITS_AT_ONCE_MS), since: now };
    return waiting.ms > WAITS_FOR_HEADER_MS;
  };

  return {
    begin: () => meta.claim(NAME, String(clock.now())),

    hear: ({ date, durationMs }) => {
      if (durationMs < 0 || durationMs > LONGEST_CALL_MS) return;
      const told = date?.endsWith(' GMT') ? Date.parse(date) : Number.NaN;
      if (Number.isNaN(told)) return;
      const at = clock.now();
      heard = { at, aheadMs: at - told };
    },

    isSure: async () => {
      const now = clock.now();
      const doubt = await findDoubt(now);
      if (doubt !== null && (doubt === 'off' || !waitedLong(now))) {
        say(doubt);
        return false;
      }
      if (doubt === null) waiting = { ms: 0, since: now };
      say(doubt === null ? null : 'alone');
      if (storedAt === null || Math.abs(now - storedAt) >= STORE_EVERY_MS) {
        await meta.write(NAME, String(now));
        storedAt = now;
      }
      return true;
    },

    isOff: () => heardOff(clock.now()) === true,
  };
};
