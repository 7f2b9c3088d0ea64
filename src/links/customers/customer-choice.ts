import { z } from 'zod';
import { formatFils } from '../../payment-service/aed-amount.ts';
import { createButton } from '../../slack/button.ts';
import { updateView } from '../../slack/update-view.ts';
import { type FormMetadata, readForm, withRefills } from '../form/form-metadata.ts';
import type { LinkFormValues } from '../form/link-form-values.ts';
import { buildLinkForm } from '../form/link-form-view.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import type { LinkFields } from '../words/pieces.ts';
import { recallByChoice } from './recall-customer.ts';

const chosenSchema = z.object({ selected_option: z.object({ value: z.string() }).nullish() });

/**
 * A known customer was chosen: name, phone and e-mail become that customer's; amount and purpose stay as they were typed, and
 * without that become those of the last sale.
 */
export const handleKnownCustomer = createButton<LinkDependencies>(
  'known_customer',
  async ({ place, tell, args }, dependencies) => {
    const { view, teamId, userId } = place;
    const linkId = chosenSchema.parse(args.action).selected_option?.value;
    // A choice that was taken back leaves the fields alone.
    if (!view || linkId === undefined) return;
    const { metadata, values } = readForm(view);
    const typed = await readTyped(values, metadata, teamId, dependencies);
    const filling = await recallByChoice({ teamId, userId }, { linkId, typed }, dependencies);
    if (filling === null)
      return void (await tell('That customer is no longer available. Type the details instead.'));
    const { recalled } = filling;
    await dependencies.audit.write({
      teamId,
      actorId: userId,
      action: 'customer-recalled',
      subject: recalled.from,
    });
    // Without an e-mail of the customer's the field is blank, and the shop's own is sent.
    const filled = { Email: null, ...filling.values };
    const form = buildLinkForm({
      values: { ...values, ...filled },
      metadata: {
        ...withRefills(metadata, Object.keys(filled) as (keyof typeof filled)[]),
        recalled,
      },
      settings: await dependencies.settings.ofForm(teamId, metadata.askedIn),
      now: dependencies.clock.now(),
      timeZone: dependencies.timeZone,
    });
    // After two quick choices, the second finds the form that the first one drew.
    await updateView({ viewId: view.id, hash: view.hash, view: form }, dependencies);
  },
);

/** Amount and purpose, but for what an earlier choice filled in. */
async function readTyped(
  { invoiceAmount, notes }: LinkFormValues,
  { recalled }: FormMetadata,
  teamId: string,
  { store }: LinkDependencies,
): Promise<LinkFields> {
  const earlier = recalled === null ? null : await store.links.find(teamId, recalled.from);
  return {
    ...(invoiceAmount === null || (earlier && invoiceAmount === formatFils(earlier.amountFils))
      ? {}
      : { invoiceAmount }),
    ...(notes === null || notes === earlier?.details.notes ? {} : { notes }),
  };
}
