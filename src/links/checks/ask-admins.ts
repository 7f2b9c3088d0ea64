import type { Base } from '../../app-parts.ts';
import { WHOLE_NAME } from '../../payment-service/index.ts';
import { isTeachable, type UnreadLeaf } from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import { bringsMoney, type LinkPayment } from '../../store/link-payment.ts';
import {
  buildBackJob,
  buildDigestJob,
  buildGuidedJob,
  buildRecordQuestion,
  buildUnansweredJob,
} from '../../teaching/ask-about-record.ts';
import { isGuided } from '../../teaching/guided-link.ts';
import { listAnswers } from '../../teaching/possible-answers.ts';

/**
 * Asks what a record means: at once where a sale waits for it, with the next day's digest where its money counts already. Leads the
 * payer of a test payment to what came for it.
 * `unread`: what keeps the payment in doubt. `found`: what the link's payment turns out to be now; null: nothing new. Returns when the
 * admins were asked; null: nobody was, or everything is answered.
 */
export type AskAdmins = (
  link: Link,
  unread: readonly UnreadLeaf[],
  found: LinkPayment | null,
) => Promise<number | null>;

export const createAskAdmins =
  ({ store: { taughtWords, jobs }, vocabularies, members, clock, timeZone, ids }: Base): AskAdmins =>
  async (link, unread, found) => {
    const at = clock.now();
    const isBack = found?.backAskedAt !== undefined;
    if (isBack) await jobs.add(buildBackJob(link, ids), at);
    if (unread.length > 0) {
      // Somebody may have answered while this record was judged.
      const words = await vocabularies.of(link.teamId);
      const isSilent = (one: UnreadLeaf) =>
        words.taught(one.name, WHOLE_NAME) === 'nothing' && listAnswers(one, words).includes('never');
      const asked = unread.filter((one) => isTeachable(one) && !isSilent(one));
      if (asked.length === 0) return null;
      const isWaiting = isBack || link.payment === null || !bringsMoney(link.payment);
      // Finance was asked above.
      const tell = isWaiting ? buildRecordQuestion(link, ids) : buildDigestJob(link, at, timeZone);
      const { askedAt } = await taughtWords.ask(link.teamId, asked, {
        ...{ linkId: link.id, at, job: isBack ? null : tell, isWaiting },
      });
      if (askedAt === null || !isWaiting || isBack) return null;
      if ((await members.whoMay(link.teamId, 'explain-records')).length === 0) return null;
      if (link.payment?.askedAt === undefined) await jobs.add(buildUnansweredJob(link, at, ids), at);
      return askedAt;
    }
    // Who was asked has seen it.
    if (!isGuided(link) || found === null || link.payment?.askedAt !== undefined) return null;
    const what = found.finding === 'declined' ? 'declined' : 'payment';
    await jobs.add(buildGuidedJob(link, what, ids), at);
    return null;
  };
