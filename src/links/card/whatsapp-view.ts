import type { Button, KnownBlock, ModalView } from '@slack/types';
import { actions, buildButton, context, modal, section } from '../../blocks/message.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { CountedReminder } from '../../store/link-actions.ts';
import {
  describeDeadline,
  describeDisplayState,
  describeInstead,
  describeReminders,
} from '../sale/describe-display-state.ts';
import { addressToPay, isPayable } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';
import {
  buildOpening,
  buildPreview,
  buildWhatsappMessage,
  WHATSAPP_LANGUAGES,
  type WhatsappContent,
  type WhatsappLanguage,
  whatsappNumber,
} from './whatsapp-text-view.ts';

/** The buttons open WhatsApp themselves; Slack still reports the press. */
export const SEND_WHATSAPP_ACTIONS: Record<WhatsappLanguage, string> = {
  en: 'whatsapp_english',
  ar: 'whatsapp_arabic',
};

/** The same, and each press counts as a reminder. */
export const SEND_REMINDER_ACTIONS: Record<WhatsappLanguage, string> = {
  en: 'reminder_english',
  ar: 'reminder_arabic',
};

export const WHATSAPP_WINDOW = { callbackId: 'link_whatsapp', title: 'WhatsApp' };

const NAMES: Record<WhatsappLanguage, string> = { en: 'English', ar: 'Arabic' };

export type WithoutAddress = Omit<WhatsappContent, 'address'> & { link: LinkInSale };

/**
 * The message to the customer in both languages, to send, to remind of, or to copy. Only the person who asked sees it. `sent`: a
 * reminder was pressed just now; null: not yet.
 */
export const buildWhatsappView = ({
  now,
  sent,
  ...content
}: WithoutAddress & { now: number; sent: CountedReminder['outcome'] | null }): ModalView => {
  const { link, timeZone } = content;
  const isTimeUp = isPayable(link) && now >= link.expiresAt;
  const address = isTimeUp ? null : addressToSend(content);
  return modal(
    WHATSAPP_WINDOW.callbackId,
    { title: WHATSAPP_WINDOW.title, close: sent === null ? 'Close' : 'Done' },
    address === null
      ? [
          ...(sent === null ? [] : [section('⚠️ *Don’t send the reminder that WhatsApp shows now.*')]),
          ...buildRefusal(content, isTimeUp),
        ]
      : [
          section(
            [
              ...(sent === null ? [] : [COUNTED[sent === 'counted' ? 'now' : 'before']]),
              [describeDisplayState(link, timeZone), describeDeadline(link, timeZone)].join(' · '),
              ...describeReminders(link, timeZone).map((words) => `The customer was ${words}.`),
              describeRecipient(link.details.Phone),
            ].join('\n'),
          ),
          ...buildSends({ ...content, address }),
          ...buildReminds({ ...content, address }),
          ...buildPreviews({ ...content, address }),
        ],
  );
};

/** The same for one of many, without reminders. */
export const buildWhatsappBlocks = (content: WithoutAddress): KnownBlock[] => {
  const address = addressToSend(content);
  if (address === null) return buildRefusal(content);
  return [
    section(describeRecipient(content.link.details.Phone)),
    ...buildSends({ ...content, address }),
    ...buildPreviews({ ...content, address }),
  ];
};

/** Null: nobody should pay there now. */
const addressToSend = ({ link }: WithoutAddress): string | null =>
  link.instead === null && link.details.erasedAt === undefined ? addressToPay(link) : null;

const COUNTED = {
  now: '✅ Counted as a reminder, and shown on the card.',
  before: '✅ Already counted: each window counts once.',
} as const;

/** In a language whose text is too long for a button there is none. */
const buildButtons = (
  content: WhatsappContent,
  { actionIds, does }: { actionIds: Record<WhatsappLanguage, string>; does: string },
): Button[] =>
  WHATSAPP_LANGUAGES.flatMap((language): Button[] => {
    const { url } = buildWhatsappMessage(content, language);
    if (url === null) return [];
    return [{ ...buildButton(content.link.id, actionIds[language], `${does} in ${NAMES[language]}`), url }];
  });

function buildSends(content: WhatsappContent): KnownBlock[] {
  const buttons = buildButtons(content, { actionIds: SEND_WHATSAPP_ACTIONS, does: 'Send' });
  return [
    ...(buttons.length > 0 ? [actions('whatsapp_actions', buttons)] : []),
    ...(buttons.length < WHATSAPP_LANGUAGES.length
      ? [section('The payment page’s address is too long for a button. Copy the text instead.')]
      : []),
  ];
}

function buildReminds(content: WhatsappContent): KnownBlock[] {
  const reminder = { ...content, isReminder: true };
  const buttons = buildButtons(reminder, { actionIds: SEND_REMINDER_ACTIONS, does: 'Remind' });
  if (buttons.length === 0) return [];
  return [
    section('*A reminder* is counted on the card, and begins:'),
    {
      type: 'rich_text',
      elements: WHATSAPP_LANGUAGES.map((language) => ({
        type: 'rich_text_quote',
        elements: [{ type: 'text', text: buildPreview(buildOpening(reminder, language), language) }],
      })),
    },
    actions('reminder_actions', buttons),
  ];
}

const buildPreviews = (content: WhatsappContent): KnownBlock[] =>
  WHATSAPP_LANGUAGES.flatMap((language): KnownBlock[] => {
    const { text } = buildWhatsappMessage(content, language);
    return [
      context(`*${NAMES[language]}*`),
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_preformatted',
            elements: [{ type: 'text', text: buildPreview(text, language) }],
          },
        ],
      },
    ];
  });

function describeRecipient(phone: string): string {
  const number = whatsappNumber(phone);
  return number === null
    ? `The phone “${escapeMrkdwn(cut(phone, 40))}” is not a number that WhatsApp can find. WhatsApp opens with the text; choose the contact yourself.`
    : `To *+${number}*. WhatsApp opens with the text; nothing is sent until you press send there.`;
}

function buildRefusal({ link, timeZone }: WithoutAddress, isTimeUp = false): KnownBlock[] {
  if (link.instead !== null) return [section(describeInstead(link))];
  if (isTimeUp)
    return [
      section('⌛ *Time is up.* Paylink is asking the payment service whether the customer paid in time.'),
    ];
  const reason = isPayable(link)
    ? 'You can’t send this link: the customer’s data was erased.'
    : 'There is nothing to send: this link can’t be paid now.';
  return [section(`${describeDisplayState(link, timeZone)}\n${reason}`)];
}
