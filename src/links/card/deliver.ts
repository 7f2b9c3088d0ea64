import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { SlackClientOf } from '../../slack/slack-clients.ts';
import { readSlackFailure, settleRefusal } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { Deliver, DeliveryDependencies, Notice } from './notice-delivery.ts';
import { buildBatchCardJob, type NoticeKind } from './notice-kinds.ts';

/** Loaded with the first notice of each kind, so that the app starts without them. */
const BY_KIND: Record<NoticeKind, () => Promise<Deliver>> = {
  card: async () => (await import('./post-card.ts')).postCard,
  edit: async () => (await import('./edit-card.ts')).editCard,
  qr: async () => (await import('./qr-chain.ts')).uploadQr,
  'qr-message': async () => (await import('./qr-message.ts')).postQrMessage,
  reply: async () => (await import('./reply-in-thread.ts')).replyInThread,
  nudge: async () => (await import('./tell-creator.ts')).remindCreator,
  news: async () => (await import('./tell-creator.ts')).tellCreator,
  sale: async () => (await import('./tell-creator.ts')).tellOfSale,
  move: async () => (await import('./move-card.ts')).moveCard,
  'hand-over': async () => (await import('../hand-over/hand-over.ts')).deliverHandOver,
  left: async () => (await import('./move-card.ts')).markLeft,
};

/**
 * Delivers one notice to Slack. Slack's passing errors become "later"; each kind handles permanent errors
 * itself.
 */
export const createDeliver =
  ({ clientOf, ...dependencies }: Omit<DeliveryDependencies, 'client'> & { clientOf: SlackClientOf }) =>
  async (kind: NoticeKind, notice: Notice): Promise<JobOutcome> => {
    if (notice.linkId === null) return { outcome: 'failed', reason: 'about no link' };
    const link = await dependencies.links.get(notice.linkId);
    const { batchId, teamId } = link;
    // A batch has one card for all its links. People are still told when a link is handed over or a sale was paid twice.
    if (batchId !== undefined && kind !== 'sale' && kind !== 'hand-over') {
      const { clock, ids } = dependencies;
      return { outcome: 'done', next: [buildBatchCardJob({ teamId, batchId }, clock.now(), ids)] };
    }
    try {
      const deliver = await BY_KIND[kind]();
      const client = await clientOf(link.teamId);
      const ended = await deliver(link, notice, { ...dependencies, client });
      return ended.outcome === 'failed' && (await hasMoved(link, dependencies.links)) ? MOVED : ended;
    } catch (error) {
      const failure = readSlackFailure(error);
      // Notices are retried without end, so retry soon: a person may be fixing the scope.
      if (failure.kind === 'passing' && failure.why === 'scope')
        return { outcome: 'later', reason: failure.code, retryAfterMs: failure.retryAfterMs };
      return settleRefusal(error);
    }
  };

const MOVED: JobOutcome = { outcome: 'later', reason: 'channel_id_changed', retryAfterMs: null };

/** The channel got a new id while we were posting under the old one. */
async function hasMoved(before: Link, links: Pick<LinkStore, 'get'>): Promise<boolean> {
  const now = await links.get(before.id);
  return (
    now.channelId !== before.channelId ||
    (before.card !== null && now.card?.channelId !== before.card.channelId)
  );
}
