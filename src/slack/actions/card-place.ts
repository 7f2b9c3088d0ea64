import { buildLinkForm } from '../../messages/link-form.ts';
import { createButton } from '../button.ts';
import { parseFormMetadata, writeFormMetadata } from '../form-metadata.ts';
import { updateView } from '../update-view.ts';
import { parseLinkFormValues } from '../view-values.ts';

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
