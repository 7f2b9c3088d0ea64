import type { ChannelSettings } from '../../store/channel-settings-store.ts';
import {
  type FieldPlace,
  OPTIONAL_FIELDS,
  type OptionalField,
  type Preset,
  type WorkspaceSettings,
} from '../../store/settings-store.ts';

/** Where the form shows a field that the workspace has not placed. */
export const USUAL_FIELD_PLACES: Record<OptionalField, FieldPlace> = {
  knownCustomer: 'always',
  Email: 'always',
  expiryOn: 'always',
  Address: 'more',
  City: 'more',
  Country: 'more',
  Invoice_Id: 'more',
  Product_Id: 'more',
  Is_QR_needed: 'always',
  Is_invoice_generated: 'always',
  place: 'always',
};

/** The names of the optional fields, as the form has them. */
export const FIELD_LABELS: Record<OptionalField, string> = {
  knownCustomer: 'Known customer',
  Email: 'E-mail',
  expiryOn: 'Can be paid until',
  Address: 'Address',
  City: 'City',
  Country: 'Country',
  Invoice_Id: 'Invoice number',
  Product_Id: 'Product number',
  Is_QR_needed: 'QR code',
  Is_invoice_generated: 'Invoice',
  place: 'Card goes to',
};

const PLACE_WORDS: Record<FieldPlace, string> = {
  always: 'always',
  more: 'under More details',
  never: 'never',
};

/** `E-mail never, City always`: those that do not stand where they stand at first. */
export const describeFields = (fields: WorkspaceSettings['fields']): string =>
  OPTIONAL_FIELDS.flatMap((name) => {
    const place = fields[name] ?? USUAL_FIELD_PLACES[name];
    return place === USUAL_FIELD_PLACES[name] ? [] : [`${FIELD_LABELS[name]} ${PLACE_WORDS[place]}`];
  }).join(', ') || 'as at first';

/** What a new link form shows, and what it begins with. */
export interface FormSettings {
  fields: Record<OptionalField, FieldPlace>;
  presets: readonly Preset[];
  /** Fills the form in when it opens. */
  preset: Preset | null;
  /** Sent where the form's e-mail is left blank; null: the form asks for one. */
  defaultEmail: string | null;
  defaultChannelId: string | null;
  isQrNeeded: boolean;
  isInvoiceGenerated: boolean;
  isTermsAccepted: boolean;
  validFor: { days: number } | { hours: number };
}

/** The workspace's settings, with a channel's own in place of them. */
export const mergeFormSettings = (
  workspace: WorkspaceSettings,
  channel: ChannelSettings | null,
): FormSettings => ({
  fields: { ...USUAL_FIELD_PLACES, ...workspace.fields },
  presets: workspace.presets,
  preset: workspace.presets.find(({ name }) => name === channel?.presetName) ?? null,
  defaultEmail: workspace.defaultEmail,
  defaultChannelId: workspace.defaultChannelId,
  isQrNeeded: channel?.isQrNeeded ?? workspace.isQrNeeded,
  isInvoiceGenerated: workspace.isInvoiceGenerated,
  isTermsAccepted: workspace.terms !== null,
  validFor:
    channel === null || channel.expiryHours === null
      ? { days: workspace.expiryDays }
      : { hours: channel.expiryHours },
});
