import type { Block, Button, KnownBlock, ModalView, Overflow } from '@slack/types';
import { actions, buildButton, buildOption, MENU_SEPARATOR, modal, section } from '../../blocks/message.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { CountedReminder } from '../../store/link-actions.ts';
import { describeDisplayState, describeInstead, describeReminders } from '../sale/describe-display-state.ts';
import { addressToPay, isPayable } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';
import {
  buildTextBlock,
  buildWhatsappMessage,
  type WhatsappContent,
  type WhatsappLanguage,
  whatsappNumber,
} from './whatsapp-text-view.ts';

/** The buttons open WhatsApp themselves; Slack still reports the press. */
export const SENDS: readonly (WhatsappText & { actionId: string })[] = [
  { actionId: 'whatsapp_english', language: 'en', isReminder: false },
  { actionId: 'whatsapp_arabic', language: 'ar', isReminder: false },
  { actionId: 'reminder_english', language: 'en', isReminder: true },
  { actionId: 'reminder_arabic', language: 'ar', isReminder: true },
];

/** Shows another text in place of this one. */
export const WHATSAPP_TEXT_ACTION = 'whatsapp_text';

export const WHATSAPP_WINDOW = { callbackId: 'link_whatsapp', title: 'WhatsApp' };

/** All of its blocks begin so: a window that has more keeps the others. */
const BLOCKS = 'whatsapp_';

const OTHER: Record<WhatsappLanguage, { language: WhatsappLanguage; text: string }> = {
  en: { language: 'ar', text: 'In Arabic' },
  ar: { language: 'en', text: 'In English' },
};

/** Which of the texts for the customer is shown. */
export interface WhatsappText {
  language: WhatsappLanguage;
  isReminder: boolean;
}

export interface WhatsappShown extends Omit<WhatsappContent, 'address' | 'isReminder'>, WhatsappText {
  link: LinkInSale;
  now: number;
  /** What became of a press just now; null: there was none. */
  sent: CountedReminder['outcome'] | null;
}

export const COPY_WINDOW = { callbackId: 'link_text', title: 'Copy text' };

/** The first text, for whom WhatsApp is not the way. Slack lets no button copy: the person selects the text. */
export const buildCopyText = (shown: WhatsappShown): ModalView =>
  modal(
    COPY_WINDOW.callbackId,
    { title: COPY_WINDOW.title, close: 'Close' },
    buildWhatsappBlocks({ ...shown, isReminder: false }, (content) => [
      section('Copy it and send it to the customer:'),
      buildTextBlock(buildWhatsappMessage(content, content.language).text, content.language),
    ]),
  );

/** Nobody is reminded sooner. */
const REMINDED_AFTER_MS = 60 * 60_000;

export const mayBeReminded = ({ createdAt }: Pick<Link, 'createdAt'>, now: number): boolean =>
  now - createdAt >= REMINDED_AFTER_MS;

/** One text for the customer, to send or to copy. Only the person who asked sees it. */
export const buildWhatsappView = (shown: WhatsappShown): ModalView =>
  modal(
    WHATSAPP_WINDOW.callbackId,
    { title: WHATSAPP_WINDOW.title, close: shown.sent === null ? 'Close' : 'Done' },
    buildWhatsappBlocks(shown),
  );

/** The same within another window. */
export const buildWhatsappBlocks = (shown: WhatsappShown, build = buildText): KnownBlock[] => {
  const { link, now, sent } = shown;
  const isTimeUp = isPayable(link) && now >= link.expiresAt;
  const address = isTimeUp ? null : addressToSend(link);
  const content = address === null ? null : { ...shown, address };
  return (content === null ? buildRefusal(shown, isTimeUp, sent) : build(content)).map((block, nth) => ({
    ...block,
    block_id: `${BLOCKS}${nth}`,
  }));
};

/** The blocks of a window that has these, with others in their place. */
export const replaceWhatsappBlocks = (
  blocks: readonly (KnownBlock | Block)[],
  others: readonly KnownBlock[],
): (KnownBlock | Block)[] => {
  const isOurs = ({ block_id: id }: Block) => id?.startsWith(BLOCKS) === true;
  const at = blocks.findIndex(isOurs);
  return [...blocks.slice(0, at), ...others, ...blocks.slice(at).filter((one) => !isOurs(one))];
};

/** Null: nobody should pay there now. */
const addressToSend = (link: LinkInSale): string | null =>
  link.instead === null && link.details.erasedAt === undefined ? addressToPay(link) : null;

function buildText(content: WhatsappShown & { address: string }): KnownBlock[] {
  const { link, language, isReminder, timeZone, sent } = content;
  const { text, url } = buildWhatsappMessage(content, language);
  const own = SENDS.find((one) => one.language === language && one.isReminder === isReminder);
  const send = { ...buildButton(link.id, own?.actionId ?? '', 'Open WhatsApp'), style: 'primary' } as const;
  const reminded = describeReminders(link, timeZone).map((words) => `The customer was ${words}.`);
  return [
    section(
      [
        ...(sent === 'counted' ? ['✅ Counted as a reminder.'] : []),
        ...(sent === 'repeated' ? ['✅ Already counted: each window counts once.'] : []),
        [describeRecipient(link.details.Phone, isReminder), ...reminded].join(' '),
        ...(url === null ? ['The payment page’s address is too long for a button: copy the text.'] : []),
      ].join('\n'),
    ),
    actions('', [...(url === null ? [] : [{ ...send, url }]), buildOthers(content)]),
    buildTextBlock(text, language),
  ];
}

/** A menu with one choice would cost an extra press. */
const buildOthers = ({ link, language, isReminder, now }: WhatsappShown): Button | Overflow => {
  const other = OTHER[language];
  const value = (shown: WhatsappText) =>
    [link.id, shown.language, shown.isReminder ? 'reminder' : 'first'].join(MENU_SEPARATOR);
  const inOther = value({ language: other.language, isReminder });
  if (!isReminder && !mayBeReminded(link, now)) return buildButton(inOther, WHATSAPP_TEXT_ACTION, other.text);
  const asOther = value({ language, isReminder: !isReminder });
  return {
    type: 'overflow',
    action_id: WHATSAPP_TEXT_ACTION,
    options: [
      buildOption(inOther, other.text),
      buildOption(asOther, isReminder ? 'The first message again' : 'A reminder'),
    ],
  };
};

/** Which text the person chose. */
export const readWhatsappText = (value: string | null): WhatsappText => {
  const [, language, kind] = value?.split(MENU_SEPARATOR) ?? [];
  return { language: language === 'ar' ? 'ar' : 'en', isReminder: kind === 'reminder' };
};

function describeRecipient(phone: string, isReminder: boolean): string {
  const number = whatsappNumber(phone);
  const what = isReminder ? '*Reminder* to' : 'To';
  return number === null
    ? `${what} “${escapeMrkdwn(cut(phone, 40))}”, which is not a number that WhatsApp can find: choose the contact there.`
    : `${what} *+${number}*. You press send in WhatsApp.`;
}

function buildRefusal(
  { link, timeZone }: WhatsappShown,
  isTimeUp: boolean,
  sent: WhatsappShown['sent'],
): KnownBlock[] {
  const dont = '⚠️ *Don’t send what WhatsApp shows now.*';
  return [...(sent === null ? [] : [section(dont)]), section(explainRefusal(link, timeZone, isTimeUp))];
}

const explainRefusal = (link: LinkInSale, timeZone: string, isTimeUp: boolean): string => {
  if (link.instead !== null) return describeInstead(link);
  if (isTimeUp)
    return '⌛ *Time is up.* Paylink is asking the payment service whether the customer paid in time.';
  const reason = isPayable(link)
    ? 'You can’t send this link: the customer’s data was erased.'
    : 'There is nothing to send: this link can’t be paid now.';
  return `${describeDisplayState(link, timeZone)}\n${reason}`;
};
