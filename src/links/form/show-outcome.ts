import type { ModalView } from '@slack/types';
import type { App, Request } from '../../app-parts.ts';
import { WindowFault } from '../../slack/listener.ts';
import type { Replace } from '../../slack/submit.ts';
import { ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { isDoubtful, isGivenUp, mayExist } from '../../store/link-states.ts';
import { buildNewsNotice } from '../card/notice-kinds.ts';
import { buildLinkInDoubt } from '../counter/counter-view.ts';
import type { OpenWindow } from '../counter/open-counters.ts';
import { LinkInDoubtError } from '../issuing/issuer.ts';
import { hashSale } from '../issuing/next-of-sale.ts';
import { metadataOfLink } from './form-metadata.ts';
import { valuesOfLink } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';
import type { Trouble } from './link-result-view.ts';

/**
 * On a slow phone the answer to a form arrives late and covers what was shown before. A result that a card shows, too, does not
 * wait for that: the progress says that the card comes. What nothing else says does.
 */
const SAID_NOWHERE_ELSE_MS = 1_000;

/** The link of a form. `send`: asks the service, once; null: nothing to send. */
export interface Made {
  link: Link;
  send: (() => Promise<Link>) | null;
}

/** A second press: the first one shows the outcome. */
export const isMadeElsewhere = ({ link, send }: Made): boolean => send === null && link.state === 'reserved';

/**
 * Sends the request for a link, if that is to be done here, and shows its outcome in the window. If that could not be written
 * down, the window does not stay at the progress.
 */
export const sendAndShow = async (
  made: Made,
  window: OpenWindow,
  replace: Replace,
  request: Request,
): Promise<void> => {
  const { openCounters } = request;
  const { link, send } = made;
  if (isMadeElsewhere(made)) return;
  if (send === null) return void (await showResult(link, window, replace, request));
  try {
    const [sent] = await Promise.all([send(), openCounters.begin(window, link)]);
    await showOutcome(sent, window, replace, request);
  } catch (error) {
    if (!(error instanceof LinkInDoubtError)) throw error;
    throw new WindowFault(error, async (words) => {
      const shown = await replace(buildLinkInDoubt(words), { drawnWithinMs: SAID_NOWHERE_ELSE_MS });
      if (shown !== null) await openCounters.follow(window, link, shown.hash);
      return shown;
    });
  }
};

/**
 * Shows the outcome in the modal that the form was submitted in: the link, the form again when the service
 * refused a value, or what is safe to do. When the modal is gone, a direct message says what the card does not.
 */
const showOutcome = async (
  link: Link,
  window: OpenWindow,
  replace: Replace,
  request: Request,
): Promise<void> => {
  const { lostLinks } = request;
  let current = link;
  let isOpen = true;
  if (mayExist(link.state)) {
    isOpen = await showResult(link, window, replace, request, { isChecking: true });
    current = await lostLinks.checkAgain(link);
  }
  if (!isOpen || !(await showResult(current, window, replace, request)))
    await notifyCreator(current, request);
};

/** False: the window is gone, or Slack refuses the view. */
const showResult = async (
  link: Link,
  window: OpenWindow,
  replace: Replace,
  request: Request,
  more: Pick<Trouble, 'isChecking'> = {},
): Promise<boolean> => {
  const { openCounters, log } = request;
  const when = link.address === null ? { drawnWithinMs: SAID_NOWHERE_ELSE_MS } : {};
  try {
    if (!isGivenUp(link.state) || link.failure?.isAboutValues !== true)
      return await openCounters.show(window, link, { ...more, replace: (view) => replace(view, when) });
    await openCounters.forget(window);
    return (await replace(await buildFormAgain(link, request), when)) !== null;
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    log.info({ link: link.id, reason: error.code }, 'window not updated');
    return false;
  }
};

/**
 * The form with everything typed. Submitted unchanged, it sends the same order again, under the same number; with any change it
 * is another order, for which it has a new nonce.
 */
export const buildFormAgain = async (
  link: Link,
  { store, settings, ids, clock, timeZone }: Request,
): Promise<ModalView> => {
  const formSettings = await settings.of(link.teamId);
  return buildLinkForm({
    values: valuesOfLink(link, formSettings),
    metadata: {
      ...metadataOfLink(link, ids.nonce()),
      // The old link may exist, so a new one replaces it.
      after: isDoubtful(link)
        ? { id: link.id, sale: hashSale([link, ...(await store.links.saleOf(link))]), line: '' }
        : null,
      repeats: isGivenUp(link.state) ? link.id : null,
    },
    settings: formSettings,
    now: clock.now(),
    timeZone,
    ...(isGivenUp(link.state) && link.failure ? { failure: link.failure, invoiceId: link.invoiceId } : {}),
  });
};

/** A direct message, unless the link has an address: then the card says it. */
export async function notifyCreator(link: Link, { store, ids, clock }: App): Promise<void> {
  if (link.address !== null) return;
  await store.jobs.addAll([buildNewsNotice(link, ids)], clock.now());
}
