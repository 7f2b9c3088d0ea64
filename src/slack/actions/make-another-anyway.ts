import { buildLinkForm } from '../../messages/link-form.ts';
import { buildLinkResult } from '../../messages/link-result.ts';
import { type ActionArgs, parseActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { findOwnLink } from '../find-own-link.ts';
import { writeFormMetadata } from '../form-metadata.ts';
import { buildFormValues, needsLongForm } from '../form-values-of-link.ts';
import { guard } from '../guard.ts';

/**
 * The form with the values of a link that nobody is certain of, for another in its place: the person was told what
 * that risks. Once it is certain, what became of it is shown.
 */
export const handleMakeAnotherAnyway = async (
  { ack, action, body, client }: ActionArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  await guard(
    dependencies,
    'make_another_anyway pressed',
    async () => {
      const place = parseActionPlace(body, action);
      const link = await findOwnLink(place, dependencies);
      if (!link) return;
      const { ids, timeZone } = dependencies;
      const isLong = needsLongForm(link);
      const view =
        link.state === 'unknown'
          ? buildLinkForm({
              values: buildFormValues(link),
              metadata: writeFormMetadata({ nonce: ids.nonce(), isLong, replacesLinkId: link.id }),
              isLong,
            })
          : buildLinkResult({ link, timeZone });
      if (place.view) await client.views.update({ view_id: place.view.id, hash: place.view.hash, view });
      else await client.views.open({ trigger_id: place.triggerId, view });
    },
    (text) => client.chat.postMessage({ channel: body.user.id, text }),
  );
};
