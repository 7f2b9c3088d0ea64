import { buildLinkForm } from '../../messages/link-form.ts';
import { createButton } from '../button.ts';
import { parseFormMetadata, writeFormMetadata } from '../form-metadata.ts';
import { updateView } from '../update-view.ts';
import { parseLinkFormValues } from '../view-values.ts';

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
