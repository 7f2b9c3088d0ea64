import type { WebClient } from '@slack/web-api';
import { updateView, ViewRefused } from '../../slack/update-view.ts';
import type { Link } from '../../store/link.ts';
import { findPermalink } from '../card/find-link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { remarkInvoiceTaken } from './link-form-faults.ts';
import { buildLinkForm } from './link-form-view.ts';
import type { SubmittedForm } from './take-form.ts';

/**
 * Redraws the form with a link to the invoice number's holder under that field: a field's error cannot show
 * links.
 */
export const showInvoiceHolder = async (
  {
    metadata,
    values,
    holder,
    viewId,
  }: Pick<SubmittedForm, 'metadata' | 'values'> & { holder: Link; viewId: string },
  client: WebClient,
  dependencies: LinkDependencies,
): Promise<void> => {
  const { clock, timeZone } = dependencies;
  const permalink = await findPermalink(holder, client, dependencies);
  const view = buildLinkForm({
    values,
    metadata,
    settings: await dependencies.settings.ofForm(holder.teamId, metadata.askedIn),
    now: clock.now(),
    timeZone,
    remarks: [remarkInvoiceTaken(holder, values.Invoice_Id ?? '', permalink)],
  });
  try {
    await updateView({ viewId, view }, dependencies);
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    // The error under the field still says it, without the link.
    dependencies.log.info({ link: holder.id, reason: error.code }, 'form not updated');
  }
};
