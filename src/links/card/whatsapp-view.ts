import type { Button, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import { describeDisplayState } from './describe-display-state.ts';
import { addressToPay, isPayable } from './display-state.ts';
import {
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

const NAMES: Record<WhatsappLanguage, string> = { en: 'English', ar: 'Arabic' };

/** The message to the customer in both languages, to send or to copy. Only the person who asked sees it. */
export const buildWhatsappView = (content: Omit<WhatsappContent, 'address'>): ModalView => {
  const { link } = content;
  const address = link.details.erasedAt === undefined ? addressToPay(link) : null;
  return {
    type: 'modal',
    callback_id: 'link_whatsapp',
    title: plain('Send by WhatsApp', limits.view.title),
    close: plain('Close', limits.view.close),
    blocks: address === null ? buildRefusal(content) : buildMessages({ ...content, address }),
  };
};

function buildMessages(content: WhatsappContent): KnownBlock[] {
  const { link } = content;
  const messages = WHATSAPP_LANGUAGES.map((language) => ({
    language,
    ...buildWhatsappMessage(content, language),
  }));
  const buttons = messages.flatMap(({ language, url }): Button[] =>
    url === null
      ? []
      : [
          {
            type: 'button',
            action_id: SEND_WHATSAPP_ACTIONS[language],
            text: plain(`Send in ${NAMES[language]}`, limits.button.text),
            url,
          },
        ],
  );
  const isLong = buttons.length < messages.length;
  return [
    { type: 'section', text: mrkdwn(describeRecipient(link.details.Phone)) },
    ...(buttons.length > 0
      ? [{ type: 'actions' as const, block_id: 'whatsapp_actions', elements: buttons }]
      : []),
    ...(isLong
      ? [
          {
            type: 'section' as const,
            text: mrkdwn('The payment page’s address is too long for such a button: copy the text instead.'),
          },
        ]
      : []),
    ...messages.flatMap(({ language, text }): KnownBlock[] => [
      { type: 'context', elements: [mrkdwn(`*${NAMES[language]}*`)] },
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
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

function buildRefusal({ link, timeZone }: Omit<WhatsappContent, 'address'>): KnownBlock[] {
  const reason = isPayable(link)
    ? 'There is nobody to send it to: the customer’s data was erased.'
    : 'There is nothing to send: this link cannot be paid now.';
  return [{ type: 'section', text: mrkdwn(`${describeDisplayState(link, timeZone)}\n${reason}`) }];
}
