import type { ListenerDependencies } from '../../listener-dependencies.ts';
import type { ActionPlace } from '../../slack/block-action.ts';
import { createButton } from '../../slack/button.ts';
import { openView } from '../../slack/open-view.ts';
import { updateView } from '../../slack/update-view.ts';
import type { Link } from '../../store/link.ts';
import type { LinkState } from '../../store/link-states.ts';
import { buildCreatorNews } from '../card/creator-news-view.ts';
import { findOwnLink } from '../card/find-link.ts';
import { parseFormMetadata, writeFormMetadata } from './form-metadata.ts';
import { FORM } from './link-form-fields.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildLinkResult } from './link-result-view.ts';
import { buildFormAgain, createWindow, showQr, tellByMessage } from './show-outcome.ts';
import { parseLinkFormValues } from './view-values.ts';

/** Where the card goes was chosen: the channels stand in the form while it is one of them. */
export const handleCardPlace = createButton('card_place', async ({ place: { view } }, dependencies) => {
  if (!view) return;
  const metadata = parseFormMetadata(view.privateMetadata);
  const typed = parseLinkFormValues(view.values);
  const channel = typed.channel ?? metadata.channel;
  const form = buildLinkForm({
    values: { ...typed, channel },
    metadata: writeFormMetadata({ ...metadata, channel }),
    isLong: metadata.isLong,
  });
  // Of two choices the second finds the form that the first one made.
  await updateView({ viewId: view.id, hash: view.hash, view: form }, dependencies);
});

/** The long form in place of the short one, with everything typed so far. */
export const handleMoreDetails = createButton('more_details', async ({ place: { view } }, dependencies) => {
  if (!view) return;
  const metadata = parseFormMetadata(view.privateMetadata);
  const form = buildLinkForm({
    values: parseLinkFormValues(view.values),
    metadata: writeFormMetadata({ ...metadata, isLong: true }),
    isLong: true,
  });
  // Of two presses the second finds the long form there.
  await updateView({ viewId: view.id, hash: view.hash, view: form }, dependencies);
});

/** Asks the service's listing once more what became of a link, and shows it where the button was. */
export const handleCheckAgain = createButton('check_again', async ({ place, tell }, dependencies) => {
  const { settler, notifier } = dependencies;
  const link = await findOwnLink(place, dependencies, tell);
  if (!link) return;
  await showAt(place, link, true, dependencies);
  const checked = await settler.checkAgain(link);
  notifier.wake();
  await showAt(place, checked, false, dependencies);
  if (place.view) await showQr(checked, createWindow(place.view.id), dependencies);
});

async function showAt(
  { view, message }: ActionPlace,
  link: Link,
  isChecking: boolean,
  dependencies: ListenerDependencies,
): Promise<void> {
  const { patientClient, timeZone } = dependencies;
  if (view) {
    const result = buildLinkResult({ link, timeZone, isChecking });
    const shown = await updateView({ viewId: view.id, view: result }, dependencies);
    if (shown === null && !isChecking) await tellByMessage(link, dependencies);
  } else if (message && !isChecking) {
    await patientClient.chat.update({
      channel: message.channelId,
      ts: message.ts,
      ...buildCreatorNews(link, timeZone, null),
    });
  }
}

/** The form again with the values of a link that is still in this state; otherwise what became of it. */
const createFormAgain = (name: string, whileIn: LinkState) =>
  createButton(name, async ({ place, tell, args }, dependencies) => {
    const { ids, timeZone } = dependencies;
    const read = async (refuse: (text: string) => Promise<unknown>) => {
      const link = await findOwnLink(place, dependencies, refuse);
      if (!link) return null;
      return link.state === whileIn ? buildFormAgain(link, ids.nonce()) : buildLinkResult({ link, timeZone });
    };
    if (place.view) {
      const { id, hash } = place.view;
      const view = await read(tell);
      // Of two presses the second finds the form there.
      if (view) await updateView({ viewId: id, hash, view }, dependencies);
      return;
    }
    await openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: FORM.callbackId, title: 'New payment link' },
        read: async (refuse) => {
          const view = await read(refuse);
          return view && { view };
        },
      },
      dependencies,
    );
  });

/** The link certainly does not exist. */
export const handleTryAgain = createFormAgain('try_again', 'failed');

/** Nobody knows whether it exists, and its creator was told what another one risks. */
export const handleMakeAnotherAnyway = createFormAgain('make_another_anyway', 'unknown');
