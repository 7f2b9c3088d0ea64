import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { Delivery } from '../../delivery/deliver-claimed.ts';
import type { Ids } from '../../ids.ts';
import type { SlackClientOf } from '../../slack/slack-clients.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { ChannelSettingsStore } from '../../store/channel-settings-store.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { Notice, NoticeStore } from '../../store/notice-store.ts';
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts';
import type { QrPictures } from './qr-pictures.ts';

export interface DeliveryDependencies {
  /** Of the link's workspace. */
  client: WebClient;
  links: LinkStore;
  notices: Pick<NoticeStore, 'isWaiting'>;
  channelSettings: Pick<ChannelSettingsStore, 'find'>;
  qrPictures: QrPictures;
  ids: Ids;
  clock: Clock;
  timeZone: string;
}

export type Deliver = (link: Link, notice: Notice, dependencies: DeliveryDependencies) => Promise<Delivery>;

/** Loaded with the first notice of each kind, so that the app starts without them. */
const BY_KIND: Record<NoticeKind, () => Promise<Deliver>> = {
  card: async () => (await import('./post-card.ts')).postCard,
  edit: async () => (await import('./edit-card.ts')).editCard,
  qr: async () => (await import('./qr-chain.ts')).uploadQr,
  reply: async () => (await import('./reply-in-thread.ts')).replyInThread,
  nudge: async () => (await import('./tell-creator.ts')).remindCreator,
  news: async () => (await import('./tell-creator.ts')).tellCreator,
  sale: async () => (await import('./tell-creator.ts')).tellOfSale,
  move: async () => (await import('./move-card.ts')).moveCard,
  left: async () => (await import('./move-card.ts')).markLeft,
};

/**
 * Delivers one notice to Slack. Slack's passing errors become "later"; each kind handles permanent errors
 * itself.
 */
export const createDeliver =
  ({ clientOf, ...dependencies }: Omit<DeliveryDependencies, 'client'> & { clientOf: SlackClientOf }) =>
  async (notice: Notice): Promise<Delivery> => {
    const kind = NOTICE_KINDS.find((known) => known === notice.kind);
    if (!kind) return { outcome: 'never', reason: `unknown kind ${notice.kind}`, instead: [] };
    const link = await dependencies.links.get(notice.linkId);
    try {
      const deliver = await BY_KIND[kind]();
      const client = await clientOf(link.teamId);
      const delivery = await deliver(link, notice, { ...dependencies, client });
      return delivery.outcome === 'never' && (await hasMoved(link, dependencies.links)) ? MOVED : delivery;
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'permanent') return { outcome: 'never', reason: failure.code, instead: [] };
      return { outcome: 'later', reason: failure.code, retryAfterMs: failure.retryAfterMs };
    }
  };

const MOVED: Delivery = { outcome: 'later', reason: 'channel_id_changed', retryAfterMs: null };

/** The channel got a new id while we were posting under the old one. */
async function hasMoved(before: Link, links: Pick<LinkStore, 'get'>): Promise<boolean> {
  const now = await links.get(before.id);
  return (
    now.channelId !== before.channelId ||
    (before.card !== null && now.card?.channelId !== before.card.channelId)
  );
}
