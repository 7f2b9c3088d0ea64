import { type FormMetadata, parseFormMetadata } from './form-metadata.ts';
import type { LinkFormValues } from './link-form-fields.ts';
import { parseLinkFormValues } from './view-values.ts';

/** A form as it came back: what a person sees in it, and what it holds beside that. */
export const readForm = (view: {
  privateMetadata: string;
  values: unknown;
}): { metadata: FormMetadata; values: LinkFormValues } => {
  const metadata = parseFormMetadata(view.privateMetadata);
  return { metadata, values: { ...parseLinkFormValues(view.values), ...metadata.unshown } };
};
