import type { Request } from '../app-parts.ts';
import { isChannel } from '../blocks/place.ts';
import type { FormMetadata } from '../links/form/form-metadata.ts';
import { describeStillPayable } from '../links/form/form-remarks-view.ts';
import { FORM_CALLBACK } from '../links/form/link-form-fields.ts';
import { type LinkFormValues, valuesOfLink } from '../links/form/link-form-values.ts';
import { buildLinkForm } from '../links/form/link-form-view.ts';
import { hashSale } from '../links/form/next-of-sale.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Opening } from '../slack/views.ts';
import { isGivenUp } from '../store/link-states.ts';
import type { FormSettings } from '../workspaces/settings/settings.ts';
import type { Approval } from './approval.ts';
import { buildApprovalOver } from './approval-answers-view.ts';
import { mayBeAskedAgain } from './approval-view.ts';

/** Opens the form, filled in from a request that was not approved. What is saved asks again if it is above the limit. */
export const handleAskAgain = ({ place }: Pressed, request: Request): Opening<Approval> => ({
  isInPlace: true,
  first: { callbackId: FORM_CALLBACK, title: 'New payment link' },
  read: async (approval) => {
    if (!mayBeAskedAgain(approval)) throw new Refused(buildApprovalOver(approval));
    const { settings, audit, ids, clock, timeZone } = request;
    const { teamId, channelId, threadTs } = approval;
    const askedIn = isChannel(channelId) ? channelId : null;
    const [ofForm, after] = await Promise.all([
      settings.ofForm(teamId, askedIn),
      readSale(approval, request),
    ]);
    const values = valuesOfRequest(approval, ofForm, clock.now());
    const thread = threadTs === null ? null : { channel: channelId, ts: threadTs };
    const build = (held: LinkFormValues) =>
      buildLinkForm({
        values: held,
        metadata: { nonce: ids.nonce(), isLong: false, askedIn, after, thread },
        settings: ofForm,
        now: clock.now(),
        timeZone,
      });
    return {
      view: null,
      // The person who pressed may have left the channel.
      otherwise: () => build({ ...values, channel: null }),
      fill: async () => {
        // The form shows everything known about the customer, so the audit log records it.
        await audit.write({
          ...{ teamId, actorId: place.userId, subject: approval.id },
          ...{ action: 'details-viewed', detail: { in: 'form' } },
        });
        return build(values);
      },
    };
  },
});

/** The sale that its link was to be the next of, as it is now. */
const readSale = async (
  { teamId, saleId }: Approval,
  { store: { links } }: Request,
): Promise<FormMetadata['after']> => {
  const sale = saleId === null ? [] : await links.salesOf([{ teamId, saleId }]);
  const newest = sale.find(({ state }) => !isGivenUp(state));
  return newest === undefined
    ? null
    : { id: newest.id, sale: hashSale(sale), line: describeStillPayable(sale) };
};

const valuesOfRequest = (approval: Approval, settings: FormSettings, now: number): LinkFormValues => {
  const { Invoice_Id: typed } = approval.details;
  const invoiceId = typeof typed === 'string' ? typed : '';
  const number = { invoiceIdIsOurs: invoiceId === '', invoiceId, invoiceIdAsked: null };
  const values = valuesOfLink({ ...approval, ...number }, settings);
  return approval.expiresAt > now ? values : { ...values, expiryOn: null };
};
