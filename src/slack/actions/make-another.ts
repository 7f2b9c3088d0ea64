import { buildLinkForm } from '../../messages/link-form.ts';
import { DETAIL_FIELDS } from '../../messages/link-form-fields.ts';
import { defaultExpiry } from '../../payment-service/local-date-time.ts';
import { createCardButton } from '../card-button.ts';
import { writeFormMetadata } from '../form-metadata.ts';
import { buildFormValues } from '../form-values-of-link.ts';
import { showView } from '../show-view.ts';

/**
 * The form with the values of a link, as a new one: another reference, another expiry, and terms that this
 * customer has yet to accept.
 */
export const handleMakeAnother = createCardButton(
  'make_another',
  'use-any-link',
  async ({ link, place, client }, { settings, audit, ids, clock, timeZone }) => {
    const { expiryDays } = await settings.of(link.teamId);
    const values = {
      ...buildFormValues(link),
      Invoice_Id: null,
      isTermsAndConditionsAccepted: false,
      expiryOn: Math.floor(defaultExpiry(clock.now(), timeZone, expiryDays) / 60_000) * 60,
    };
    const isLong = DETAIL_FIELDS.some((field) => values[field] !== null);
    const metadata = writeFormMetadata({ nonce: ids.nonce(), isLong });
    // The form shows all that is known of the customer.
    await audit.write({
      teamId: link.teamId,
      actorId: place.userId,
      action: 'details-viewed',
      subject: link.id,
      detail: { in: 'form' },
    });
    await showView(client, place, buildLinkForm({ values, metadata, isLong }));
  },
);
