import { defaultExpiry } from '../../payment-service/local-date-time.ts';
import type { FieldPlace } from '../../store/settings-store.ts';
import type { FormSettings } from '../../workspaces/settings/settings.ts';
import type { LinkFormValues } from './link-form-values.ts';

type FieldName = keyof LinkFormValues;

/** Which fields a form shows, and what stands in all of them. */
export interface FormLayout {
  isShown: (name: FieldName) => boolean;
  /** The menu of known customers, which is no field of the link. */
  isKnownCustomerShown: boolean;
  /** *More* would show fields that it does not show now. */
  hasMore: boolean;
  values: LinkFormValues;
}

interface AskedLayout {
  /** `expiryOn` null: as long as the settings say. */
  values: LinkFormValues;
  settings: FormSettings;
  /** *More* was pressed. */
  isLong: boolean;
  /** The channel where the form was asked for; null: in none. */
  askedIn: string | null;
  /** Fields that faults are about. */
  faulty?: readonly string[];
  now: number;
  timeZone: string;
}

/**
 * The settings place the fields. One they leave out shows all the same where nobody would see its value otherwise:
 * it came from words, from another link, or from a person who typed it.
 */
export const layOutForm = ({
  values,
  settings,
  isLong,
  askedIn,
  faulty = [],
  now,
  timeZone,
}: AskedLayout): FormLayout => {
  const placeOf = (name: FieldName): FieldPlace => {
    if (faulty.includes(name) || !isAsSettingsSay(name, values, settings, askedIn)) return 'always';
    const place = settings.fields[(name === 'channel' ? 'place' : name) as keyof FormSettings['fields']];
    return place ?? 'always';
  };
  const isIn = (place: FieldPlace) => place === 'always' || (isLong && place === 'more');
  const isShown = (name: FieldName) => isIn(placeOf(name));
  const names = Object.keys(values) as FieldName[];
  const places = [settings.fields.knownCustomer, ...names.map(placeOf)];
  return {
    isShown,
    isKnownCustomerShown: isIn(settings.fields.knownCustomer),
    hasMore: !isLong && places.includes('more'),
    values: {
      ...values,
      // If hidden, it is computed on submit, however long the form was open.
      expiryOn:
        values.expiryOn ?? (isShown('expiryOn') ? usualExpiry(settings, { now, timeZone }, 60) : null),
    },
  };
};

/** Unix seconds. `step`: Slack's picker shows whole minutes. */
export const usualExpiry = (
  { validFor }: Pick<FormSettings, 'validFor'>,
  { now, timeZone }: { now: number; timeZone: string },
  step = 1,
): number => {
  const at =
    'days' in validFor ? defaultExpiry(now, timeZone, validFor.days) : now + validFor.hours * 60 * 60_000;
  return Math.floor(at / 1000 / step) * step;
};

/** Whether this field can be left out without anybody losing anything. */
function isAsSettingsSay(
  name: FieldName,
  values: LinkFormValues,
  settings: FormSettings,
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
      // Chosen by the person, who may choose again; or there is no channel to say.
      if (values.place === 'me' || values.channel === null) return false;
      return values.channel === (settings.defaultChannelId ?? askedIn);
    }
    default:
      return values[name] === null;
  }
}
