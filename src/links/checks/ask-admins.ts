import type { Base } from '../../app-parts.ts';
import { isTeachable, type UnreadLeaf } from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import type { LinkPayment } from '../../store/link-payment.ts';
import { buildGuidedJob, buildRecordQuestion } from '../../teaching/ask-about-record.ts';
import { isGuided } from '../../teaching/guided-link.ts';

/**
 * Asks the admins what a record means, once for what is new in it, and leads the payer of a test payment to what came for it.
 * `unread`: what keeps the payment in doubt. `found`: what the link's payment turns out to be now; null: nothing new. Returns when the
 * admins were asked; null: nobody was, or everything is answered.
 */
export type AskAdmins = (
  link: Link,
  unread: readonly UnreadLeaf[],
  found: LinkPayment | null,
) => Promise<number | null>;

export const createAskAdmins =
  ({ store: { taughtWords, jobs }, members, clock, ids, wake }: Base): AskAdmins =>
  async (link, unread, found) => {
    const at = clock.now();
    if (unread.length > 0) {
      const asked = unread.filter(isTeachable);
      if (asked.length === 0) return null;
      const by = { linkId: link.id, at, job: buildRecordQuestion(link, ids) };
      const { askedAt, isNew } = await taughtWords.ask(link.teamId, asked, by);
      if (isNew) wake.jobs();
      return askedAt !== null && (await members.whoMay(link.teamId, 'change-settings')).length > 0
        ? askedAt
        : null;
    }
    // Who was asked has seen it.
    if (!isGuided(link) || found === null || link.payment?.askedAt !== undefined) return null;
    const what = found.finding === 'declined' ? 'declined' : 'payment';
    if (await jobs.add(buildGuidedJob(link, what, ids), at)) wake.jobs();
    return null;
  };
