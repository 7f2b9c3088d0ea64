import type { WebClient } from '@slack/web-api';
import { remarkInvoiceTaken } from '../messages/form-remarks.ts';
import { buildLinkForm } from '../messages/link-form.ts';
import type { Link } from '../store/link.ts';
import type { ListenerDependencies } from './deps.ts';
import { findPermalink } from './find-permalink.ts';
import { writeFormMetadata } from './form-metadata.ts';
import type { SubmittedForm } from './take-form.ts';
import { updateView, ViewRefused } from './update-view.ts';

/** The form with the link that has its invoice number under that field: an error of a field shows no links. */
export const showInvoiceHolder = async (
  {
    metadata,
    values,
    holder,
    viewId,
  }: Pick<SubmittedForm, 'metadata' | 'values'> & { holder: Link; viewId: string },
  client: WebClient,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const permalink = await findPermalink(holder, client, dependencies);
  const view = buildLinkForm({
    values,
    metadata: writeFormMetadata(metadata),
    isLong: metadata.isLong,
    remarks: [remarkInvoiceTaken(holder, values.Invoice_Id ?? '', permalink)],
  });
  try {
    await updateView({ viewId, view }, dependencies);
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    // The error under the field says it alone.
    dependencies.log.info({ link: holder.id, reason: error.code }, 'form not updated');
  }
};
