import type { ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { buildOption, modal, section } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { toLatinName } from '../../blocks/plain-text.ts';
import { capitalise, plain } from '../../blocks/text.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { FormSettings } from '../../settings/settings.ts';
import { GUIDED_FILS } from '../../teaching/guided-link.ts';
import { fillFormMetadata, writeFormMetadata } from './form-metadata.ts';
import { FORM_CALLBACK, LINK_FORM_FIELDS, TICK_BLOCKS } from './link-form-fields.ts';

export const GUIDED_TITLE = 'Test payment';

interface GuidedForm {
  nonce: string;
  userName: string;
  settings: Pick<FormSettings, 'defaultEmail' | 'isTermsAccepted'>;
}

/** The fields of the link form that only the payer can fill in. */
export const buildGuidedForm = ({ nonce, userName, settings }: GuidedForm): ModalView => {
  const name = toLatinName(
    userName
      .split(/[._\d]+/)
      .map(capitalise)
      .join(' ')
      .trim(),
  );
  const { FullName, Phone, Email, isTermsAndConditionsAccepted: terms } = LINK_FORM_FIELDS;
  const metadata = fillFormMetadata({
    nonce,
    isLong: false,
    unshown: {
      invoiceAmount: formatFils(GUIDED_FILS),
      notes: 'Test payment',
      place: 'me',
      expiryOn: null,
      Is_QR_needed: true,
      ...(settings.isTermsAccepted ? { isTermsAndConditionsAccepted: true } : {}),
    },
  });
  const text = (
    block: string,
    label: string,
    more: { placeholder: string; initial?: string; max: number },
  ) => ({
    type: 'input' as const,
    block_id: block,
    label: plain(label, limits.input.label),
    element: {
      type: 'plain_text_input' as const,
      action_id: block,
      max_length: more.max,
      placeholder: plain(more.placeholder, limits.placeholder),
      ...(more.initial ? { initial_value: more.initial } : {}),
    },
  });
  return modal(
    FORM_CALLBACK,
    { title: GUIDED_TITLE, submit: 'Create link', close: 'Cancel', metadata: writeFormMetadata(metadata) },
    [
      section(
        `You get a link of *${formatAed(GUIDED_FILS)}* in your messages with Paylink. Pay it with a card of your own: Paylink then shows you what the payment service says. You can refund it in the payment service’s dashboard.`,
        'guided',
      ),
      text('FullName', 'Your name', {
        placeholder: FullName.placeholder,
        initial: name,
        max: FullName.maxLength,
      }),
      text('Phone', 'Your phone', { placeholder: Phone.placeholder, max: Phone.maxLength }),
      {
        type: 'input',
        block_id: 'Email',
        optional: settings.defaultEmail !== null,
        label: plain('Your e-mail', limits.input.label),
        element: {
          type: 'email_text_input',
          action_id: 'Email',
          placeholder: plain(Email.placeholder, limits.placeholder),
        },
      },
      ...(settings.isTermsAccepted
        ? []
        : [
            {
              type: 'input' as const,
              block_id: terms.block,
              label: plain(TICK_BLOCKS[terms.block].label, limits.input.label),
              element: {
                type: 'checkboxes' as const,
                action_id: terms.block,
                options: [buildOption(terms.option, 'I accept the terms and conditions')],
              },
            },
          ]),
    ],
  );
};
