import { z } from 'zod';
import { EMPTY_LINK_FORM, FORM, type LinkFormValues, OPTION, PLACE } from './link-form-fields.ts';

/** One element's value in `view.state.values`; which property is filled depends on the element's type. */
const elementValueSchema = z.object({
  value: z.string().nullish(),
  selected_date_time: z.number().int().nullish(),
  selected_conversation: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
});

const stateValuesSchema = z.record(z.string(), z.record(z.string(), elementValueSchema));

type StateValues = z.infer<typeof stateValuesSchema>;

/**
 * Reads the link form as Slack sends it. Blocks that are not shown keep the empty form's values; text is
 * trimmed.
 */
export const parseLinkFormValues = (values: unknown): LinkFormValues => {
  const state = stateValuesSchema.parse(values);
  const options = chosenOptions(state, FORM.options);
  return {
    ...EMPTY_LINK_FORM,
    FullName: typedText(state, FORM.name),
    Email: typedText(state, FORM.email),
    Phone: typedText(state, FORM.phone),
    invoiceAmount: typedText(state, FORM.amount),
    notes: typedText(state, FORM.notes),
    expiryOn: state[FORM.expiry]?.[FORM.expiry]?.selected_date_time ?? null,
    Is_QR_needed: options.includes(OPTION.qr),
    Is_invoice_generated: options.includes(OPTION.invoice),
    isTermsAndConditionsAccepted: chosenOptions(state, FORM.terms).includes(OPTION.terms),
    place: state[FORM.place]?.[FORM.place]?.selected_option?.value === PLACE.me ? 'me' : 'channel',
    channel: state[FORM.channel]?.[FORM.channel]?.selected_conversation ?? null,
    Address: typedText(state, FORM.address),
    City: typedText(state, FORM.city),
    Country: typedText(state, FORM.country),
    Invoice_Id: typedText(state, FORM.invoiceId),
    Product_Id: typedText(state, FORM.productId),
  };
};

function typedText(state: StateValues, field: string): string | null {
  const text = state[field]?.[field]?.value?.trim();
  return text ? text : null;
}

function chosenOptions(state: StateValues, block: string): string[] {
  return state[block]?.[block]?.selected_options?.map((option) => option.value) ?? [];
}
