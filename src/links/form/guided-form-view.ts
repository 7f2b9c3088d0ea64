import type { ModalView } from '@slack/types';
import { buildOption, modal, section } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { toLatinName } from '../../blocks/plain-text.ts';
import { capitalise } from '../../blocks/text.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import { buildInput, tick } from '../../slack/fields.ts';
import { GUIDED_FILS } from '../../teaching/guided-link.ts';
import { fillFormMetadata, writeFormMetadata } from './form-metadata.ts';
import { FORM_CALLBACK, LINK_FORM_FIELDS, TICK_BLOCKS } from './link-form-fields.ts';

export const GUIDED_TITLE = 'Test payment';

interface GuidedForm {
  nonce: string;
  userName: string;
  settings: Pick<WorkspaceSettings, 'defaultEmail' | 'terms'>;
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
    unshown: {
      invoiceAmount: formatFils(GUIDED_FILS),
      notes: 'Test payment',
      place: 'me',
      expiryOn: null,
      Is_QR_needed: true,
      ...(settings.terms !== null ? { isTermsAndConditionsAccepted: true } : {}),
    },
  });
  return modal(
    FORM_CALLBACK,
    { title: GUIDED_TITLE, submit: 'Create link', close: 'Cancel', metadata: writeFormMetadata(metadata) },
    [
      section(
        `You get a link of *${formatAed(GUIDED_FILS)}* in your messages with Paylink. Pay it with your own card: Paylink shows you what the payment service says of it. Refund it in the service’s dashboard.`,
        'guided',
      ),
      buildInput('FullName', { ...FullName, label: 'Your name', hint: '' }, name || null),
      buildInput('Phone', { ...Phone, label: 'Your phone' }),
      buildInput('Email', { ...Email, label: 'Your e-mail', optional: settings.defaultEmail !== null }),
      ...(settings.terms !== null
        ? []
        : [
            buildInput(terms.block, {
              label: TICK_BLOCKS[terms.block].label,
              kind: tick(buildOption(terms.option, 'I accept the terms')),
            }),
          ]),
    ],
  );
};
