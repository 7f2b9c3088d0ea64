import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, context, modal } from '../blocks/message.ts';
import { slackDate } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { plain } from '../blocks/text.ts';
import { type FieldPlace, OPTIONAL_FIELDS, type WorkspaceSettings } from '../store/settings-store.ts';
import { formatPreset, MOST_PRESETS } from './presets.ts';
import { FIELD_LABELS, USUAL_FIELD_PLACES } from './settings.ts';
import { FORM_SETTINGS_FORM, input } from './settings-fields.ts';

const FORM = FORM_SETTINGS_FORM;

interface FormSettingsView {
  settings: WorkspaceSettings;
  timeZone: string;
  /** Travels with the window and comes back with it. */
  metadata: string;
}

/** What the link form shows, and what it begins with. */
export const buildFormSettings = ({ settings, timeZone, metadata }: FormSettingsView): ModalView =>
  modal(FORM.callbackId, { title: FORM.title, submit: 'Save', close: 'Back', metadata }, [
    buildPresetLines(settings),
    ...buildFieldLists(settings),
    {
      ...input(FORM.defaultEmail, 'E-mail for customers without one'),
      optional: true,
      hint: plain(
        'The shop’s own: it receives the payment service’s e-mails. The form’s e-mail is then optional.',
      ),
      element: {
        type: 'email_text_input',
        action_id: FORM.defaultEmail,
        placeholder: plain('shop@example.com', limits.placeholder),
        ...(settings.defaultEmail === null ? {} : { initial_value: settings.defaultEmail }),
      },
    },
    {
      ...input(FORM.shopPhone, 'The shop’s own phone'),
      optional: true,
      hint: plain(
        'Typed for customers without one. Paylink doesn’t take two sales with it for one customer’s.',
      ),
      element: {
        type: 'plain_text_input',
        action_id: FORM.shopPhone,
        placeholder: plain('04 123 4567', limits.placeholder),
        ...(settings.shopPhone === null ? {} : { initial_value: settings.shopPhone }),
      },
    },
    ...buildTerms(settings, timeZone),
  ]);

function buildPresetLines({ presets }: WorkspaceSettings): KnownBlock {
  const lines = presets.map(formatPreset).join('\n');
  return {
    ...input(FORM.presets, 'Presets: buttons that fill in the form'),
    optional: true,
    hint: plain(
      `One a line, at most ${MOST_PRESETS}: a name and an amount. The customer reads the name, or what follows a colon.`,
    ),
    element: {
      type: 'plain_text_input',
      action_id: FORM.presets,
      multiline: true,
      placeholder: plain('Deposit 500\nDelivery 25: Delivery in Dubai', limits.placeholder),
      ...(lines === '' ? {} : { initial_value: lines }),
    },
  };
}

function buildFieldLists({ fields }: WorkspaceSettings): KnownBlock[] {
  const all = OPTIONAL_FIELDS.map((name) => buildOption(name, FIELD_LABELS[name]));
  const list = (block: string, label: string, hint: string, place: FieldPlace): KnownBlock => {
    const chosen = all.filter((_, index) => placeOf(OPTIONAL_FIELDS[index] ?? 'Email', fields) === place);
    return {
      ...input(block, label),
      optional: true,
      hint: plain(hint),
      element: {
        type: 'multi_static_select',
        action_id: block,
        placeholder: plain('None', limits.placeholder),
        options: all,
        ...(chosen.length > 0 ? { initial_options: chosen } : {}),
      },
    };
  };
  return [
    list(
      FORM.always,
      'Fields that the form shows',
      'Name, phone, amount and what it is for are always shown.',
      'always',
    ),
    list(
      FORM.more,
      'Fields under More details',
      'A field in neither list stays out of the form. If it holds a value, it shows.',
      'more',
    ),
  ];
}

const placeOf = (name: (typeof OPTIONAL_FIELDS)[number], fields: WorkspaceSettings['fields']): FieldPlace =>
  fields[name] ?? USUAL_FIELD_PLACES[name];

function buildTerms({ terms }: WorkspaceSettings, timeZone: string): KnownBlock[] {
  const tick = buildOption('confirmed', 'I confirm this: tick the terms in each new form');
  return [
    {
      ...input(FORM.terms, 'Our customers accept the terms before we make a link for them'),
      optional: true,
      hint: plain('Paylink keeps who confirmed it and when. The cashier sees the tick and can take it off.'),
      element: {
        type: 'checkboxes',
        action_id: FORM.terms,
        options: [tick],
        ...(terms === null ? {} : { initial_options: [tick] }),
      },
    },
    ...(terms === null
      ? []
      : [
          context(
            `Confirmed by ${mention(terms.confirmedBy)}, ${slackDate(terms.confirmedAt, timeZone)}`,
            FORM.confirmed,
          ),
        ]),
  ];
}
