import type { WebClient } from '@slack/web-api';
import type { Ids } from '../../ids.ts';
import type { Delivery } from '../../notices/notifier.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { Notice } from '../../store/notice-store.ts';
import type { QrPictures } from '../qr-pictures.ts';
import { readSlackFailure } from '../slack-failure.ts';
import { attachQr } from './attach-qr.ts';
import { postCard } from './post-card.ts';
import { tellMaker } from './tell-maker.ts';

export interface DeliveryDependencies {
  client: WebClient;
  links: LinkStore;
  qrPictures: QrPictures;
  ids: Ids;
  timeZone: string;
}

export type Deliver = (link: Link, notice: Notice, dependencies: DeliveryDependencies) => Promise<Delivery>;

const BY_KIND: Record<string, Deliver> = { card: postCard, qr: attachQr, news: tellMaker };

/** Says one notice in Slack. Slack's passing errors become "later"; each kind decides about permanent ones. */
export const createDeliver =
  (dependencies: DeliveryDependencies) =>
  async (notice: Notice): Promise<Delivery> => {
    const deliver = BY_KIND[notice.kind];
    if (!deliver) return { outcome: 'never', reason: `unknown kind ${notice.kind}`, instead: [] };
    const link = await dependencies.links.get(notice.linkId);
    try {
      return await deliver(link, notice, dependencies);
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'permanent') return { outcome: 'never', reason: failure.code, instead: [] };
      return { outcome: 'later', reason: failure.code, retryAfterMs: failure.retryAfterMs };
    }
  };
