import type { Vocabulary } from '../payment-service/index.ts';
import { judgeRecord, reportsMoney } from './judged-record.ts';
import { createWhose, type FoundRecord, type OwnedLink } from './record-owner.ts';
import { type LinkIdentity, mentionsLink } from './record-ties.ts';

interface Meaning {
  words: Vocabulary;
  timeZone: string;
  rivals: readonly LinkIdentity[];
}

/**
 * The other links that are meant where records report money and fit several, each with these records. `among`: of which of the
 * records.
 */
export const findOthersMeant = (
  link: OwnedLink,
  found: readonly FoundRecord[],
  { words, timeZone, rivals }: Meaning,
  among: readonly FoundRecord[] = found,
): { id: string; found: FoundRecord[] }[] => {
  if (among.length === 0) return [];
  const whoseIs = createWhose(link, found, rivals, timeZone);
  const doubtful = among.filter((one) => {
    const whose = whoseIs(one);
    return (
      whose.is === 'cannot-tell' && whose.why === 'which-link' && reportsMoney(judgeRecord(one, whose, words))
    );
  });
  const others = rivals.filter(({ id }) => id !== link.id);
  return others.flatMap((other) => {
    // One payment page for several links means none of them.
    const isPage = [link, ...others].some(({ id, address }) => id !== other.id && address === other.address);
    const meant = isPage ? { ...other, address: null } : other;
    const named = doubtful.filter(({ record, kind }) => mentionsLink(meant, record, kind));
    return named.length === 0 ? [] : [{ id: other.id, found: named }];
  });
};
