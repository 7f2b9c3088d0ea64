import type { Base } from '../../app-parts.ts';
import { isLookUpConfigured } from '../../config/config.ts';
import type { Pictures } from '../../delivery/pictures/pictures.ts';
import { createWorkLoop } from '../../delivery/work-loop.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import type { LinkState } from '../../store/link-states.ts';
import { type Instead, readInstead } from '../card/standing.ts';
import type { Watcher } from '../checks/watcher.ts';
import { buildCounter, describeTimeLeft, isScannable, type QrPicture } from './counter-view.ts';
import type { CounterWindow } from './counter-window-store.ts';
import { createLookUpBudget } from './look-up-budget.ts';

/**
 * The open counter windows. Each follows its link: while it is open, the service is asked about that link every few seconds, so
 * that it turns green without callbacks. They are stored, so that a restarted app goes on following them.
 */
export interface OpenCounters {
  /** `hash`: the version that is shown. A window that shows something else by then is left alone. */
  follow(shown: { viewId: string; hash: string | null; link: Link; picture: QrPicture }): Promise<void>;
  /** It was closed, or shows something else now. */
  forget(window: { teamId: string; viewId: string }): Promise<void>;
  /** Something was written about a link. */
  wake(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Another instance may have taken the callback. */
const LOOK_EVERY_MS = 1_000;
/** The shortest pause between looks: on a busy day links change many times a second. */
const LOOK_GAP_MS = 250;
const IDLE_MS = 60 * 60_000;
const AFTER_FAULT_MS = 5_000;
/** Nobody waits at a counter for longer. */
const FOLLOWED_FOR_MS = 30 * 60_000;
/** Per process. Past this, the oldest window of the workspace with the most windows is dropped. */
const MAX_FOLLOWED = 500;
const MAX_REFUSALS = 5;
/** Slack may have been slow to fetch the picture, or this process to draw it. */
const PICTURE_AGAIN_MS = [3_000, 10_000, 30_000];

interface Followed extends CounterWindow {
  /** As last read, with that of its sale; null: not read since the window opened. */
  link: Link;
  saleVersion: number | null;
  /** Why nobody should pay it any more. */
  instead: Instead | null;
  picture: QrPicture;
  /** What the window shows; null: not known. */
  shown: string | null;
  refusals: number;
  /** How often the picture was tried again after Slack refused it. */
  pictureTries: number;
  /** No longer followed: too many are open. */
  isDropped: boolean;
}

/** States that may still change while the customer waits. */
const MAY_CHANGE: Record<LinkState, boolean> = {
  asked: false,
  declined: false,
  withdrawn: false,
  lapsed: false,
  reserved: false,
  unknown: true,
  failed: false,
  open: true,
  reported: true,
  paid: false,
  expired: false,
};

export const createOpenCounters = (
  { config, store, clients, clock, timeZone, log }: Base,
  watcher: Pick<Watcher, 'refresh'>,
  pictures: Pick<Pictures, 'addressOfQr'>,
  max = MAX_FOLLOWED,
): OpenCounters => {
  const { links, counterWindows: windows } = store;
  const followed = new Map<string, Followed>();
  const budget = createLookUpBudget({ clock });
  const requests = new Set<Promise<void>>();
  /** By window, so that one that Slack is slow about delays no other. */
  const looks = new Map<string, { isRepeated: boolean; end: Promise<void> }>();

  /** Changes whenever the window's content does. */
  const nameShown = (link: Link, instead: Instead | null, isFollowed: boolean): string => {
    const now = clock.now();
    if (instead !== null) return `${link.version} ${instead.why} ${instead.by.id}`;
    return isScannable(link, now) && isFollowed
      ? `${link.version} ${describeTimeLeft(link.expiresAt - now)} ${budget.isBackedOff(link.teamId)}`
      : `${link.version} ${isScannable(link, now)}`;
  };

  const forget: OpenCounters['forget'] = async ({ teamId, viewId }) => {
    const counter = followed.get(viewId);
    if (counter?.teamId === teamId) {
      budget.forget(counter.linkId);
      followed.delete(viewId);
    }
    await windows.remove(teamId, viewId);
  };

  const show = async (
    counter: Followed,
    { link, isFollowed, picture = counter.picture }: { link: Link; isFollowed: boolean; picture?: QrPicture },
  ): Promise<void> => {
    const { viewId, teamId, hash, instead } = counter;
    const shown = nameShown(link, instead, isFollowed);
    const isServiceSilent = budget.isBackedOff(teamId);
    const view = buildCounter({
      ...{ link, instead, picture, now: clock.now(), timeZone, isFollowed, isServiceSilent },
    });
    try {
      const updated = await updateView(
        { viewId, view, ...(hash === null ? {} : { hash }) },
        { patientClient: await clients.of(teamId), clock },
      );
      if (updated === null) return await forget(counter);
      Object.assign(counter, { hash: updated.hash, shown, picture, refusals: 0 });
      if (followed.has(viewId)) await windows.save(counter);
    } catch (error) {
      // The window keeps what it shows.
      if (picture !== counter.picture && error instanceof ViewRefused) return;
      counter.refusals += 1;
      const mayPass = error instanceof ViewRefused && error.isPassing && counter.refusals < MAX_REFUSALS;
      log.info({ link: link.id, err: error, isGivenUp: !mayPass }, 'counter window not updated');
      // The card says the same, and a reply in its thread tells the owner of a payment.
      if (!mayPass) await forget(counter);
    }
  };

  const showPictureAgain = async (counter: Followed, link: Link): Promise<void> => {
    const wait = PICTURE_AGAIN_MS[counter.pictureTries];
    if (!('address' in counter.picture) || wait === undefined || clock.now() - counter.openedAt < wait)
      return;
    counter.pictureTries += 1;
    const picture = await pictureOf(link);
    if ('url' in picture) await show(counter, { link, isFollowed: true, picture });
  };

  const refresh = (link: Link, openForMs: number): void => {
    const { teamId, id: linkId } = link;
    const isCheap = isLookUpConfigured(config) && link.orderId !== null;
    if (!budget.take({ teamId, linkId, isCheap, openForMs })) return;
    const request = watcher
      .refresh(link)
      .then(({ outcome }) => (outcome === 'unreachable' ? budget.backOff(teamId) : budget.resume(teamId)))
      .catch((error: unknown) => {
        budget.backOff(teamId);
        log.warn({ link: linkId, err: error }, 'link of a counter window not checked');
      })
      .finally(() => {
        requests.delete(request);
        wake();
      });
    requests.add(request);
  };

  /** `version`: that of the link's sale; undefined: it was erased. */
  const look = async (counter: Followed, version: number | undefined): Promise<void> => {
    const { teamId, linkId, openedAt } = counter;
    const isSame = version === counter.saleVersion;
    const link = isSame ? counter.link : await links.find(teamId, linkId);
    if (link === null) return forget(counter);
    const instead = isSame ? counter.instead : await readInstead(link, links);
    Object.assign(counter, { link, instead, saleVersion: version });
    const openForMs = clock.now() - openedAt;
    const isFollowed = !counter.isDropped && openForMs < FOLLOWED_FOR_MS;
    if (nameShown(link, instead, isFollowed) !== counter.shown) await show(counter, { link, isFollowed });
    else if (isFollowed && instead === null && isScannable(link, clock.now()))
      await showPictureAgain(counter, link);
    if (counter.refusals > 0) return;
    if (MAY_CHANGE[link.state] && isFollowed) refresh(link, openForMs);
    else await forget(counter);
  };

  const beginLook = (counter: Followed, version: number | undefined): void => {
    const { viewId } = counter;
    if (looks.has(viewId)) return;
    const end = look(counter, version)
      .catch((error: unknown) => {
        log.error({ link: counter.linkId, err: error }, 'counter window not followed; trying again');
      })
      .finally(() => {
        looks.delete(viewId);
        if (started.isRepeated) loop.wake();
      });
    const started = { isRepeated: false, end };
    looks.set(viewId, started);
  };

  /** Looks under way may have read their link before the change. */
  const wake = (): void => {
    for (const started of looks.values()) started.isRepeated = true;
    loop.wake();
  };

  const dropOne = (): void => {
    const kept = [...followed.values()].filter(({ isDropped }) => !isDropped);
    if (kept.length <= max) return;
    const counts = new Map<string, number>();
    for (const { teamId } of kept) counts.set(teamId, (counts.get(teamId) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const oldest = kept.find(({ teamId }) => counts.get(teamId) === most);
    if (oldest) oldest.isDropped = true;
  };

  const add = (window: CounterWindow, link: Link, picture: QrPicture, shown: string | null): void => {
    const initial = { saleVersion: null, instead: null, refusals: 0, pictureTries: 0, isDropped: false };
    followed.set(window.viewId, { ...window, link, picture, shown, ...initial });
    if (followed.size > max) dropOne();
    loop.wake();
  };

  const resume = async (): Promise<void> => {
    for (const window of await windows.openedSince(clock.now() - FOLLOWED_FOR_MS, max)) {
      const link = await links.find(window.teamId, window.linkId);
      if (link === null) await windows.remove(window.teamId, window.viewId);
      else add(window, link, await pictureOf(link), null);
    }
  };

  const pictureOf = async (link: Link): Promise<QrPicture> => {
    const url = await pictures.addressOfQr(link);
    return url === null ? { address: link.address, card: null } : { url };
  };

  /** Reads the versions of all sales in one statement. */
  const lookAtAll = async (): Promise<void> => {
    const counters = [...followed.values()];
    const versions = await links.saleVersionsOf(counters.map(({ linkId }) => linkId));
    for (const counter of counters) beginLook(counter, versions.get(counter.linkId));
  };

  let lookedAt = Number.NEGATIVE_INFINITY;
  const loop = createWorkLoop({
    name: 'looks at counter windows',
    round: async () => {
      if (followed.size === 0) return clock.now() + IDLE_MS;
      // Absolute: a clock that was set back must not keep the windows waiting.
      const since = Math.abs(clock.now() - lookedAt);
      if (since < LOOK_GAP_MS) return clock.now() + LOOK_GAP_MS - since;
      lookedAt = clock.now();
      await lookAtAll();
      return lookedAt + LOOK_EVERY_MS;
    },
    clock,
    restMs: AFTER_FAULT_MS,
    onError: (error) => log.error({ err: error }, 'counter windows not followed; trying again'),
  });

  return {
    follow: async ({ viewId, hash, link, picture }) => {
      const window = { viewId, teamId: link.teamId, linkId: link.id, hash, openedAt: clock.now() };
      await windows.save(window);
      add(window, link, picture, nameShown(link, null, true));
    },
    forget,
    wake,
    start: async () => {
      await resume();
      loop.start();
    },
    stop: async () => {
      await loop.stop();
      while (looks.size > 0) await Promise.all([...looks.values()].map(({ end }) => end));
      await Promise.allSettled(requests);
    },
  };
};
