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
  async ({ link, place, client }, { ids, clock, timeZone }) => {
    const values = {
      ...buildFormValues(link),
      Invoice_Id: null,
      isTermsAndConditionsAccepted: false,
      expiryOn: Math.floor(defaultExpiry(clock.now(), timeZone) / 60_000) * 60,
    };
    const isLong = DETAIL_FIELDS.some((field) => values[field] !== null);
    const metadata = writeFormMetadata({ nonce: ids.nonce(), isLong });
    await showView(client, place, buildLinkForm({ values, metadata, isLong }));
  },
);
