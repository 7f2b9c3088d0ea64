import type { ModalView } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import type { PictureSource } from '../../blocks/message.ts';
import { isChannel } from '../../blocks/place.ts';
import { WindowFault } from '../../slack/listener.ts';
import type { Replace } from '../../slack/submit.ts';
import { ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { keyOfCard, type LinkWithCard } from '../../store/link-card.ts';
import { isDoubtful, isGivenUp, mayExist } from '../../store/link-states.ts';
import { readWithCard } from '../card/find-link.ts';
import { noteDoubtLater } from '../card/note-doubt.ts';
import { buildNewsNotice } from '../card/notice-kinds.ts';
import { LinkInDoubtError } from '../issuing/issuer.ts';
import { hashSale } from '../issuing/next-of-sale.ts';
import { valuesOfLink } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildLinkInDoubt, buildLinkResult, type LinkResult } from './link-result-view.ts';

/**
 * On a slow phone the answer to a form arrives late and covers what was shown before. A result that a card shows, too, does not
 * wait for that: the progress says that the card comes. What nothing else says does.
 */
const SAID_NOWHERE_ELSE_MS = 1_000;

/** By then the card is there, or Slack has refused it. */
const CARD_WITHIN_MS = 2_000;

/** Sends a link's request and shows its outcome. If that could not be written down, the window does not stay at the progress. */
export const sendAndShow = async (
  send: () => Promise<Link>,
  replace: Replace,
  request: Request,
): Promise<void> => {
  try {
    await showOutcome(await send(), replace, request);
  } catch (error) {
    if (!(error instanceof LinkInDoubtError)) throw error;
    error.onTold = (told) => noteDoubtLater(error.link, told, request);
    throw new WindowFault(error, (words) =>
      replace(buildLinkInDoubt(words), { drawnWithinMs: SAID_NOWHERE_ELSE_MS }),
    );
  }
};

/**
 * Shows the outcome in the modal that the form was submitted in: the result, the form again when the service
 * refused a value, or what is safe to do. When the modal is gone, a direct message says what the card does not.
 */
const showOutcome = async (link: Link, replace: Replace, request: Request): Promise<void> => {
  const { wake, lostLinks, timeZone } = request;
  wake.notices();
  let current = link;
  let isOpen = true;
  if (mayExist(link.state)) {
    const checking = await show(
      link,
      [buildLinkResult({ link: { ...link, card: null }, timeZone, isChecking: true })],
      replace,
      request,
    );
    isOpen = checking !== null;
    current = await lostLinks.checkAgain(link);
    wake.notices();
  }
  // Its card is not posted yet.
  const made = { ...current, card: null };
  const shown = isOpen ? await showResult(made, replace, request) : null;
  if (shown === null) await notifyCreator(current, request);
  else correctCardPlace(current, (view) => replace(view, shown), request);
};

type Shown = Awaited<ReturnType<Replace>>;

/** Null: the window is gone, or Slack refuses the view. */
export const showResult = async (
  link: LinkWithCard,
  replace: Replace,
  request: Request,
  more: Pick<LinkResult, 'checkedAt' | 'isCardRefused'> = {},
): Promise<Shown> => {
  if (isGivenUp(link.state) && link.failure?.isAboutValues === true)
    return show(link, [await buildFormAgain(link, request)], replace, request);
  const result = { link, timeZone: request.timeZone, ...more };
  const qr = await findQr(link, request);
  const views = [...(qr === null ? [] : [{ ...result, qr }]), result].map(buildLinkResult);
  return show(link, views, replace, request);
};

/** Null: there is no code, or Slack cannot get it from here. *Show QR* in the same window says where it is. */
async function findQr(link: Link, { pictures, log }: Request): Promise<PictureSource | null> {
  if (link.address === null || !link.details.Is_QR_needed) return null;
  try {
    const url = await pictures.addressOfQr(link);
    return url === null ? null : { url };
  } catch (error) {
    // The card has the picture.
    log.warn({ link: link.id, err: error }, 'QR picture not shown in the form');
    return null;
  }
}

/**
 * The window says where the card goes. If its channel refused it, it says where it is instead, and if Slack took it nowhere, that only
 * the window has the link. `replace`: leaves a window alone in which something was pressed.
 */
function correctCardPlace(link: Link, replace: Replace, request: Request): void {
  const { clock, stopping, store, work, log } = request;
  if (link.address === null) return;
  const look = async (): Promise<void> => {
    await clock.sleep(CARD_WITHIN_MS, stopping);
    if (stopping.aborted) return;
    let current = await readWithCard(link, request);
    if (current.card === null) {
      if (await store.jobs.isWaiting(keyOfCard(link))) return;
      // It may have been posted between these reads.
      current = await readWithCard(link, request);
    }
    if (current.card !== null && current.card.refusal === null) return;
    await showResult(current, replace, request, { isCardRefused: current.card === null });
  };
  void work.track(
    look().catch((error: unknown) => log.info({ link: link.id, err: error }, 'card not looked for')),
  );
}

/**
 * The form with everything typed. Submitted unchanged, it sends the same order again, under the same number; with any change it
 * is another order, for which it has a new nonce.
 */
export const buildFormAgain = async (
  link: Link,
  { store, settings, ids, clock, timeZone }: Request,
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
      after: isDoubtful(link)
        ? { id: link.id, sale: hashSale([link, ...(await store.links.saleOf(link))]), line: '' }
        : null,
      repeats: isGivenUp(link.state) ? link.id : null,
      thread: link.threadTs === null ? null : { channel: link.channelId, ts: link.threadTs },
    },
    settings: formSettings,
    now: clock.now(),
    timeZone,
    ...(isGivenUp(link.state) && link.failure ? { failure: link.failure, invoiceId: link.invoiceId } : {}),
  });
};

/** Shows the first of these that Slack takes. Null: none, or the window is gone. */
async function show(
  link: Link,
  views: readonly ModalView[],
  replace: Replace,
  request: Request,
): Promise<Shown> {
  const when = link.address === null ? { drawnWithinMs: SAID_NOWHERE_ELSE_MS } : {};
  for (const view of views)
    try {
      const shown = await replace(view, when);
      if (shown !== null) noteDoubtLater(link, shown, request);
      return shown;
    } catch (error) {
      if (!(error instanceof ViewRefused)) throw error;
      request.log.info({ link: link.id, reason: error.code }, 'window not updated');
    }
  return null;
}

/** A direct message, unless the link has an address: then the card says it. */
export async function notifyCreator(link: Link, { store, ids, clock, wake }: Request): Promise<void> {
  if (link.address !== null) return;
  await store.jobs.addAll([buildNewsNotice(link, ids)], clock.now());
  wake.notices();
}
