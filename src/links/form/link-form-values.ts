import { z } from 'zod';
import { buildOption } from '../../blocks/message.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { Preset } from '../../settings/presets.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import { channel, type Kind, radio, readForm, ticks } from '../../slack/fields.ts';
import type { Link } from '../../store/link.ts';
import {
  blockOfField,
  type FieldName,
  type FormField,
  formFields,
  LINK_FORM_FIELDS,
  TICK_BLOCKS,
} from './link-form-fields.ts';

const textSchema = z.string().nullable().default(null);

/** `null`: empty. The defaults are for a form that was open while an update added a field. */
const SCHEMAS = {
  text: textSchema,
  /** Unix seconds, as Slack's picker gives them. */
  moment: z.number().int().nullable().default(null),
  tick: z.boolean().default(false),
  /** A channel, or the creator's messages with the app. */
  place: z.enum(['channel', 'me']).default('channel'),
  /** The channel for the card, if `place` is a channel. */
  channel: textSchema,
};

type SchemaOf<Name extends FieldName> = (typeof SCHEMAS)[(typeof LINK_FORM_FIELDS)[Name]['type']];

/** What the form holds: text as typed, and `null` where a field is empty. */
export type LinkFormValues = { [Name in FieldName]: z.infer<SchemaOf<Name>> };

export const linkFormValuesSchema = z.object(
  Object.fromEntries(formFields.map(([name, { type }]) => [name, SCHEMAS[type]])) as {
    [Name in FieldName]: SchemaOf<Name>;
  },
);

/** Some of the form's fields. */
export const someFormValuesSchema = z.object(
  Object.fromEntries(
    formFields.map(([name, { type }]) => [name, SCHEMAS[type].unwrap().exactOptional()]),
  ) as { [Name in FieldName]: z.ZodExactOptional<ReturnType<SchemaOf<Name>['unwrap']>> },
);

/** One value for each field. */
export const buildValues = (read: (name: FieldName, field: FormField) => unknown): LinkFormValues =>
  Object.fromEntries(formFields.map(([name, field]) => [name, read(name, field)])) as LinkFormValues;

const emptyValue = (field: FormField): unknown =>
  field.type === 'tick' ? field.isTickedByDefault : field.type === 'place' ? 'channel' : null;

export const EMPTY_LINK_FORM: LinkFormValues = buildValues((_, field) => emptyValue(field));

/** The form before anybody has typed in it. */
export const beginForm = (settings: WorkspaceSettings): LinkFormValues => ({
  ...EMPTY_LINK_FORM,
  Is_QR_needed: settings.isQrNeeded,
  Is_invoice_generated: settings.isInvoiceGenerated,
  isTermsAndConditionsAccepted: settings.terms !== null,
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
  { defaultEmail }: Pick<WorkspaceSettings, 'defaultEmail'>,
): LinkFormValues => {
  const details: Record<string, unknown> = link.details;
  const values = buildValues((name, field: FormField) =>
    field.fromLink ? field.fromLink(link) : (details[name] ?? emptyValue(field)),
  );
  // The shop's own e-mail is no customer's.
  return values.Email === defaultEmail ? { ...values, Email: null } : values;
};

/** For another link like this one. */
export const valuesOfAnother = (link: Link, settings: WorkspaceSettings): LinkFormValues => {
  const old = valuesOfLink(link, settings);
  const fresh = beginForm(settings);
  return buildValues((name, field) => (field.isPerLink ? fresh[name] : old[name]));
};

export const PLACES = [buildOption('channel', 'A channel'), buildOption('me', 'My messages with Paylink')];

const KINDS: [block: string, kind: Kind<unknown>][] = [
  ...formFields.flatMap(([name, field]): [string, Kind<unknown>][] =>
    'kind' in field ? [[name, field.kind]] : [],
  ),
  ...Object.keys(TICK_BLOCKS).map((block): [string, Kind<unknown>] => [block, ticks({ options: [] })]),
  [LINK_FORM_FIELDS.place.block, radio({ options: PLACES })],
  [LINK_FORM_FIELDS.channel.block, channel()],
];

/** The blocks of the form, each of which may be left out. */
const BLOCKS = Object.fromEntries(KINDS.map(([block, kind]) => [block, { optional: true, kind }]));

/** Reads `view.state.values`. A field that is not shown is empty; text is trimmed. */
export const parseFormValues = (stateValues: unknown): LinkFormValues => {
  const held: Record<string, unknown> = readForm(BLOCKS, stateValues);
  return buildValues((name, field) => {
    const value = held[blockOfField(name)] ?? null;
    if (field.type === 'tick') return Array.isArray(value) && value.includes(field.option);
    return field.type === 'place' ? (value ?? 'channel') : value;
  });
};
