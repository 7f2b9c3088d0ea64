import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { actions, buildButton, buildOption, context, modal, section } from '../../blocks/message.ts';
import { describePlace } from '../../blocks/place.ts';
import { capitalise, escapeMrkdwn, plain } from '../../blocks/text.ts';
import { formatPreset, labelPreset, MOST_PRESETS, type Preset } from '../../settings/presets.ts';
import { WORKSPACE_ROWS, type WorkspaceSettings } from '../../settings/workspace-settings.ts';
import { buildInput, channel, radio, search, ticks } from '../../slack/fields.ts';
import type { LinkFailure } from '../../store/link.ts';
import { buildMakeAnotherButton } from '../card/card-buttons-view.ts';
import { describeExisting } from '../issuing/link-failures.ts';
import { type FormLayout, layOutForm } from './form-layout.ts';
import {
  blockIdIn,
  fillFormMetadata,
  type Recalled,
  type SomeFormMetadata,
  writeFormMetadata,
} from './form-metadata.ts';
import { buildRemarkSummary, buildRemarks, type FieldRemark } from './form-remarks-view.ts';
import { FORM_CALLBACK, formFields, LINK_FORM_FIELDS, TICK_BLOCKS } from './link-form-fields.ts';
import { type LinkFormValues, PLACES } from './link-form-values.ts';

export const MORE_DETAILS_ACTION = 'more_details';
export const KNOWN_CUSTOMER_ACTION = 'known_customer';
export const SAME_AGAIN_ACTION = 'same_again';

/** Slack wants an id of its own for each button of a block. */
export const PRESET_ACTIONS = Array.from({ length: MOST_PRESETS }, (_, index) => `preset_${index}`);

interface LinkForm {
  /** `expiryOn` null: as long as the settings say. */
  values: LinkFormValues;
  /** Travels with the form and comes back with it. */
  metadata: SomeFormMetadata;
  settings: WorkspaceSettings;
  now: number;
  timeZone: string;
  /** Why the form is back; shown above the fields. */
  failure?: LinkFailure;
  /** The reference that the failure mentions. */
  invoiceId?: string;
  /** Each is shown under its field. */
  remarks?: readonly FieldRemark[];
}

export const buildLinkForm = ({
  values: given,
  metadata: some,
  settings,
  now,
  timeZone,
  failure,
  invoiceId = '',
  remarks = [],
}: LinkForm): ModalView => {
  const metadata = fillFormMetadata(some);
  const { isLong, askedIn, pleaseCheck, recalled, after } = metadata;
  const faulty = [failure?.field ?? '', ...remarks.map(({ field }) => field)];
  const layout = layOutForm({ values: given, settings, isLong, askedIn, faulty, now, timeZone });
  const { values, isShown, isKnownCustomerShown, hasMore } = layout;
  const unshown = Object.fromEntries(
    formFields.flatMap(([name]) => (isShown(name) ? [] : [[name, values[name]]])),
  );
  const isQuestion = remarks.length > 0 && remarks.every((remark) => remark.isQuestion);
  const [amount, ...others] = buildInputs(layout, settings);
  const terms = buildTicks('isTermsAndConditionsAccepted', layout);
  const isTickedHere = settings.terms === null;
  const fields: KnownBlock[] = [
    // The amount comes first: in an empty form, that is where people begin to type.
    ...(amount ? [amount] : []),
    // In sight, whatever stands below: nobody is refused for what they could not see.
    ...(isTickedHere ? terms : []),
    ...(isKnownCustomerShown ? [KNOWN_CUSTOMER] : []),
    ...others,
    ...buildTicks('options', layout),
    ...(isTickedHere ? [] : terms),
    ...(isShown('place') ? buildPlace(values) : []),
  ];
  const [title, verb] = after?.isChange
    ? (['Change payment link', 'Save the change'] as const)
    : (['New payment link', 'Create link'] as const);
  const words = { title, submit: isQuestion ? `${verb} anyway` : verb, close: 'Cancel' };
  const isNewSale = after === null && metadata.repeats === null;
  const blocks = [
    ...(failure ? [buildFailure(failure, invoiceId)] : []),
    ...(after && after.line !== '' ? [section(after.line, 'of_sale')] : []),
    ...(pleaseCheck === '' ? [] : [section(pleaseCheck, 'please_check')]),
    ...(recalled === null ? [] : [buildRecalled(recalled)]),
    ...(settings.presets.length > 0 ? [buildPresets(settings.presets)] : []),
    ...fields.flatMap((block) => [
      block.type === 'input' ? { ...block, block_id: blockIdIn(metadata, block.block_id ?? '') } : block,
      ...buildRemarks(block.block_id, remarks),
    ]),
    ...(hasMore ? [...describeUnshown(layout, settings), MORE_DETAILS] : []),
    ...(isLong ? buildRemarkSummary(remarks) : []),
  ];
  return {
    ...modal(FORM_CALLBACK, { ...words, metadata: writeFormMetadata({ ...metadata, unshown }) }, blocks),
    notify_on_close: isNewSale,
  };
};

const buildFailure = (failure: LinkFailure, invoiceId: string): KnownBlock => {
  const reference = failure.reference === null ? '' : ` (report ${failure.reference})`;
  return section(
    `⚠️ *${escapeMrkdwn(failure.what)}*\n${escapeMrkdwn(failure.next + reference)}${describeExisting(failure, invoiceId)}`,
    'refusal',
  );
};

const buildRecalled = ({ line, offer, another, button = 'Same again' }: Recalled): KnownBlock => ({
  ...section(line, 'recalled'),
  ...(offer && { accessory: buildButton('last', SAME_AGAIN_ACTION, button) }),
  ...(another !== undefined && { accessory: buildMakeAnotherButton({ id: another }) }),
});

/** Not part of the name field, because such a menu takes no free text. It is empty until two characters are typed. */
const KNOWN_CUSTOMER = buildInput(KNOWN_CUSTOMER_ACTION, {
  label: 'Known customer',
  optional: true,
  dispatches: true,
  kind: search({ placeholder: 'Name, last digits or e-mail', from: 2 }),
});

/** A button carries all that it fills in, so that it never fills in anything else after a change of the settings. */
const buildPresets = (presets: readonly Preset[]): KnownBlock =>
  actions(
    'presets',
    presets
      .slice(0, PRESET_ACTIONS.length)
      .map((preset, index) =>
        buildButton(formatPreset(preset), PRESET_ACTIONS[index] ?? '', labelPreset(preset)),
      ),
  );

const MORE_DETAILS: KnownBlock = actions('more', [
  { type: 'button', action_id: MORE_DETAILS_ACTION, text: plain('More details', limits.button.text) },
]);

const buildInputs = ({ values, isShown }: FormLayout, { defaultEmail }: WorkspaceSettings): InputBlock[] =>
  formFields.flatMap(([name, field]) => {
    if (!('kind' in field) || !isShown(name)) return [];
    const value = values[name];
    const shopEmail = name === 'Email' ? defaultEmail : null;
    const hint =
      (typeof value === 'string' && field.type === 'text' && field.hintFor?.(value)) ||
      (shopEmail === null ? field.hint : `Leave blank for the shop’s own, ${shopEmail}.`);
    const { label, kind, missing } = field;
    const asked = { label, hint, optional: missing === undefined || shopEmail !== null };
    return [buildInput<unknown>(name, { ...asked, kind }, value)];
  });

const buildTicks = (block: keyof typeof TICK_BLOCKS, { values, isShown }: FormLayout): InputBlock[] => {
  const { label, optional } = TICK_BLOCKS[block];
  const shown = formFields.flatMap(([name, field]) =>
    field.type === 'tick' && field.block === block && isShown(name) ? [{ ...field, name }] : [],
  );
  if (shown.length === 0) return [];
  const options = shown.map((field) => buildOption(field.option, field.label));
  const ticked = shown.filter(({ name }) => values[name] === true).map(({ option }) => option);
  return [buildInput(block, { label, optional, kind: ticks({ options }) }, ticked)];
};

/** What is sent and not shown, because it is as the settings say. */
const describeUnshown = ({ values, isShown }: FormLayout, settings: WorkspaceSettings): KnownBlock[] => {
  const facts = [
    isShown('channel') ? '' : `card goes to ${describePlace(values.channel ?? '')}`,
    isShown('expiryOn') ? '' : `valid ${WORKSPACE_ROWS.expiryHours.plainly(settings.expiryHours)}`,
    isShown('Is_QR_needed') || !values.Is_QR_needed ? '' : 'QR code',
    isShown('Is_invoice_generated') || !values.Is_invoice_generated ? '' : 'invoice',
    isShown('Email') ? '' : `e-mail ${escapeMrkdwn(settings.defaultEmail ?? '')}`,
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? [] : [context(capitalise(facts.join(' · ')), 'unshown')];
};

const { place: PLACE, channel: CHANNEL } = LINK_FORM_FIELDS;

/** The channel menu appears only for a channel, so nobody has to guess which of two answers counts. */
const buildPlace = ({ place, channel: chosen }: Pick<LinkFormValues, 'place' | 'channel'>): KnownBlock[] => {
  const kind = radio({ options: PLACES });
  const where = buildInput(PLACE.block, { label: PLACE.label, dispatches: true, kind }, place);
  if (place === 'me') return [where];
  const { label, hint } = CHANNEL;
  const which = { label, hint, kind: channel({ placeholder: 'Choose a channel' }) };
  return [where, buildInput(CHANNEL.block, which, chosen)];
};
