import { buildLinkResult } from '../../messages/link-result.ts';
import { type ActionArgs, parseActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findOwnLink } from '../find-own-link.ts';
import { guard } from '../guard.ts';
import { buildFormAgain } from '../show-outcome.ts';

/** The form again with its values, when the link certainly does not exist; otherwise what became of it. */
export const handleTryAgain = async (
  { ack, action, body, client }: ActionArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  await guard(
    dependencies,
    'try_again pressed',
    async () => {
      const place = parseActionPlace(body, action);
      const link = await findOwnLink(place, dependencies);
      if (!link) return;
      const view =
        link.state === 'failed'
          ? buildFormAgain(link, dependencies.ids.nonce())
          : buildLinkResult({ link, timeZone: dependencies.timeZone });
      if (place.view) await client.views.update({ view_id: place.view.id, hash: place.view.hash, view });
      else await client.views.open({ trigger_id: place.triggerId, view });
    },
    (text) => client.chat.postMessage({ channel: body.user.id, text }),
  );
};
