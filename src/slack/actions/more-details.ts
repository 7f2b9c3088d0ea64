import { buildLinkForm } from '../../messages/link-form.ts';
import { type ActionArgs, parseActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { parseFormMetadata, writeFormMetadata } from '../form-metadata.ts';
import { guard } from '../guard.ts';
import { parseLinkFormValues } from '../view-values.ts';

/** The long form in place of the short one, with everything typed so far. */
export const handleMoreDetails = async (
  { ack, action, body, client }: ActionArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  await guard(
    dependencies,
    'more_details pressed',
    async () => {
      const { view } = parseActionPlace(body, action);
      if (!view) return;
      const metadata = parseFormMetadata(view.privateMetadata);
      await client.views.update({
        view_id: view.id,
        hash: view.hash,
        view: buildLinkForm({
          values: parseLinkFormValues(view.values),
          metadata: writeFormMetadata({ ...metadata, isLong: true }),
          isLong: true,
        }),
      });
    },
    (text) => client.chat.postMessage({ channel: body.user.id, text }),
  );
};
