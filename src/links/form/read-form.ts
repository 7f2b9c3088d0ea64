import { z } from 'zod';
import { type FormMetadata, parseFormMetadata } from './form-metadata.ts';
import { blockOfField, buildValues, type FormField, type LinkFormValues } from './link-form-fields.ts';

/** A form as it came back: what a person sees in it, and what it holds beside that. */
export const readForm = (view: {
  privateMetadata: string;
  values: unknown;
}): { metadata: FormMetadata; values: LinkFormValues } => {
  const metadata = parseFormMetadata(view.privateMetadata);
  return { metadata, values: { ...parseLinkFormValues(view.values), ...metadata.unshown } };
};

/** One element's value in `view.state.values`; which property is filled depends on the element's type. */
const elementValueSchema = z.object({
  value: z.string().nullish(),
  selected_date_time: z.number().int().nullish(),
  selected_conversation: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});

const stateValuesSchema = z.record(z.string(), z.record(z.string(), elementValueSchema));

/**
 * Reads the link form as Slack sends it. A field that is not shown is empty; text is trimmed.
 */
export const parseLinkFormValues = (values: unknown): LinkFormValues => {
  const state = readState(values);
  return buildValues((name, field) => {
    const block = blockOfField(name);
    return readElement(field, state[block]?.[block]);
  });
};

/** The blocks of a form by the names of their fields, whichever ids they have now. */
const readState = (values: unknown) =>
  Object.fromEntries(
    Object.entries(stateValuesSchema.parse(values)).map(([id, block]) => [id.replace(/\.\d+$/, ''), block]),
  );

function readElement(field: FormField, element: z.infer<typeof elementValueSchema> | undefined): unknown {
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
