import { buildLinkResult } from '../../messages/link-result.ts';
import { buildMakerNews } from '../../messages/maker-news.ts';
import type { Link } from '../../store/link.ts';
import { type ActionArgs, type ActionPlace, parseActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findOwnLink } from '../find-own-link.ts';
import { guard } from '../guard.ts';
import { showQr } from '../show-outcome.ts';

/** Asks the service's listing once more what became of a link, and shows it where the button was. */
export const handleCheckAgain = async (
  { ack, action, body, client }: ActionArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  const { settler, notifier, patientClient, work } = dependencies;
  await work.track(
    guard(
      dependencies,
      'check_again pressed',
      async () => {
        const place = parseActionPlace(body, action);
        const link = await findOwnLink(place, dependencies);
        if (!link) return;
        await showAt(place, link, true, dependencies);
        const checked = await settler.checkAgain(link);
        notifier.wake();
        await showAt(place, checked, false, dependencies);
        if (place.view) await showQr(checked, place.view.id, dependencies);
      },
      (text) => (client ?? patientClient).chat.postMessage({ channel: body.user.id, text }),
    ),
  );
};

async function showAt(
  { view, message }: ActionPlace,
  link: Link,
  isChecking: boolean,
  { patientClient, timeZone }: ListenerDependencies,
): Promise<void> {
  if (view) {
    await patientClient.views.update({
      view_id: view.id,
      view: buildLinkResult({ link, timeZone, isChecking }),
    });
  } else if (message && !isChecking) {
    await patientClient.chat.update({
      channel: message.channelId,
      ts: message.ts,
      ...buildMakerNews(link, timeZone, null),
    });
  }
}
