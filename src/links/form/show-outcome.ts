import type { ModalView } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import { isChannel } from '../../blocks/place.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { isDoubtful, isGivenUp, mayExist } from '../../store/link-states.ts';
import { findCardOfQr, waitForCard } from '../card/find-link.ts';
import { noteDoubtLater } from '../card/note-doubt.ts';
import { buildNewsNotice } from '../card/notice-kinds.ts';
import { LinkInDoubtError } from './issuer.ts';
import { valuesOfLink } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildLinkInDoubt, buildLinkResult, type LinkResult } from './link-result-view.ts';

/** Slack draws the progress view only after our answer; a result that overtakes it would be overwritten. */
const PROGRESS_DRAWN_MS = 300;
/** On a slow phone the progress view arrives late anyway and would stay. By this time it has arrived. */
const SHOW_AGAIN_MS = 2_000;

/** Slack may fail for a moment. The card is posted in any case. */
const RETRIES_MS = [2_000, 4_000, 8_000, 16_000, 32_000];

/** How long to wait for the card, to say in the window where it is. */
const CARD_WITHIN_MS = 15_000;

/** A link's window, and what it shows. */
interface ResultWindow {
  viewId: string;
  /** Null: nothing yet. */
  shown: { view: ModalView; at: number } | null;
  /** Slack refused the last view, but may accept it a moment later. */
  isDelayed: boolean;
}

export const createWindow = (viewId: string): ResultWindow => ({ viewId, shown: null, isDelayed: false });

/** Sends a link's request and shows its outcome. If that could not be written down, the window does not stay at the progress. */
export const sendAndShow = async (
  send: () => Promise<Link>,
  viewId: string,
  request: Request,
): Promise<void> => {
  let link: Link;
  try {
    link = await send();
  } catch (error) {
    if (error instanceof LinkInDoubtError) {
      const { link: doubtful } = error;
      showDoubt(doubtful, viewId, request);
      error.onTold = (posted) => noteDoubtLater(doubtful, posted, request);
    }
    throw error;
  }
  await showOutcome(link, viewId, request);
};

function showDoubt(link: Link, viewId: string, request: Request): void {
  runInBackground(link, 'doubt not shown', request, async () => {
    await request.clock.sleep(PROGRESS_DRAWN_MS);
    const view = buildLinkInDoubt(link.amountFils);
    const shown = await updateView({ viewId, view }, request);
    noteDoubtLater(link, { viewId, hash: shown?.hash }, request);
  });
}

/**
 * Shows the outcome in the modal that the form was submitted in: the result, the form again when the service
 * refused a value, or what is safe to do. When the modal is gone, a direct message says what the card does not.
 */
const showOutcome = async (link: Link, viewId: string, request: Request): Promise<void> => {
  const { clock, wake, lostLinks, timeZone } = request;
  const window = createWindow(viewId);
  wake.notices();
  await clock.sleep(PROGRESS_DRAWN_MS);
  const isUncertain = mayExist(link.state);
  let isShown = await show(link, window, await chooseView(link, request, isUncertain), request);
  if (isShown) showAgain(link, window, request);
  else if (window.isDelayed) retry(link, window, request);
  let current = link;
  if (isUncertain) {
    current = await lostLinks.checkAgain(link);
    wake.notices();
    const result = buildLinkResult({ link: current, timeZone });
    isShown &&= await show(current, window, result, request);
  }
  if (isShown) await showQr(current, window, request);
  else await notifyCreator(current, request);
};

/** Adds the QR code to the result if Slack can fetch it from here, otherwise a link to the card that shows it. */
export const showQr = async (link: Link, window: ResultWindow, request: Request): Promise<void> => {
  const qr = await findQr(link, request);
  const { timeZone } = request;
  if (qr !== null) await show(link, window, buildLinkResult({ link, timeZone, ...qr }), request);
};

/** Shows the result with its QR code; without the code if Slack refuses that. */
async function showReady(
  link: Link,
  window: ResultWindow,
  request: Request,
  isCardRefused = false,
): Promise<void> {
  const result = { link, timeZone: request.timeZone, isCardRefused };
  const qr = await findQr(link, request);
  const isShown = qr !== null && (await show(link, window, buildLinkResult({ ...result, ...qr }), request));
  if (!isShown) await show(link, window, buildLinkResult(result), request);
}

/** Null: no QR code to show here, and no card to link to. */
async function findQr(link: Link, request: Request): Promise<Pick<LinkResult, 'qr' | 'qrCard'> | null> {
  if (link.address === null || !link.details.Is_QR_needed) return null;
  try {
    const url = await request.pictures.addressOfQr(link);
    if (url !== null) return { qr: { url } };
    const qrCard = await findCardOfQr(link, request);
    return qrCard && { qrCard };
  } catch (error) {
    // The link is already on the screen, and the card has the picture.
    request.log.warn({ link: link.id, err: error }, 'QR picture not shown in the form');
    return null;
  }
}

/** Shows the result once more, in case the progress view covered it, unless the person has moved on. */
function showAgain(link: Link, window: ResultWindow, request: Request): void {
  const { clock, presses, stopping, store } = request;
  const firstAt = clock.now();
  runInBackground(link, 'result not shown again', request, async () => {
    await clock.sleep(SHOW_AGAIN_MS, stopping);
    const { viewId, shown } = window;
    const isNewer = shown !== null && shown.at >= firstAt + SHOW_AGAIN_MS;
    if (stopping.aborted || shown === null || isNewer || presses.isPressedSince(viewId, firstAt)) return;
    if (link.address === null) {
      await show(link, window, shown.view, request);
      return;
    }
    let current = await store.links.get(link.id);
    const isWaiting = current.card === null && (await store.jobs.isWaiting(link.id, 'card'));
    // It may have been posted between these reads.
    if (current.card === null && !isWaiting) current = await store.links.get(link.id);
    // If Slack refused the card everywhere, it may refuse a direct message too, so the window says it.
    await showReady(current, window, request, current.card === null && !isWaiting);
    if (current.card !== null || !isWaiting) return;
    const hasCard = ({ card }: Link) => card !== null;
    const posted = await waitForCard(link, { isThere: hasCard, withinMs: CARD_WITHIN_MS }, request);
    if (posted !== null && !presses.isPressedSince(viewId, firstAt)) await showReady(posted, window, request);
  });
}

/** Until Slack redraws the window, it shows the progress. */
function retry(link: Link, window: ResultWindow, request: Request): void {
  const { clock, presses, stopping, store } = request;
  const firstAt = clock.now();
  runInBackground(link, 'result not shown later', request, async () => {
    for (const wait of RETRIES_MS) {
      await clock.sleep(wait, stopping);
      if (stopping.aborted || presses.isPressedSince(window.viewId, firstAt)) return;
      const current = await store.links.get(link.id);
      if (current.address === null)
        await show(current, window, await chooseView(current, request, false), request);
      else await showReady(current, window, request);
      if (!window.isDelayed) return;
    }
  });
}

/** The card or a message has the result as well, so a failure is only logged. */
function runInBackground(
  link: Link,
  failure: string,
  { work, log }: Request,
  task: () => Promise<void>,
): void {
  void work.track(task().catch((error: unknown) => log.info({ link: link.id, err: error }, failure)));
}

async function chooseView(link: Link, request: Request, isChecking: boolean): Promise<ModalView> {
  return isGivenUp(link.state) && link.failure?.isAboutValues === true
    ? buildFormAgain(link, request)
    : buildLinkResult({ link, timeZone: request.timeZone, isChecking });
}

/**
 * The form with everything typed. Submitted unchanged, it sends the same order again, under the same number; with any change it
 * is another order, for which it has a new nonce.
 */
export const buildFormAgain = async (
  link: Link,
  { settings, ids, clock, timeZone }: Request,
): Promise<ModalView> => {
  const askedIn = isChannel(link.channelId) ? link.channelId : null;
  const formSettings = await settings.ofForm(link.teamId, askedIn);
  return buildLinkForm({
    values: valuesOfLink(link, formSettings),
    metadata: {
      nonce: ids.nonce(),
      isLong: false,
      askedIn,
      // The old link may exist, so a new one replaces it.
      replacesLinkId: isDoubtful(link) ? link.id : null,
      repeats: isGivenUp(link.state) ? link.id : null,
      thread: link.threadTs === null ? null : { channel: link.channelId, ts: link.threadTs },
    },
    settings: formSettings,
    now: clock.now(),
    timeZone,
    ...(isGivenUp(link.state) && link.failure ? { failure: link.failure, invoiceId: link.invoiceId } : {}),
  });
};

/** False: the window is gone, or Slack refuses the view. */
async function show(link: Link, window: ResultWindow, view: ModalView, request: Request): Promise<boolean> {
  const { clock, log } = request;
  window.isDelayed = false;
  try {
    const shown = await updateView({ viewId: window.viewId, view }, request);
    if (shown !== null) {
      window.shown = { view, at: clock.now() };
      noteDoubtLater(link, { viewId: window.viewId, hash: shown.hash }, request);
      return true;
    }
    log.info({ link: link.id }, 'window gone');
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    window.isDelayed = error.isPassing;
    log.info({ link: link.id, reason: error.code }, 'window not updated');
  }
  return false;
}

/** A direct message, unless the link has an address: then the card says it. */
export async function notifyCreator(link: Link, { store, ids, clock, wake }: Request): Promise<void> {
  if (link.address !== null) return;
  await store.jobs.addAll([buildNewsNotice(link, ids)], clock.now());
  wake.notices();
}
