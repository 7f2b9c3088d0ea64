import { buildLinkForm } from '../../messages/link-form.ts';
import { DETAIL_FIELDS, FORM } from '../../messages/link-form-fields.ts';
import { defaultExpiry } from '../../payment-service/local-date-time.ts';
import { createCardWindow } from '../card-button.ts';
import { writeFormMetadata } from '../form-metadata.ts';
import { buildFormValues } from '../form-values-of-link.ts';

/**
 * The form with the values of a link, as a new one: another reference, another expiry, and terms that this
 * customer has yet to accept.
 */
export const handleMakeAnother = createCardWindow(
  {
    name: 'make_another',
    needed: 'use-any-link',
    first: { callbackId: FORM.callbackId, title: 'New payment link' },
  },
  async ({ link, place }, { settings, audit, ids, clock, timeZone }) => {
    const { expiryDays } = await settings.of(link.teamId);
    const values = {
      ...buildFormValues(link),
      Invoice_Id: null,
      isTermsAndConditionsAccepted: false,
      expiryOn: Math.floor(defaultExpiry(clock.now(), timeZone, expiryDays) / 60_000) * 60,
    };
    const isLong = DETAIL_FIELDS.some((field) => values[field] !== null);
    const metadata = writeFormMetadata({ nonce: ids.nonce(), isLong });
    return {
      view: null,
      // The presser may not be in the channel any more.
      otherwise: () => buildLinkForm({ values: { ...values, channel: null }, metadata, isLong }),
      fill: async () => {
        // The form shows all that is known of the customer.
        await audit.write({
          teamId: link.teamId,
          actorId: place.userId,
          action: 'details-viewed',
          subject: link.id,
          detail: { in: 'form' },
        });
        return buildLinkForm({ values, metadata, isLong });
      },
    };
  },
);
