import type { Clock } from '../../clock.ts';
import type { Delivery } from '../../delivery/deliver-claimed.ts';
import { createNotifier, type Notifier } from '../../delivery/notifier.ts';
import type { drawQr as DrawQr } from '../../delivery/pictures/draw-qr.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import type { SlackClientOf } from '../../slack/slack-clients.ts';
import type { Held } from '../../slack/token-watch.ts';
import type { Store } from '../../store/open-store.ts';
import { createDeliver } from './deliver.ts';
import { buildEditNotice } from './notice-kinds.ts';
import { createQrPictures } from './qr-pictures.ts';

/** Slack acts on a request within this time or never, even if the sender has died. */
const LANDS_WITHIN_MS = 60_000;

export const createNotices = ({
  store,
  clientOf,
  held,
  onNotice,
  clock,
  ids,
  random,
  timeZone,
  log,
  drawQr,
}: {
  store: Store;
  clientOf: SlackClientOf;
  /** Workspaces whose token Slack refuses. */
  held: () => Held;
  /** Called with the outcome of each delivery. */
  onNotice: (told: { kind: string; outcome: Delivery['outcome'] }) => void;
  clock: Clock;
  ids: Ids;
  random: () => number;
  timeZone: string;
  log: Log;
  drawQr?: typeof DrawQr | undefined;
}): Notifier => {
  const { links, notices, channelSettings } = store;
  const qrPictures = createQrPictures({ clientOf, links, clock, draw: drawQr });
  const deliver = createDeliver({
    clientOf,
    links,
    notices,
    channelSettings,
    qrPictures,
    ids,
    clock,
    timeZone,
  });
  return createNotifier({
    notices,
    deliver: async (notice) => {
      const delivery = await deliver(notice);
      onNotice({ kind: notice.kind, outcome: delivery.outcome });
      return delivery;
    },
    // An instance that we took for dead may still post or edit after newer changes. So we set the card right
    // twice: at once, and again when nothing from that instance can still be on its way.
    repair: ({ linkId, lane }) => {
      const link = { id: linkId, teamId: lane.slice(0, lane.indexOf(':')) };
      const last = { ...buildEditNotice(link, ids), dueAt: clock.now() + LANDS_WITHIN_MS };
      return [buildEditNotice(link, ids), last];
    },
    held,
    isAlone: store.engine === 'sqlite',
    newToken: ids.nonce,
    clock,
    random,
    log,
  });
};
