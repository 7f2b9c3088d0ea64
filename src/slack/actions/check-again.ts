import { buildLinkResult } from '../../messages/link-result.ts';
import { buildMakerNews } from '../../messages/maker-news.ts';
import type { Link } from '../../store/link.ts';
import type { ActionPlace } from '../block-action.ts';
import { createButton } from '../button.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findOwnLink } from '../find-own-link.ts';
import { createWindow, showQr, tellByMessage } from '../show-outcome.ts';
import { updateView } from '../update-view.ts';

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
      ...buildMakerNews(link, timeZone, null),
    });
  }
}
