import { setImmediate } from 'node:timers/promises';
import type { Base } from '../../app-parts.ts';
import { OtherAccountError, type Vocabulary } from '../../payment-service/index.ts';
import type { KeptRecord } from '../../payments/index.ts';
import type { RecordsChange } from '../../store/kept-record-store.ts';
import type { Link } from '../../store/link.ts';
import { decide } from './decide-change.ts';
import type { ReadBack } from './read-back.ts';
import { type Reading, type Weighed, weigh } from './reading.ts';
import type { Settle } from './settle.ts';
import type { SeenLink } from './sort-records.ts';

/** How much of what the service has the reading shows in which a link was seen. */
export type SeenIn = (one: SeenLink) => Omit<Reading, keyof SeenLink | 'kept' | 'rivals'>;

/**
 * Brings links up to date with records that were seen, whatever the links' state and age. Returns how many changed. Records that
 * are kept already lead to nothing.
 */
export type SettleSeen = (teamId: string, seen: readonly SeenLink[], seenIn: SeenIn) => Promise<number>;

/** Links judged before the event loop has its turn, and whose kept records are read and written at once. */
const LINKS_AT_ONCE = 50;

export const createSettleSeen = (
  { store, vocabularies, clock, isClockSure, timeZone }: Base,
  { readBack, settle }: { readBack: Pick<ReadBack, 'one' | 'rivalsOf'>; settle: Settle },
): SettleSeen => {
  const { keptRecords } = store;

  /** Nothing in it changes the link, or is to be told. */
  const isQuiet = (
    link: Link,
    reading: Reading,
    weighed: Weighed,
    { words, isSure }: { words: Vocabulary; isSure: boolean },
  ): boolean => {
    const { kept, verdict, areApart } = weighed;
    // More than the time at which a record was last seen.
    const isNews = kept !== null && kept.news.length + kept.gone.length > 0;
    if (!isAllKept(link, reading.kept)) return !isNews;
    // A second payment: only a reading that shows both tells whether they are one.
    if (areApart && isNews) return false;
    // Where the records say nothing, a callback may have said more.
    if (link.state === 'open' && verdict.outcome === 'silent' && isNews) return false;
    const now = clock.now();
    const mayExpire = isSure && now >= link.expiresAt;
    const grounds = { isAwaited: false, callbacks: [], now, mayExpire, words, timeZone };
    const { change, denial, meant } = decide(link, reading, weighed, grounds);
    return change === null && denial === null && meant.length === 0;
  };

  const isChanged = async (link: Link, reading: Reading, weighed: Weighed): Promise<boolean> => {
    try {
      return (await settle(link, reading, weighed)).version !== link.version;
    } catch (error) {
      // Its account is away.
      if (error instanceof OtherAccountError) return false;
      throw error;
    }
  };

  return async (teamId, seen, seenIn) => {
    const words = await vocabularies.of(teamId);
    const isSure = await isClockSure();
    let changed = 0;
    for (let at = 0; at < seen.length; at += LINKS_AT_ONCE) {
      await setImmediate();
      const some = seen.slice(at, at + LINKS_AT_ONCE);
      const kept = await keptRecords.ofLinks(some.map(({ link }) => link.id));
      const rivals = await readBack.rivalsOf(
        some.map(({ link, orderId, found }) => ({
          link: { ...link, orderId },
          records: [...found, ...(kept.get(link.id) ?? [])],
        })),
      );
      const unchanged: ({ linkId: string } & RecordsChange)[] = [];
      for (const one of some) {
        const { link, found, orderId } = one;
        const known = kept.get(link.id) ?? [];
        const reading: Reading = {
          ...{ kept: known, found, orderId, rivals: rivals.get(link.id) ?? [] },
          ...seenIn(one),
          more: ({ records, areApart }) =>
            areApart || !isAllKept(link, known) || !hasOwn(link, reading, records)
              ? readBack.one(link, { isThorough: areApart, seen: found })
              : null,
        };
        const weighed = weigh(link, reading, { now: clock.now(), words, timeZone });
        if (isQuiet(link, reading, weighed, { words, isSure })) {
          if (weighed.kept !== null) unchanged.push({ linkId: link.id, ...weighed.kept });
        } else if (await isChanged(link, reading, weighed)) changed += 1;
      }
      if (unchanged.length > 0) await keptRecords.write(unchanged);
    }
    return changed;
  };
};

/** A payment that only a callback reported has no record. */
const isAllKept = ({ payment }: Link, kept: readonly KeptRecord[]): boolean =>
  payment === null || kept.length > 0;

/**
 * Only the link's own record tells which numbers in the others are the link's, and the address of one whose answer was lost, without
 * which it gets no card.
 */
const hasOwn = ({ address }: Link, { isComplete }: Reading, records: readonly KeptRecord[]): boolean =>
  (isComplete && address !== null) || records.some(({ kind }) => kind === 'link');
