import { setImmediate } from 'node:timers/promises';
import type { Base } from '../../app-parts.ts';
import { OtherAccountError, type Vocabulary } from '../../payment-service/index.ts';
import {
  createReadSentBack,
  findOthersMeant,
  judgeRecords,
  type KeptRecord,
  mergeRecords,
} from '../../payments/index.ts';
import type { RecordsChange } from '../../store/kept-record-store.ts';
import type { Link } from '../../store/link.ts';
import type { ApplyRecords } from './apply-records.ts';
import { decideChange, findDenial } from './decide-change.ts';
import type { LearnFirstWords } from './learn-first-words.ts';
import type { ReadBack, Reading } from './read-back.ts';
import type { SeenLink } from './sort-records.ts';

/** What is known of the reading in which records were seen. */
export type SeenIn = Pick<Reading, 'areTransactionsRead'> & {
  isComplete: (link: Link) => boolean;
  isWhole: (link: Link) => boolean;
  hasNameless: (orderId: string | null) => boolean;
};

/**
 * Brings links up to date with records that were seen, whatever the links' state and age. Returns how many changed. Records that
 * are kept already lead to nothing.
 */
export type SettleSeen = (teamId: string, seen: readonly SeenLink[], seenIn: SeenIn) => Promise<number>;

/** Links judged before the event loop has its turn, and whose kept records are read and written at once. */
const LINKS_AT_ONCE = 50;

export const createSettleSeen = (
  { store, vocabularies, clock, isClockSure, timeZone }: Base,
  {
    readBack,
    applyRecords,
    learnFirstWords,
  }: {
    readBack: Pick<ReadBack, 'one' | 'rivalsOf'>;
    applyRecords: ApplyRecords;
    learnFirstWords: LearnFirstWords;
  },
): SettleSeen => {
  const { keptRecords } = store;

  const decide = (
    { link, orderId }: SeenLink,
    reading: Reading,
    {
      records,
      news,
      words,
      isSure,
    }: {
      records: readonly KeptRecord[];
      news: readonly KeptRecord[];
      words: Vocabulary;
      isSure: boolean;
    },
  ) => {
    const known = { ...link, orderId };
    const { rivals } = reading;
    const verdict = judgeRecords(known, records, { words, timeZone }, rivals);
    const now = clock.now();
    const change = decideChange(link, {
      verdict,
      isComplete: reading.isComplete,
      callbacks: [],
      now,
      mayExpire: isSure && now >= link.expiresAt,
      words,
    });
    // Where the records say nothing, a callback may have said more.
    const isChange =
      change !== null ||
      findDenial(link, records, words) !== null ||
      findOthersMeant(known, records, { words, timeZone, rivals }, news).length > 0;
    return { isChange, isSilent: link.state === 'open' && verdict.outcome === 'silent' };
  };

  /** Null: its account is away. */
  const readRest = async ({ link, found }: SeenLink, isThorough: boolean): Promise<Reading | null> => {
    try {
      const rest = await readBack.one(link, { isThorough });
      return { ...rest, found: [...rest.found, ...found] };
    } catch (error) {
      if (error instanceof OtherAccountError) return null;
      throw error;
    }
  };

  return async (teamId, seen, { isComplete, isWhole, areTransactionsRead, hasNameless }) => {
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
          kept: known,
          found,
          orderId,
          rivals: rivals.get(link.id) ?? [],
          isComplete: isComplete(link),
          isWhole: isWhole(link),
          areTransactionsRead,
          hasNameless: hasNameless(orderId),
          provesAbsence: false,
          isNotListed: false,
          hasOurs: false,
        };
        const now = clock.now();
        const { records, change, began, areApart } = mergeRecords(
          known,
          { ...reading, isComplete: reading.isWhole },
          { now, madeAt: link.askedAt, readSentBack: createReadSentBack(link, words) },
        );
        const news = change?.news ?? [];
        // More than the time at which a record was last seen.
        const isNews = news.length > 0 || (change?.gone.length ?? 0) > 0;
        const { isChange, isSilent } = decide(one, reading, { records, news, words, isSure });
        // A payment that only a callback reported has none here.
        const isKept = link.payment === null || known.length > 0;
        if (isKept ? !isChange && !(isSilent && isNews) : !isNews) {
          await learnFirstWords(link, began);
          if (change !== null) unchanged.push({ linkId: link.id, ...change });
          continue;
        }
        // Only the link's own record tells which numbers in the others are the link's, and the address of one whose answer was
        // lost, without which it gets no card.
        const isOwnRead = reading.isComplete && link.address !== null;
        const hasOwn = isOwnRead || records.some(({ kind }) => kind === 'link');
        const whole = isKept && hasOwn && !areApart ? reading : await readRest(one, areApart);
        if (whole === null) continue;
        if ((await applyRecords(link, whole)).version !== link.version) changed += 1;
      }
      if (unchanged.length > 0) await keptRecords.write(unchanged);
    }
    return changed;
  };
};
