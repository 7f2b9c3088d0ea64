import type { Request } from '../../app-parts.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import type { Pressed } from '../../slack/frame.ts';
import { Refused } from '../../slack/refused.ts';
import type { Opening } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { awaitsPayment, type LinkState, NOT_GIVEN_UP } from '../../store/link-states.ts';
import { describeHappening } from '../card/card-thread-view.ts';
import { recallOpen } from '../customers/recall-customer.ts';
import { hashSale } from '../issuing/next-of-sale.ts';
import { mayBeChanged } from '../sale/display-state.ts';
import { type InSale, inSale, type LinkInSale } from '../sale/link-in-sale.ts';
import { usualExpiry } from './form-layout.ts';
import { metadataOfLink, type Recalled, type SomeFormMetadata } from './form-metadata.ts';
import { describePartPaid, describeStillPayable } from './form-remarks-view.ts';
import { FORM_CALLBACK } from './link-form-fields.ts';
import { type LinkFormValues, valuesOfAnother, valuesOfLink } from './link-form-values.ts';
import { buildLinkForm } from './link-form-view.ts';

interface FormOfLink {
  of: Link;
  values: (settings: WorkspaceSettings) => LinkFormValues;
  metadata: Partial<SomeFormMetadata>;
  /** What else it says, read once the window is open. */
  recall?: () => Promise<Recalled | null>;
}

const createFormOfLink =
  (choose: (link: Link, request: Request) => Promise<FormOfLink>, title = 'New payment link') =>
  ({ place }: Pressed, request: Request): Opening<Link> => ({
    isInPlace: true,
    first: { callbackId: FORM_CALLBACK, title },
    read: async (link) => {
      const { settings, audit, ids, clock, timeZone } = request;
      const { of, recall, ...chosen } = await choose(link, request);
      const ofForm = await settings.of(of.teamId);
      const values = chosen.values(ofForm);
      const metadata = { ...metadataOfLink(of, ids.nonce()), ...chosen.metadata };
      const build = (held: LinkFormValues, recalled: Recalled | null = null) =>
        buildLinkForm({
          values: held,
          metadata: { ...metadata, recalled },
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
            teamId: of.teamId,
            actorId: place.userId,
            action: 'details-viewed',
            subject: of.id,
            detail: { in: 'form' },
          });
          return build(values, await recall?.());
        },
      };
    },
  });

/** For a new sale, with a new reference and expiry, and terms that this customer has yet to accept. */
export const handleMakeAnother = createFormOfLink(async (link, request) => ({
  of: link,
  values: (settings) => valuesOfAnother(link, settings),
  metadata: { thread: null },
  recall: () => recallOpen(link, request),
}));

/** Opens the form for the next link of a sale. An earlier link's card may lead here: the newest one counts. */
const createNextOfSale = (
  next: (newest: Link & InSale, sale: readonly Link[], request: Request) => NextOfSale,
  title?: string,
) =>
  createFormOfLink(async (link, request) => {
    const { store, clock, timeZone } = request;
    const others = await store.links.saleOf(link);
    const sale = [link, ...others].sort((one, other) => other.saleOrder - one.saleOrder);
    // Later ones that were never made do not count; one that waits for approval does.
    const newest = sale.find(({ id, state }) => id === link.id || isMade(state)) ?? link;
    const { values, ...after } = next({ ...newest, ...inSale(newest, sale) }, sale, request);
    return {
      of: newest,
      values: (settings) => ({
        ...valuesOfNext(newest, settings, { now: clock.now(), timeZone }),
        ...values,
      }),
      metadata: { after: { id: newest.id, sale: hashSale(sale), ...after } },
    };
  }, title);

/** It is made, or will be. */
const isMade = (state: LinkState): boolean => state === 'asked' || NOT_GIVEN_UP.includes(state);

interface NextOfSale {
  line: string;
  isChange?: boolean;
  /** In place of the newest link's own. */
  values?: Partial<LinkFormValues>;
}

/** With the values of the newest link, which the next one takes the place of. */
export const handleChangeLink = createNextOfSale((newest, sale, { timeZone }) => {
  if (!mayBeChanged(newest)) throw refuseAsItIs(newest, timeZone);
  return { line: describeStillPayable(sale), isChange: awaitsPayment(newest.state) };
}, 'Change payment link');

export const handleLinkForRest = createNextOfSale((newest, _, { timeZone }) => {
  const { missing, sale } = newest;
  if (missing === null || sale.restFils === null) throw refuseAsItIs(newest, timeZone);
  return { line: describePartPaid(missing), values: { invoiceAmount: formatFils(missing.fils) } };
});

const refuseAsItIs = (newest: LinkInSale, timeZone: string): Refused =>
  new Refused(describeHappening(newest, timeZone));

const USUAL_WITHIN_MS = 60_000;

/** A link that was valid as long as usual, or whose time is over, is followed by one that is valid as long as usual. */
const valuesOfNext = (
  link: Link,
  settings: WorkspaceSettings,
  { now, timeZone }: { now: number; timeZone: string },
): LinkFormValues => {
  const usualAt = usualExpiry(settings, { now: link.createdAt, timeZone }) * 1000;
  const isUsual = link.expiresAt <= now || Math.abs(link.expiresAt - usualAt) < USUAL_WITHIN_MS;
  return { ...valuesOfLink(link, settings), ...(isUsual && { expiryOn: null }) };
};
