import type { Button, KnownBlock, ModalView } from '@slack/types';
import { actions, buildButton, context, modal, section } from '../../blocks/message.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { CountedReminder } from '../../store/link-actions.ts';
import {
  describeDeadline,
  describeDisplayState,
  describeInstead,
  describeReminders,
} from './describe-display-state.ts';
import { addressToPay, isPayable } from './display-state.ts';
import {
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

export const REMIND_CALLBACK = 'remind_customer';

const NAMES: Record<WhatsappLanguage, string> = { en: 'English', ar: 'Arabic' };

/** The message to the customer in both languages, to send or to copy. Only the person who asked sees it. */
export const buildWhatsappView = (content: Omit<WhatsappContent, 'address'>): ModalView => {
  const { link, instead = null } = content;
  const address = instead === null && link.details.erasedAt === undefined ? addressToPay(link) : null;
  return modal(
    'link_whatsapp',
    { title: 'Send by WhatsApp', close: 'Close' },
    address === null ? buildRefusal(content) : buildMessages({ ...content, address }),
  );
};

/** The reminder in both languages. `sent`: a button was pressed just now; null: not yet. */
export const buildRemindView = ({
  now,
  sent,
  ...content
}: Omit<WhatsappContent, 'address' | 'isReminder'> & {
  now: number;
  sent: CountedReminder['outcome'] | null;
}): ModalView => {
  const { link, instead = null, timeZone } = content;
  const isDue = instead === null && now < link.expiresAt && link.details.erasedAt === undefined;
  const address = isDue ? addressToPay(link) : null;
  return modal(
    REMIND_CALLBACK,
    { title: 'Remind', close: sent === null ? 'Close' : 'Done' },
    address === null
      ? [
          ...(sent === null ? [] : [section('⚠️ *Don’t send the reminder that WhatsApp shows now.*')]),
          ...buildRefusal(content, isPayable(link) && now >= link.expiresAt),
        ]
      : [
          section(
            [
              ...(sent === null ? [] : [COUNTED[sent === 'counted' ? 'now' : 'before']]),
              [describeDisplayState(link, timeZone), describeDeadline(link, timeZone)].join(' · '),
              ...describeReminders(link, timeZone).map((words) => `The customer was ${words}.`),
            ].join('\n'),
          ),
          ...buildMessages({ ...content, address, isReminder: true }),
        ],
  );
};

const COUNTED = {
  now: '✅ Counted as a reminder, and shown on the card.',
  before: '✅ Already counted: each window counts once.',
} as const;

function buildMessages(content: WhatsappContent): KnownBlock[] {
  const { link, isReminder = false } = content;
  const actionIds = isReminder ? SEND_REMINDER_ACTIONS : SEND_WHATSAPP_ACTIONS;
  const messages = WHATSAPP_LANGUAGES.map((language) => ({
    language,
    ...buildWhatsappMessage(content, language),
  }));
  const buttons = messages.flatMap(({ language, url }): Button[] =>
    url === null
      ? []
      : [
          {
            ...buildButton(
              link.id,
              actionIds[language],
              `${isReminder ? 'Remind' : 'Send'} in ${NAMES[language]}`,
            ),
            url,
          },
        ],
  );
  const isLong = buttons.length < messages.length;
  return [
    section(describeRecipient(link.details.Phone)),
    ...(buttons.length > 0 ? [actions('whatsapp_actions', buttons)] : []),
    ...(isLong
      ? [section('The payment page’s address is too long for a button. Copy the text instead.')]
      : []),
    ...messages.flatMap(({ language, text }): KnownBlock[] => [
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
    ]),
  ];
}

function describeRecipient(phone: string): string {
  const number = whatsappNumber(phone);
  return number === null
    ? `The phone “${escapeMrkdwn(cut(phone, 40))}” is not a number that WhatsApp can find. WhatsApp opens with the text; choose the contact yourself.`
    : `To *+${number}*. WhatsApp opens with the text; nothing is sent until you press send there.`;
}

function buildRefusal(
  { link, instead = null, timeZone }: Omit<WhatsappContent, 'address'>,
  isTimeUp = false,
): KnownBlock[] {
  if (instead !== null) return [section(describeInstead(link, instead))];
  if (isTimeUp)
    return [
      section('⌛ *Time is up.* Paylink is asking the payment service whether the customer paid in time.'),
    ];
  const reason = isPayable(link)
    ? 'You can’t send this link: the customer’s data was erased.'
    : 'There is nothing to send: this link can’t be paid now.';
  return [section(`${describeDisplayState(link, timeZone)}\n${reason}`)];
}
