import type { ModalView } from '@slack/types';
import { buildLinkForm } from '../messages/link-form.ts';
import { buildLinkResult } from '../messages/link-result.ts';
import { buildNewsNotice } from '../notices/notice-kinds.ts';
import type { Link } from '../store/link.ts';
import type { ListenerDependencies } from './deps.ts';
import { writeFormMetadata } from './form-metadata.ts';
import { buildFormValues, needsLongForm } from './form-values-of-link.ts';
import { updateView, ViewRefused } from './update-view.ts';

/** Slack must have drawn the progress view before it is replaced, or the late answer to the submission wins. */
const PROGRESS_STANDS_MS = 300;
/** On a slow phone it wins all the same, and says “Creating…” for ever: by now it has come. */
const SHOWN_AGAIN_MS = 2_000;

/** What stands in the window, and since when. */
interface Shown {
  view: ModalView;
  at: number;
}

/**
 * Brings a link's outcome to the modal that made it: the result, the form again when the service refused a
 * value, or what is safe to do. When the modal is gone, a direct message carries what the card does not.
 */
export const showOutcome = async (
  link: Link,
  viewId: string,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { clock, notifier, settler, timeZone } = dependencies;
  notifier.wake();
  await clock.sleep(PROGRESS_STANDS_MS);
  const isUncertain = link.state === 'unknown';
  const first = await show(link, viewId, chooseView(link, dependencies, isUncertain), dependencies);
  let last = first;
  let current = link;
  if (isUncertain) {
    current = await settler.checkAgain(link);
    notifier.wake();
    if (last) last = await show(current, viewId, buildLinkResult({ link: current, timeZone }), dependencies);
  }
  if (first === null || last === null) {
    await tellByMessage(current, dependencies);
    return;
  }
  const view = await showQr(current, viewId, dependencies);
  if (view !== null) last = { view, at: clock.now() };
  showAgain(current, viewId, { first, last }, dependencies);
};

/** The QR picture follows the result: uploading it takes longer than the link did. Null: nothing more was shown. */
export const showQr = async (
  link: Link,
  viewId: string,
  dependencies: ListenerDependencies,
): Promise<ModalView | null> => {
  if (link.address === null || !link.details.Is_QR_needed) return null;
  const { qrPictures, store, timeZone, log } = dependencies;
  try {
    await qrPictures.upload(link);
    const current = await store.links.get(link.id);
    const view = buildLinkResult({ link: current, timeZone });
    const shown = await updateView({ viewId, view }, dependencies);
    return shown && view;
  } catch (error) {
    // The card's own notice tries on and keeps its state; here the link is already on the screen.
    log.warn({ link: link.id, err: error }, 'QR picture not shown in the form');
    return null;
  }
};

/** Once more what stands there already, unless its person has gone on: nobody waits for it, and mostly it changes nothing. */
function showAgain(
  { id, version }: Link,
  viewId: string,
  { first, last }: { first: Shown; last: Shown },
  { clock, presses, reports, store, work, ...dependencies }: ListenerDependencies,
): void {
  const dueAt = first.at + SHOWN_AGAIN_MS;
  if (last.at >= dueAt) return;
  const again = async () => {
    await clock.sleep(dueAt - clock.now(), reports.stopping);
    if (presses.isPressedSince(viewId, first.at)) return;
    const current = await store.links.get(id);
    const { timeZone } = dependencies;
    const view = current.version === version ? last.view : buildLinkResult({ link: current, timeZone });
    await updateView({ viewId, view }, { clock, ...dependencies });
  };
  void work.track(
    again().catch((error: unknown) => {
      // It was shown once, and the card or a message tells it as well.
      dependencies.log.info({ link: id, err: error }, 'result not shown again');
    }),
  );
}

function chooseView(link: Link, { ids, timeZone }: ListenerDependencies, isChecking: boolean): ModalView {
  const isMendable = link.state === 'failed' && link.failure?.isAboutValues === true;
  return isMendable ? buildFormAgain(link, ids.nonce()) : buildLinkResult({ link, timeZone, isChecking });
}

/** The form with what was typed, under a new nonce: submitting it is a new attempt. */
export const buildFormAgain = (link: Link, nonce: string): ModalView => {
  const isLong = needsLongForm(link) || link.failure?.field === 'Invoice_Id';
  return buildLinkForm({
    values: buildFormValues(link),
    metadata: writeFormMetadata({
      nonce,
      isLong,
      // It may exist: whatever is made now is made in its place.
      replacesLinkId: link.state === 'unknown' ? link.id : null,
    }),
    isLong,
    ...(link.state === 'failed' && link.failure ? { failure: link.failure, invoiceId: link.invoiceId } : {}),
  });
};

/** Null: the window is gone, or Slack will not have it there. */
async function show(
  link: Link,
  viewId: string,
  view: ModalView,
  dependencies: ListenerDependencies,
): Promise<Shown | null> {
  const { clock, log } = dependencies;
  try {
    if ((await updateView({ viewId, view }, dependencies)) !== null) return { view, at: clock.now() };
    log.info({ link: link.id }, 'window gone');
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    log.info({ link: link.id, reason: error.code }, 'window not updated');
  }
  return null;
}

/** A link with an address has its card; anything else would be lost with the closed window. */
export async function tellByMessage(
  link: Link,
  { store, ids, clock, notifier }: ListenerDependencies,
): Promise<void> {
  if (link.address !== null) return;
  await store.notices.add([buildNewsNotice(link, ids)], clock.now());
  notifier.wake();
}
