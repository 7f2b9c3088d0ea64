import { isChannel } from '../../blocks/place.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { Link } from '../../store/link.ts';
import { DETAIL_FIELDS, type LinkFormValues } from './link-form-fields.ts';

/** What the form held when this link was requested. */
export const buildFormValues = (link: Link): LinkFormValues => ({
  FullName: link.details.FullName,
  Email: link.details.Email,
  Phone: link.details.Phone,
  invoiceAmount: formatFils(link.amountFils),
  notes: link.details.notes,
  expiryOn: Math.floor(link.expiresAt / 1000),
  Is_QR_needed: link.details.Is_QR_needed,
  Is_invoice_generated: link.details.Is_invoice_generated,
  isTermsAndConditionsAccepted: true,
  // Older versions also offered direct messages between people; the form no longer does.
  ...(isChannel(link.channelId)
    ? { place: 'channel', channel: link.channelId }
    : { place: 'me', channel: null }),
  Address: link.details.Address ?? null,
  City: link.details.City ?? null,
  Country: link.details.Country ?? null,
  Invoice_Id: link.invoiceIdIsOurs ? null : (link.invoiceIdAsked ?? link.invoiceId),
  Product_Id: link.details.Product_Id ?? null,
});

export const needsLongForm = (link: Link): boolean => {
  const values = buildFormValues(link);
  return DETAIL_FIELDS.some((field) => values[field] !== null);
};
