import { buildLinkResult } from '../../messages/link-result.ts';
import type { LinkState } from '../../store/link-states.ts';
import { type ActionArgs, parseActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findOwnLink } from '../find-own-link.ts';
import { guard } from '../guard.ts';
import { buildFormAgain } from '../show-outcome.ts';

/** The form again with the values of a link that is still in this state; otherwise what became of it. */
const createFormAgain =
  (name: string, whileIn: LinkState) =>
  async ({ ack, action, body, client }: ActionArgs, dependencies: ListenerDependencies): Promise<void> => {
    await ack();
    await guard(
      dependencies,
      `${name} pressed`,
      async () => {
        const place = parseActionPlace(body, action);
        const link = await findOwnLink(place, dependencies);
        if (!link) return;
        const view =
          link.state === whileIn
            ? buildFormAgain(link, dependencies.ids.nonce())
            : buildLinkResult({ link, timeZone: dependencies.timeZone });
        if (place.view) await client.views.update({ view_id: place.view.id, hash: place.view.hash, view });
        else await client.views.open({ trigger_id: place.triggerId, view });
      },
      (text) => client.chat.postMessage({ channel: body.user.id, text }),
    );
  };

/** The link certainly does not exist. */
export const handleTryAgain = createFormAgain('try_again', 'failed');

/** Nobody knows whether it exists, and its creator was told what another one risks. */
export const handleMakeAnotherAnyway = createFormAgain('make_another_anyway', 'unknown');
