import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { buildOption, context } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import { email, Fault, meaning, menuOfMany, tick } from '../slack/fields.ts';
import { FORM_FIELDS, OPTIONAL_FIELDS, type OptionalField, SHOWN_FIELDS } from './form-fields.ts';
import { formatPreset, MOST_PRESETS, type Preset, presetSchema, readPresets } from './presets.ts';
import { orNone, type Setting } from './setting.ts';

const presets: Setting<readonly Preset[], readonly Preset[]> = {
  name: 'Presets',
  under: 'form',
  usual: [],
  schema: z.array(presetSchema).readonly(),
  plainly: (some) => some.map(formatPreset).join(', ') || 'none',
  field: () => ({
    label: 'Presets: buttons that fill it in',
    optional: true,
    hint: `At most ${MOST_PRESETS}, one a line. The customer reads the name, or what follows a colon.`,
    kind: meaning({
      multiline: true,
      placeholder: 'Deposit 500\nDelivery 25: Delivery in Dubai',
      parse: (typed) => {
        const { presets: read, fault } = readPresets(typed);
        return read ?? new Fault(fault);
      },
      format: (some) => some.map(formatPreset).join('\n'),
    }),
  }),
  fill: (some) => (some.length === 0 ? null : some),
  take: (asked) => asked ?? [],
};

const shownFields: Setting<readonly OptionalField[], string[]> = {
  name: 'Fields of the form',
  under: 'form',
  usual: SHOWN_FIELDS,
  schema: z.array(z.enum(OPTIONAL_FIELDS)).readonly(),
  plainly: (names) => names.map((name) => FORM_FIELDS[name]).join(', ') || 'only those that it needs',
  field: () => ({
    label: 'Fields that it shows',
    optional: true,
    hint: 'Amount, name, phone and what it is for are always shown; the rest is under More details.',
    kind: menuOfMany({
      placeholder: 'None',
      options: OPTIONAL_FIELDS.map((name) => buildOption(name, FORM_FIELDS[name])),
    }),
  }),
  fill: (names) => [...names],
  take: (asked) => OPTIONAL_FIELDS.filter((name) => asked?.includes(name)),
};

export interface Terms {
  confirmedBy: string;
  confirmedAt: number;
}

const terms: Setting<Terms | null, true> = {
  name: 'Terms on by default',
  under: 'form',
  usual: null,
  schema: z.object({ confirmedBy: z.string(), confirmedAt: z.int() }).nullable(),
  plainly: (confirmed) => (confirmed === null ? 'no' : `confirmed by ${confirmed.confirmedBy}`),
  inMessage: (confirmed) => (confirmed === null ? 'no' : `confirmed by ${mention(confirmed.confirmedBy)}`),
  field: () => ({
    label: 'Terms',
    optional: true,
    kind: tick(buildOption('confirmed', 'Our customers accept the terms before we make a link')),
  }),
  fill: (confirmed) => (confirmed === null ? null : true),
  below: (confirmed, { timeZone }) =>
    confirmed === null
      ? []
      : [
          context(
            `Confirmed by ${mention(confirmed.confirmedBy)}, ${slackDate(confirmed.confirmedAt, timeZone)}`,
            'confirmed',
          ),
        ],
  take: (asked, { before, by, at }) => (asked ? (before ?? { confirmedBy: by, confirmedAt: at }) : null),
};

/** In the window of the form's settings, in their order. */
export const FORM_ROWS = {
  /**
   * The admin who confirmed that customers accept the terms before they get a link, and when. The form's box is then
   * ticked by default. Null: the cashier ticks it in each form.
   */
  terms,
  /** The shop's own e-mail, for customers without one; null: the form requires one. It identifies no customer. */
  defaultEmail: orNone<string>({
    name: 'E-mail for customers without one',
    under: 'form',
    usual: null,
    schema: z.string().nullable(),
    plainly: (address) => address ?? 'none',
    field: {
      label: 'E-mail for customers without one',
      hint: 'The shop’s own. The form’s e-mail is then optional.',
      kind: email({
        placeholder: 'shop@example.com',
        parse: (typed) =>
          typed.length <= LINK_REQUEST_RULES.Email.max && /^[^\s@]+@[^\s@]+$/.test(typed)
            ? typed
            : new Fault(),
      }),
      fault: `Enter an e-mail of at most ${LINK_REQUEST_RULES.Email.max} characters, or leave it blank.`,
    },
  }),
  /** The shop's own phone, E.164; null: none was named. It identifies no customer. */
  shopPhone: orNone<string>({
    name: 'The shop’s own phone',
    under: 'form',
    usual: null,
    schema: z.string().nullable(),
    plainly: (phone) => phone ?? 'none',
    field: {
      label: 'The shop’s own phone',
      hint: 'For customers without one: it makes nobody the same customer.',
      kind: meaning({
        placeholder: '04 123 4567',
        parse: (typed) => {
          const phone = parsePhoneNumberFromString(typed, 'AE');
          return phone?.isValid() ? phone.number : new Fault();
        },
        format: (phone) => phone,
      }),
      fault: 'Enter a phone number such as 04 123 4567, or leave it blank.',
    },
  }),
  presets,
  shownFields,
};
