import type { Base } from '../../app-parts.ts';
import { isLookUpConfigured } from '../../config/config.ts';
import type { Pictures } from '../../delivery/pictures/pictures.ts';
import { createWorkLoop } from '../../delivery/work-loop.ts';
import type { Replace } from '../../slack/submit.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { SHOWN_SALE } from '../../store/link-card.ts';
import { UNFINISHED } from '../../store/link-states.ts';
import { findCardOfQr } from '../card/find-link.ts';
import type { Watcher } from '../checks/watcher.ts';
import type { Trouble } from '../form/link-result-view.ts';
import { inItsSale, type LinkInSale, readInSale } from '../sale/link-in-sale.ts';
import { buildCounter, describeTimeLeft, isScannable, type QrPicture } from './counter-view.ts';
import type { CounterWindow } from './counter-window-store.ts';
import { createLookUpBudget } from './look-up-budget.ts';

/** Somebody has it open. */
export type OpenWindow = Pick<CounterWindow, 'teamId' | 'userId' | 'viewId'>;

/**
 * The open counter windows. Each follows its link by what is written about it. In the newest window of each person the service is
 * asked as well, so that it turns green without callbacks. They are stored, so that a restarted app goes on
 * following them.
 */
export interface OpenCounters {
  /** The window says that the link is being made, and somebody will show what became of it: here, or after a restart. */
  begin(window: OpenWindow, link: Link): Promise<void>;
  /**
   * Shows a link as it is now, and follows it from then on. False: the window is closed. `replace`: how the window is updated.
   * `isChecking`: the answer is shown when it is there. Throws `ViewRefused`.
   */
  show(
    window: OpenWindow,
    link: Link,
    more?: { replace?: Replace } & Pick<Trouble, 'isChecking' | 'checkedAt'>,
  ): Promise<boolean>;
  /** The window says how the link is now, in the version `hash`. One that shows something else by then is left alone. */
  follow(window: OpenWindow, link: Link, hash: string | null): Promise<void>;
  /** It was closed, or shows something else now. */
  forget(window: Pick<OpenWindow, 'teamId' | 'viewId'>): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How long is left to pay, and the next look-up. */
const LOOK_EVERY_MS = 1_000;
/** The shortest pause between looks: on a busy day links change many times a second. */
const LOOK_GAP_MS = 250;
const IDLE_MS = 60 * 60_000;
const AFTER_FAULT_MS = 5_000;
/** So long the service is asked about it. */
const QUICK_FOR_MS = 5 * 60_000;
/** Nobody waits at a counter for longer. */
const FOLLOWED_FOR_MS = 30 * 60_000;
/** Per process. Past this, the oldest window of the workspace with the most windows is dropped. */
const MAX_FOLLOWED = 500;
const MAX_REFUSALS = 5;
/** Slack may have been slow to fetch the picture, or the card with it not posted yet. */
const PICTURE_AGAIN_MS = [3_000, 10_000, 30_000];

interface Followed extends CounterWindow {
  /** As last read, with that of its sale; null: not read since the window opened. */
  link: LinkInSale;
  saleVersion: number | null;
  picture: QrPicture | null;
  /** What the window shows; null: not known. */
  shown: string | null;
  refusals: number;
  /** How often the picture was looked for again. */
  pictureTries: number;
  /** The newest of its person, and not open for long. */
  isQuick: boolean;
  /** No longer followed: too many are open. */
  isDropped: boolean;
}

export const createOpenCounters = (
  base: Base,
  watcher: Pick<Watcher, 'refresh'>,
  pictures: Pick<Pictures, 'addressOfQr'>,
  max = MAX_FOLLOWED,
): OpenCounters => {
  const { config, store, clients, clock, timeZone, log } = base;
  const { links, counterWindows: windows } = store;
  const followed = new Map<string, Followed>();
  const budget = createLookUpBudget({ clock });
  const requests = new Set<Promise<void>>();
  /** Links that a window asks about now, or whose change it found so. */
  const asked = new Set<string>();
  /** By window, so that one that Slack is slow about delays no other. */
  const looks = new Map<string, { isRepeated: boolean; end: Promise<void> }>();

  const isFollowed = ({ openedAt, isDropped }: Followed): boolean =>
    !isDropped && clock.now() - openedAt < FOLLOWED_FOR_MS;
  const hasCode = (counter: Followed): boolean =>
    counter.link.instead === null && isScannable(counter.link, clock.now()) && isFollowed(counter);
  const isServiceSilent = ({ teamId, isQuick }: Followed): boolean => isQuick && budget.isBackedOff(teamId);

  /** Changes whenever the window's content does. */
  const nameShown = (counter: Followed): string => {
    const { link } = counter;
    const { instead } = link;
    const now = clock.now();
    if (instead !== null) return `${link.version} ${instead.why} ${instead.by.id}`;
    return hasCode(counter)
      ? `${link.version} ${describeTimeLeft(link.expiresAt - now)} ${isServiceSilent(counter)}`
      : `${link.version} ${isScannable(link, now)}`;
  };

  /** Its row matters only to a restart. */
  const save = (window: CounterWindow): Promise<void> =>
    windows
      .save(window)
      .catch((error: unknown) => log.warn({ link: window.linkId, err: error }, 'counter window not stored'));

  const forget: OpenCounters['forget'] = async ({ teamId, viewId }) => {
    const counter = followed.get(viewId);
    if (counter?.teamId === teamId) {
      budget.forget(counter.linkId);
      followed.delete(viewId);
      // Another window of the link may not have seen yet that it ended.
      if (![...followed.values()].some(({ linkId }) => linkId === counter.linkId))
        asked.delete(counter.linkId);
    }
    await windows.remove(teamId, viewId);
  };

  /** Unless the window was shown anew meanwhile. */
  const drop = async (counter: Followed): Promise<void> => {
    if (followed.get(counter.viewId) === counter) await forget(counter);
  };

  const findPicture = async (link: Link): Promise<QrPicture> => {
    const url = await pictures.addressOfQr(link).catch((error: unknown) => {
      log.warn({ link: link.id, err: error }, 'QR picture not shown');
      return null;
    });
    return url === null ? findCard(link) : { url };
  };

  const findCard = async (link: Link): Promise<QrPicture> => ({
    card: await findCardOfQr(link, await clients.of(link.teamId), base),
  });

  /** Null: the window is closed, or shows another version. Throws `ViewRefused`. */
  const draw = async (
    counter: Followed,
    replace: Replace,
    more: Pick<Trouble, 'isChecking' | 'checkedAt'> = {},
  ): ReturnType<Replace> => {
    const { link } = counter;
    const isCoded = hasCode(counter);
    if (isCoded) counter.picture ??= await findPicture(link);
    const shown = nameShown(counter);
    const attempt = () =>
      replace(
        buildCounter({
          ...{ link, picture: counter.picture, now: clock.now(), timeZone, ...more },
          isFollowed: isFollowed(counter),
          isServiceSilent: isServiceSilent(counter),
        }),
      );
    const withoutPicture = async (error: unknown) => {
      const isPicture = isCoded && counter.picture !== null && 'url' in counter.picture;
      if (!isPicture || !(error instanceof ViewRefused) || error.isPassing) throw error;
      log.warn({ link: link.id, reason: error.code }, 'QR picture not shown');
      counter.picture = await findCard(link);
      return attempt();
    };
    const drawn = await attempt().catch(withoutPicture);
    if (drawn !== null) Object.assign(counter, { hash: drawn.hash, shown, refusals: 0 });
    return drawn;
  };

  const redraw = async (counter: Followed): Promise<void> => {
    const { viewId, teamId, hash, link } = counter;
    const patientClient = await clients.of(teamId);
    try {
      const drawn = await draw(counter, (view) =>
        updateView({ viewId, view, hash }, { patientClient, clock }),
      );
      if (drawn === null) await drop(counter);
      else if (followed.get(viewId) === counter && UNFINISHED.includes(link.state)) await save(counter);
    } catch (error) {
      counter.refusals += 1;
      const mayPass = error instanceof ViewRefused && error.isPassing && counter.refusals < MAX_REFUSALS;
      log.info({ link: link.id, err: error, isGivenUp: !mayPass }, 'counter window not updated');
      // The card says the same, and a reply in its thread tells the owner of a payment.
      if (!mayPass) await drop(counter);
    }
  };

  const lookForPicture = async (counter: Followed): Promise<void> => {
    const { picture, pictureTries, openedAt, link } = counter;
    const wait = PICTURE_AGAIN_MS[pictureTries];
    if (picture === null || 'url' in picture || wait === undefined || clock.now() - openedAt < wait) return;
    counter.pictureTries += 1;
    const found = await findPicture(link);
    if (JSON.stringify(found) === JSON.stringify(picture)) return;
    counter.picture = found;
    await redraw(counter);
  };

  const refresh = (link: Link, openForMs: number): void => {
    const { teamId } = link;
    const isCheap = isLookUpConfigured(config) && link.orderId !== null;
    if (!budget.take(link, { isCheap, openForMs })) return;
    asked.add(link.id);
    const request = watcher
      .refresh(link)
      .then(({ outcome }) => {
        if (outcome !== 'changed') asked.delete(link.id);
        if (outcome === 'unreachable') budget.backOff(teamId);
        else budget.resume(teamId);
      })
      .catch((error: unknown) => {
        asked.delete(link.id);
        budget.backOff(teamId);
        log.warn({ link: link.id, err: error }, 'link of a counter window not checked');
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
    if (version !== counter.saleVersion) {
      const found = await links.findWith(teamId, linkId, SHOWN_SALE);
      if (found === null) return drop(counter);
      Object.assign(counter, { link: inItsSale<Link>(found.link, found.others), saleVersion: version });
    }
    if (nameShown(counter) !== counter.shown) await redraw(counter);
    else if (hasCode(counter)) await lookForPicture(counter);
    if (counter.refusals > 0) return;
    const { link, isQuick } = counter;
    if (!UNFINISHED.includes(link.state)) budget.noteEnd(teamId, { isAsked: asked.has(linkId) });
    if (!UNFINISHED.includes(link.state) || !isFollowed(counter)) await drop(counter);
    else if (isQuick && link.state !== 'reserved') refresh(link, clock.now() - openedAt);
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
    isStale = true;
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

  const prepare = (window: CounterWindow, link: LinkInSale): Followed => ({
    ...{ ...window, link, saleVersion: null, picture: null, shown: null },
    ...{ refusals: 0, pictureTries: 0, isQuick: true, isDropped: false },
  });

  const rowOf = (window: OpenWindow, link: Link, hash: string | null): CounterWindow => ({
    ...{ teamId: window.teamId, userId: window.userId, viewId: window.viewId },
    ...{ linkId: link.id, hash, openedAt: clock.now() },
  });

  const add = (counter: Followed): void => {
    // Behind the others: the newest.
    followed.delete(counter.viewId);
    followed.set(counter.viewId, counter);
    if (followed.size > max) dropOne();
    isStale = true;
    loop.wake();
  };

  const resume = async (): Promise<void> => {
    for (const window of await windows.openedSince(clock.now() - FOLLOWED_FOR_MS, max)) {
      const link = await links.find(window.teamId, window.linkId);
      if (link === null) await windows.remove(window.teamId, window.viewId);
      else add(prepare(window, await readInSale(link, links)));
    }
  };

  const markQuick = (counters: readonly Followed[]): void => {
    const newestOf = new Map(counters.map((counter) => [`${counter.teamId} ${counter.userId}`, counter]));
    const newest = new Set(newestOf.values());
    for (const counter of counters)
      counter.isQuick = newest.has(counter) && clock.now() - counter.openedAt < QUICK_FOR_MS;
  };

  /** Whether something may have been written since the versions were read. */
  let isStale = true;
  let versions = new Map<string, number>();
  /** Of all sales, in one statement. */
  const readVersions = async (counters: readonly Followed[]): Promise<void> => {
    // Another instance writes without waking these windows.
    if (!isStale && store.engine === 'sqlite') return;
    isStale = false;
    try {
      versions = await links.saleVersionsOf(counters.map(({ linkId }) => linkId));
    } catch (error) {
      isStale = true;
      throw error;
    }
  };

  const lookAtAll = async (): Promise<void> => {
    const counters = [...followed.values()];
    markQuick(counters);
    await readVersions(counters);
    for (const counter of counters)
      if (followed.get(counter.viewId) === counter) beginLook(counter, versions.get(counter.linkId));
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
  links.onWritten(wake);

  return {
    begin: (window, link) => save(rowOf(window, link, null)),
    show: async (window, link, { replace, ...more } = {}) => {
      const { viewId } = window;
      // Whatever follows it leaves it alone from here on.
      followed.delete(viewId);
      const counter = prepare(rowOf(window, link, null), await readInSale(link, links));
      const patientClient = await clients.of(window.teamId);
      const anyVersion: Replace = (view) => updateView({ viewId, view }, { patientClient, clock });
      const drawn = await draw(counter, replace ?? anyVersion, more);
      if (drawn === null || !UNFINISHED.includes(link.state)) await windows.remove(window.teamId, viewId);
      else if (more.isChecking !== true) {
        add(counter);
        await save(counter);
      }
      return drawn !== null;
    },
    follow: async (window, link, hash) => {
      const counter = prepare(rowOf(window, link, hash), await readInSale(link, links));
      counter.shown = nameShown(counter);
      add(counter);
      await save(counter);
    },
    forget,
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
