import type { Link } from '../../store/link.ts';
import { buildValues, emptyOf, type FormField, type LinkFormValues } from './link-form-fields.ts';

/** What the form held when this link was requested. */
export const buildFormValues = (link: Link): LinkFormValues => {
  const details: Record<string, unknown> = link.details;
  return buildValues((name, field: FormField) =>
    field.ofLink ? field.ofLink(link) : (details[name] ?? emptyOf(field)),
  );
};

/** For another link like this one. `expiryOn`: as in the form. */
export const buildFormValuesOfAnother = (link: Link, expiryOn: number): LinkFormValues => {
  const old = buildFormValues(link);
  return { ...buildValues((name, field) => (field.isPerLink ? emptyOf(field) : old[name])), expiryOn };
};
