import { defaultExpiry } from '../../payment-service/local-date-time.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import type { FieldName } from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';

/** Which fields a form shows, and the values of all of them. */
export interface FormLayout {
  isShown: (name: FieldName) => boolean;
  /** The menu of known customers, which is not a field of the link. */
  isKnownCustomerShown: boolean;
  /** *More details* would show more fields. */
  hasMore: boolean;
  values: LinkFormValues;
}

interface LayoutInput {
  /** `expiryOn` null: as long as the settings say. */
  values: LinkFormValues;
  settings: WorkspaceSettings;
  isLong: boolean;
  /** The channel where the form was opened; null: none. */
  askedIn: string | null;
  faulty?: readonly string[];
  now: number;
  timeZone: string;
}

const ALWAYS: ReadonlySet<FieldName> = new Set<FieldName>([
  'invoiceAmount',
  'FullName',
  'Phone',
  'notes',
  'isTermsAndConditionsAccepted',
]);

/**
 * The settings say which fields show, and *More details* adds the rest. A hidden field still shows when its value is not the default, so that
 * nobody sends a value unseen: it came from typed words, from another link, or from a longer form.
 */
export const layOutForm = ({
  values,
  settings,
  isLong,
  askedIn,
  faulty = [],
  now,
  timeZone,
}: LayoutInput): FormLayout => {
  const isAlwaysShown = (name: FieldName): boolean =>
    ALWAYS.has(name) ||
    faulty.includes(name) ||
    settings.shownFields.some((one) => one === (name === 'channel' ? 'place' : name)) ||
    !isDefault(name, values, settings, askedIn);
  const names = Object.keys(values) as FieldName[];
  const isKnownCustomerShown = settings.shownFields.includes('knownCustomer');
  const isShown = (name: FieldName) => isLong || isAlwaysShown(name);
  return {
    isShown,
    isKnownCustomerShown: isLong || isKnownCustomerShown,
    hasMore: !isLong && !(isKnownCustomerShown && names.every(isAlwaysShown)),
    values: {
      ...values,
      // If hidden, it is computed on submit, because the form may stay open for long.
      expiryOn:
        values.expiryOn ?? (isShown('expiryOn') ? usualExpiry(settings, { now, timeZone }, 60) : null),
    },
  };
};

/** Unix seconds. `step`: Slack's picker shows whole minutes. */
export const usualExpiry = (
  { expiryHours }: Pick<WorkspaceSettings, 'expiryHours'>,
  { now, timeZone }: { now: number; timeZone: string },
  step = 1,
): number => Math.floor(defaultExpiry(now, timeZone, expiryHours) / 1000 / step) * step;

/** Nobody misses this field when it is hidden. */
function isDefault(
  name: FieldName,
  values: LinkFormValues,
  settings: WorkspaceSettings,
  askedIn: string | null,
): boolean {
  switch (name) {
    case 'Email':
      return settings.defaultEmail !== null && values.Email === null;
    case 'Is_QR_needed':
      return values.Is_QR_needed === settings.isQrNeeded;
    case 'Is_invoice_generated':
      return values.Is_invoice_generated === settings.isInvoiceGenerated;
    case 'place':
    case 'channel': {
      // The person must see their own choice, and must choose when there is no channel yet.
      if (values.place === 'me' || values.channel === null) return false;
      return values.channel === (settings.defaultChannelId ?? askedIn);
    }
    default:
      return values[name] === null;
  }
}
