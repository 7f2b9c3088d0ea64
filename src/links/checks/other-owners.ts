import type { Base } from '../../app-parts.ts';
import type { Vocabulary } from '../../payment-service/index.ts';
import { createReadSentBack, type FoundRecord, mergeRecords } from '../../payments/index.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { mayMove } from '../../store/link-states.ts';
import { buildWhichLinkNotice } from '../card/notice-kinds.ts';
import type { CheckPlan } from './check-plan.ts';

/**
 * Records fit this link and others, whose owners must hear it, too. A link that can become *Reported* is given the records
 * and looked at soon, so that its own reply says it. For the others this returns a message to the owner; for this link, too, unless it
 * becomes *Reported* now (`isDoubt`). Each hears it once.
 */
export const createTellOtherOwners =
  ({ store: { links, keptRecords }, clock }: Base, plan: Pick<CheckPlan, 'first'>) =>
  async (
    link: Link,
    meant: readonly { id: string; found: FoundRecord[] }[],
    { isDoubt, words }: { isDoubt: boolean; words: Vocabulary },
  ): Promise<NewJob[]> => {
    const [first] = meant;
    // A batch has one card, and no thread for each of its links.
    const isShown = isDoubt ? link.batchId === undefined : link.payment?.doubt === 'which-link';
    const jobs: NewJob[] =
      first === undefined || isShown
        ? []
        : [buildWhichLinkNotice(link, { id: first.id, teamId: link.teamId })];
    for (const { id, found } of meant) {
      const other = await links.get(id);
      if (other.payment?.doubt === 'which-link') continue;
      if (!mayMove(other.state, 'reported')) {
        jobs.push(buildWhichLinkNotice(other, link));
        continue;
      }
      const listed = found.map((one) => ({ ...one, via: 'listing' as const }));
      const { change } = mergeRecords(
        await keptRecords.ofLink(id),
        { found: listed, isComplete: false, areTransactionsRead: false },
        { now: clock.now(), readSentBack: createReadSentBack(other, words) },
      );
      if (change !== null) await keptRecords.write([{ linkId: id, ...change }]);
      await links.planCheck(id, plan.first(clock.now()), clock.now());
    }
    return jobs;
  };
