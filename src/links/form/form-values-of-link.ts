import type { Link } from '../../store/link.ts';
import type { FormSettings } from '../../workspaces/settings/form-settings.ts';
import { beginForm } from './form-layout.ts';
import { buildValues, emptyOf, type FormField, type LinkFormValues } from './link-form-fields.ts';

/** What the form held when this link was requested. */
export const buildFormValues = (
  link: Link,
  { defaultEmail }: Pick<FormSettings, 'defaultEmail'>,
): LinkFormValues => {
  const details: Record<string, unknown> = link.details;
  const values = buildValues((name, field: FormField) =>
    field.ofLink ? field.ofLink(link) : (details[name] ?? emptyOf(field)),
  );
  // The shop's own e-mail is no customer's.
  return values.Email === defaultEmail ? { ...values, Email: null } : values;
};

/** For another link like this one. */
export const buildFormValuesOfAnother = (link: Link, settings: FormSettings): LinkFormValues => {
  const old = buildFormValues(link, settings);
  const fresh = beginForm(settings);
  return buildValues((name, field) => (field.isPerLink ? fresh[name] : old[name]));
};
