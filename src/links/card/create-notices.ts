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

/** What Slack was sent it does, or never does, within this time, whatever became of the sender. */
const LANDS_WITHIN_MS = 60_000;

/** What Slack must hear of links, put together. */
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
  /** Told how each delivery ended. */
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
    // A post or an edit of an instance that was taken for dead may land after newer ones: the card is set right, at
    // once and when nothing of that instance can be on its way any more.
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
