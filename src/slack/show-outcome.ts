import type { ModalView } from '@slack/types';
import { buildLinkForm } from '../messages/link-form.ts';
import { buildLinkResult } from '../messages/link-result.ts';
import { buildNewsNotice } from '../notices/notice-kinds.ts';
import type { Link } from '../store/link.ts';
import type { ListenerDependencies } from './deps.ts';
import { writeFormMetadata } from './form-metadata.ts';
import { buildFormValues, needsLongForm } from './form-values-of-link.ts';
import { updateView } from './update-view.ts';

/** Slack must have drawn the progress view before it is replaced, or the late answer to the submission wins. */
const PROGRESS_STANDS_MS = 300;

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
  const isShown = await show(link, viewId, chooseView(link, dependencies, isUncertain), dependencies);
  if (isUncertain) {
    const checked = await settler.checkAgain(link);
    notifier.wake();
    if (isShown) await show(checked, viewId, buildLinkResult({ link: checked, timeZone }), dependencies);
    else await tellByMessage(checked, dependencies);
    if (isShown) await showQr(checked, viewId, dependencies);
    return;
  }
  if (isShown) await showQr(link, viewId, dependencies);
  else await tellByMessage(link, dependencies);
};

/** The QR picture follows the result: uploading it takes longer than the link did. */
export const showQr = async (
  link: Link,
  viewId: string,
  dependencies: ListenerDependencies,
): Promise<void> => {
  if (link.address === null || !link.details.Is_QR_needed) return;
  const { qrPictures, store, timeZone, log } = dependencies;
  try {
    await qrPictures.upload(link);
  } catch (error) {
    // The card's own notice tries on and keeps its state; here the link is already on the screen.
    log.warn({ link: link.id, err: error }, 'QR picture not shown in the form');
    return;
  }
  const current = await store.links.get(link.id);
  await updateView(viewId, buildLinkResult({ link: current, timeZone }), dependencies);
};

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

async function show(
  link: Link,
  viewId: string,
  view: ModalView,
  dependencies: ListenerDependencies,
): Promise<boolean> {
  const failure = await updateView(viewId, view, dependencies);
  if (failure !== null) dependencies.log.info({ link: link.id, reason: failure }, 'modal not updated');
  return failure === null;
}

/** A link with an address has its card; anything else would be lost with the closed modal. */
async function tellByMessage(
  link: Link,
  { store, ids, clock, notifier }: ListenerDependencies,
): Promise<void> {
  if (link.address !== null) return;
  await store.notices.add([buildNewsNotice(link, ids)], clock.now());
  notifier.wake();
}
