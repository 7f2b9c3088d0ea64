import type { ModalView } from '@slack/types';
import { isChannel } from '../../blocks/place.ts';
import { updateView, ViewRefused } from '../../slack/update-view.ts';
import type { Link } from '../../store/link.ts';
import { isGivenUp, mayExist } from '../../store/link-states.ts';
import { findCardOfQr, waitForCard } from '../card/find-link.ts';
import { buildNewsNotice } from '../card/notice-kinds.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { valuesOfLink } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildLinkResult, type LinkResult } from './link-result-view.ts';

/**
 * Slack must draw the progress view before we replace it, or the late answer to the submission overwrites the
 * result.
 */
const PROGRESS_STANDS_MS = 300;
/**
 * On a slow phone the late answer wins anyway, and “Creating…” would stay for ever. By this time it has
 * arrived.
 */
const SHOWN_AGAIN_MS = 2_000;

/** Slack may fail for a moment; the card comes in any case. */
const SHOWN_LATER_MS = [2_000, 4_000, 8_000, 16_000, 32_000];

/** How long to wait for the card, to tell the window where it landed. */
const CARD_COMES_WITHIN_MS = 15_000;

/** A link's window, and what it shows. */
interface Window {
  viewId: string;
  /** Null: nothing yet. */
  shown: { view: ModalView; at: number } | null;
  /** Slack refused the last view, but may take it a moment later. */
  isDelayed: boolean;
}

export const createWindow = (viewId: string): Window => ({ viewId, shown: null, isDelayed: false });

/**
 * Shows a link's outcome in the modal that made it: the result, the form again when the service refused a
 * value, or what is safe to do. When the modal is gone, a direct message says what the card does not.
 */
export const showOutcome = async (
  link: Link,
  viewId: string,
  dependencies: LinkDependencies,
): Promise<void> => {
  const { clock, notifier, lostLinks, timeZone } = dependencies;
  const window = createWindow(viewId);
  notifier.wake();
  await clock.sleep(PROGRESS_STANDS_MS);
  const isUncertain = mayExist(link.state);
  let isShown = await show(link, window, await chooseView(link, dependencies, isUncertain), dependencies);
  if (isShown) showAgain(link, window, dependencies);
  else if (window.isDelayed) showLater(link, window, dependencies);
  let current = link;
  if (isUncertain) {
    current = await lostLinks.checkAgain(link);
    notifier.wake();
    const result = buildLinkResult({ link: current, timeZone });
    isShown &&= await show(current, window, result, dependencies);
  }
  if (isShown) await showQr(current, window, dependencies);
  else await tellByMessage(current, dependencies);
};

/**
 * The QR code follows the result once Slack can fetch it from here; otherwise a link to the card that shows
 * it.
 */
export const showQr = async (link: Link, window: Window, dependencies: LinkDependencies): Promise<void> => {
  const current = await dependencies.store.links.get(link.id);
  const qr = await findQr(current, dependencies);
  const { timeZone } = dependencies;
  if (qr !== null)
    await show(current, window, buildLinkResult({ link: current, timeZone, ...qr }), dependencies);
};

/**
 * Shows the result with its QR code, or without a code that Slack refuses: the rest of the window must not
 * wait for it.
 */
async function showMade(
  link: Link,
  window: Window,
  dependencies: LinkDependencies,
  isCardRefused = false,
): Promise<void> {
  const result = { link, timeZone: dependencies.timeZone, isCardRefused };
  const qr = await findQr(link, dependencies);
  const isShown =
    qr !== null && (await show(link, window, buildLinkResult({ ...result, ...qr }), dependencies));
  if (!isShown) await show(link, window, buildLinkResult(result), dependencies);
}

/** Null: no QR code to show here, and no card to point to. */
async function findQr(
  link: Link,
  dependencies: LinkDependencies,
): Promise<Pick<LinkResult, 'qr' | 'qrCard'> | null> {
  if (link.address === null || !link.details.Is_QR_needed) return null;
  try {
    const url = await dependencies.pictures.addressOfQr(link);
    if (url !== null) return { qr: { url } };
    const qrCard = await findCardOfQr(link, dependencies);
    return qrCard && { qrCard };
  } catch (error) {
    // The link is already on the screen, and the card has the picture.
    dependencies.log.warn({ link: link.id, err: error }, 'QR picture not shown in the form');
    return null;
  }
}

/**
 * Shows the same view again, unless the person has moved on. Mostly this changes nothing, and nobody waits
 * for it.
 */
function showAgain(link: Link, window: Window, dependencies: LinkDependencies): void {
  const { clock, presses, stopping, store, work, log } = dependencies;
  const firstAt = clock.now();
  /**
   * True: the card has landed or was given up. When Slack gave it up, it may refuse the direct message to the
   * creator too, so the window says it.
   */
  const showWithCard = async () => {
    const isWaiting = await store.jobs.isWaiting(link.id, 'card');
    const current = await store.links.get(link.id);
    await showMade(current, window, dependencies, current.card === null && !isWaiting);
    return current.card !== null || !isWaiting;
  };
  const again = async () => {
    await clock.sleep(SHOWN_AGAIN_MS, stopping);
    if (stopping.aborted) return;
    const { viewId, shown } = window;
    const isNewer = shown !== null && shown.at >= firstAt + SHOWN_AGAIN_MS;
    if (shown === null || isNewer || presses.isPressedSince(viewId, firstAt)) return;
    if (link.address === null) {
      await show(link, window, shown.view, dependencies);
      return;
    }
    if (await showWithCard()) return;
    // Until Slack took the card, the window could not say where it is.
    const isThere = ({ card }: Link) => card !== null;
    const landed = await waitForCard(link, { isThere, withinMs: CARD_COMES_WITHIN_MS }, dependencies);
    if (landed !== null && !presses.isPressedSince(viewId, firstAt))
      await showMade(landed, window, dependencies);
  };
  void work.track(
    again().catch((error: unknown) => {
      // The window showed the result once, and the card or a message has it as well.
      log.info({ link: link.id, err: error }, 'result not shown again');
    }),
  );
}

/** A window that Slack has not redrawn shows “Creating…” until Slack redraws it. */
function showLater(link: Link, window: Window, dependencies: LinkDependencies): void {
  const { clock, presses, stopping, store, work, log } = dependencies;
  const firstAt = clock.now();
  const later = async () => {
    for (const wait of SHOWN_LATER_MS) {
      await clock.sleep(wait, stopping);
      if (stopping.aborted || presses.isPressedSince(window.viewId, firstAt)) return;
      const current = await store.links.get(link.id);
      if (current.address === null)
        await show(current, window, await chooseView(current, dependencies, false), dependencies);
      else await showMade(current, window, dependencies);
      if (!window.isDelayed) return;
    }
  };
  void work.track(
    later().catch((error: unknown) => {
      // The card or a message has it as well.
      log.info({ link: link.id, err: error }, 'result not shown later');
    }),
  );
}

async function chooseView(
  link: Link,
  dependencies: LinkDependencies,
  isChecking: boolean,
): Promise<ModalView> {
  const isMendable = isGivenUp(link.state) && link.failure?.isAboutValues === true;
  if (isMendable) return buildFormAgain(link, dependencies);
  return buildLinkResult({ link, timeZone: dependencies.timeZone, isChecking });
}

/** The form with everything typed, under a new nonce, so that submitting it is a new attempt. */
export const buildFormAgain = async (
  link: Link,
  { settings, ids, clock, timeZone }: Pick<LinkDependencies, 'settings' | 'ids' | 'clock' | 'timeZone'>,
): Promise<ModalView> => {
  const askedIn = isChannel(link.channelId) ? link.channelId : null;
  const ofForm = await settings.ofForm(link.teamId, askedIn);
  return buildLinkForm({
    values: valuesOfLink(link, ofForm),
    metadata: {
      nonce: ids.nonce(),
      isLong: false,
      askedIn,
      // The old link may exist, so a new one replaces it.
      replacesLinkId: mayExist(link.state) ? link.id : null,
      thread: link.threadTs === null ? null : { channel: link.channelId, ts: link.threadTs },
    },
    settings: ofForm,
    now: clock.now(),
    timeZone,
    ...(isGivenUp(link.state) && link.failure ? { failure: link.failure, invoiceId: link.invoiceId } : {}),
  });
};

/** False: the window is gone, or Slack refuses the view. */
async function show(
  { id }: Link,
  window: Window,
  view: ModalView,
  dependencies: LinkDependencies,
): Promise<boolean> {
  const { clock, log } = dependencies;
  window.isDelayed = false;
  try {
    if ((await updateView({ viewId: window.viewId, view }, dependencies)) !== null) {
      window.shown = { view, at: clock.now() };
      return true;
    }
    log.info({ link: id }, 'window gone');
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    window.isDelayed = error.isPassing;
    log.info({ link: id, reason: error.code }, 'window not updated');
  }
  return false;
}

/** A link with an address has a card. Any other outcome would be lost with the closed window. */
export async function tellByMessage(
  link: Link,
  { store, ids, clock, notifier }: LinkDependencies,
): Promise<void> {
  if (link.address !== null) return;
  await store.jobs.addAll([buildNewsNotice(link, ids)], clock.now());
  notifier.wake();
}
