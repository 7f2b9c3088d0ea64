import { z } from 'zod';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { FormSettings } from '../../settings/settings.ts';
import type { Link } from '../../store/link.ts';
import type { Preset } from '../../store/settings-store.ts';
import {
  blockOfField,
  type FieldName,
  type FormField,
  formFields,
  type LINK_FORM_FIELDS,
} from './link-form-fields.ts';

const textSchema = z.string().nullable().default(null);

/** `null`: empty. The defaults are for a form that was open while an update added a field. */
const SCHEMAS = {
  text: textSchema,
  email: textSchema,
  /** Unix seconds, as Slack's picker gives them. */
  moment: z.number().int().nullable().default(null),
  tick: z.boolean().default(false),
  /** A channel, or the creator's messages with the app. */
  place: z.enum(['channel', 'me']).default('channel'),
  /** The channel for the card, if `place` is a channel. */
  channel: textSchema,
};

type SchemaOf<Name extends FieldName> = (typeof SCHEMAS)[(typeof LINK_FORM_FIELDS)[Name]['kind']];

/** What the form holds: text as typed, and `null` where a field is empty. */
export type LinkFormValues = { [Name in FieldName]: z.infer<SchemaOf<Name>> };

export const linkFormValuesSchema = z.object(
  Object.fromEntries(formFields.map(([name, { kind }]) => [name, SCHEMAS[kind]])) as {
    [Name in FieldName]: SchemaOf<Name>;
  },
);

/** Some of the form's fields. */
export const someFormValuesSchema = z.object(
  Object.fromEntries(
    formFields.map(([name, { kind }]) => [name, SCHEMAS[kind].unwrap().exactOptional()]),
  ) as { [Name in FieldName]: z.ZodExactOptional<ReturnType<SchemaOf<Name>['unwrap']>> },
);

/** One value for each field. */
export const buildValues = (read: (name: FieldName, field: FormField) => unknown): LinkFormValues =>
  Object.fromEntries(formFields.map(([name, field]) => [name, read(name, field)])) as LinkFormValues;

const emptyValue = (field: FormField): unknown =>
  field.kind === 'tick' ? field.isTickedByDefault : field.kind === 'place' ? 'channel' : null;

export const EMPTY_LINK_FORM: LinkFormValues = buildValues((_, field) => emptyValue(field));

/** The form before anybody has typed in it. */
export const beginForm = (settings: FormSettings): LinkFormValues => ({
  ...EMPTY_LINK_FORM,
  Is_QR_needed: settings.isQrNeeded,
  Is_invoice_generated: settings.isInvoiceGenerated,
  isTermsAndConditionsAccepted: settings.isTermsAccepted,
});

export const valuesOfPreset = ({
  amountFils,
  notes,
}: Preset): Pick<LinkFormValues, 'invoiceAmount' | 'notes'> => ({
  invoiceAmount: formatFils(amountFils),
  notes,
});

/** What the form held when this link was requested. */
export const valuesOfLink = (
  link: Link,
  { defaultEmail }: Pick<FormSettings, 'defaultEmail'>,
): LinkFormValues => {
  const details: Record<string, unknown> = link.details;
  const values = buildValues((name, field: FormField) =>
    field.fromLink ? field.fromLink(link) : (details[name] ?? emptyValue(field)),
  );
  // The shop's own e-mail is no customer's.
  return values.Email === defaultEmail ? { ...values, Email: null } : values;
};

/** For another link like this one. */
export const valuesOfAnother = (link: Link, settings: FormSettings): LinkFormValues => {
  const old = valuesOfLink(link, settings);
  const fresh = beginForm(settings);
  return buildValues((name, field) => (field.isPerLink ? fresh[name] : old[name]));
};

/** One element's value in `view.state.values`; which property is filled depends on the element's type. */
const elementSchema = z.object({
  value: z.string().nullish(),
  selected_date_time: z.number().int().nullish(),
  selected_conversation: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});

const stateSchema = z.record(z.string(), z.record(z.string(), elementSchema));

/** Reads `view.state.values`. A field that is not shown is empty; text is trimmed. */
export const parseFormValues = (stateValues: unknown): LinkFormValues => {
  const state = Object.fromEntries(
    // A refilled block has a number after its name.
    Object.entries(stateSchema.parse(stateValues)).map(([id, block]) => [id.replace(/\.\d+$/, ''), block]),
  );
  return buildValues((name, field) => {
    const block = blockOfField(name);
    return readElement(field, state[block]?.[block]);
  });
};

function readElement(field: FormField, element: z.infer<typeof elementSchema> | undefined): unknown {
  switch (field.kind) {
    case 'text':
    case 'email':
      return element?.value?.trim() || null;
    case 'moment':
      return element?.selected_date_time ?? null;
    case 'tick':
      return element?.selected_options?.some(({ value }) => value === field.option) ?? false;
    case 'place':
      return element?.selected_option?.value === 'me' ? 'me' : 'channel';
    case 'channel':
      return element?.selected_conversation ?? null;
  }
}
