import { z } from 'zod';
import { isChannel } from '../blocks/place.ts';
import { usualExpiry } from '../links/form/form-layout.ts';
import { explainFieldError } from '../links/form/form-remarks-view.ts';
import { LINK_FORM_FIELDS } from '../links/form/link-form-fields.ts';
import { beginForm } from '../links/form/link-form-values.ts';
import { type FieldDoubt, type RequestValues, readDraft } from '../links/form/read-draft.ts';
import type { LinkDraft } from '../links/issuing/issuer.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import { FIELD_OF, type StepInput } from './step-function.ts';

const given = z.string().nullable().catch(null);

/** What a run gives the step. Whoever built the workflow may have written it: it says nothing of who started the run. */
export const orderSchema = z.object({
  ...{ amount: given, name: given, phone: given, email: given, purpose: given },
  channel: given,
} satisfies Record<StepInput, typeof given>);

export type Order = z.infer<typeof orderSchema>;

const inputs = Object.keys(FIELD_OF) as (keyof typeof FIELD_OF)[];

/** The form asks a person about these. */
const DOUBTS: Record<FieldDoubt['what'], string> = {
  large: 'This is more than a million dirhams.',
  unreadable: 'Enter a phone number, for example 050 123 4567.',
  misspelt: 'This address looks misspelt.',
  phone: 'This holds the customer’s phone number, and everyone in the channel would see it.',
  'e-mail': 'This holds the customer’s e-mail, and everyone in the channel would see it.',
};

type Drafted = Pick<LinkDraft, 'creatorId' | 'channelId' | 'request' | 'expiresAt'>;

/** What is to be made, in the name of the service person; a string: why nothing can be, and what to change. */
export const readOrder = (
  order: Order,
  settings: WorkspaceSettings,
  { now, timeZone }: { now: number; timeZone: string },
): Drafted | string => {
  const { servicePersonId: creatorId, terms, defaultEmail } = settings;
  if (creatorId === null)
    return 'An admin of Paylink first chooses to whom links made by workflows belong: type /paylink settings, and press Change beside People.';
  if (terms === null)
    return 'An admin of Paylink first confirms that customers accept the terms: type /paylink settings, and press Change beside The form.';
  const values: RequestValues = {
    ...beginForm(settings),
    ...Object.fromEntries(inputs.map((input) => [FIELD_OF[input], order[input]?.trim() || null])),
    expiryOn: usualExpiry(settings, { now, timeZone }),
  };
  const { request, expiresAt, errors, doubts } = {
    expiresAt: 0,
    ...readDraft({ ...values, Email: values.Email ?? defaultEmail }, now, timeZone),
  };
  const channelId = order.channel ?? '';
  const faults = [
    ...(errors ?? []).map((error) => `${LINK_FORM_FIELDS[error.field].label}: ${explainFieldError(error)}`),
    ...doubts
      .filter(({ field }) => values[field] !== null)
      .map(
        ({ field, what }) => `${LINK_FORM_FIELDS[field].label}: ${DOUBTS[what]} Change it, or use /paylink.`,
      ),
    ...(isChannel(channelId) ? [] : ['Channel: Choose a channel.']),
  ];
  if (request === null || faults.length > 0) return faults.join(' ');
  return { creatorId, channelId, request, expiresAt };
};
