import type { RichTextBlock } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { formatTime, groupFils } from '../../blocks/money-and-time.ts';
import { cut } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';

export const WHATSAPP_LANGUAGES = ['en', 'ar'] as const;

export type WhatsappLanguage = (typeof WHATSAPP_LANGUAGES)[number];

interface WhatsappMessage {
  text: string;
  /** Opens WhatsApp with the text; null when it does not fit into a button's address. */
  url: string | null;
}

export interface WhatsappContent {
  link: Link;
  /** A reminder of a link that was sent before. */
  isReminder?: boolean;
  address: string;
  businessName: string | null;
  timeZone: string;
}

/** The notes are shortened so that the message fits a button; the payment page's address never is. */
const NOTES_LENGTHS = [150, 60, 20, 0];

/** `+971501234567` as WhatsApp's addresses want it; null for anything but an international number. */
export const whatsappNumber = (phone: string): string | null =>
  /^\+([1-9]\d{7,14})$/.exec(phone)?.[1] ?? null;

export const buildWhatsappMessage = (
  content: WhatsappContent,
  language: WhatsappLanguage,
): WhatsappMessage => {
  const number = whatsappNumber(content.link.details.Phone) ?? '';
  for (const length of NOTES_LENGTHS) {
    const text = write(content, language, length);
    const url = `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
    if (url.length <= limits.button.url) return { text, url };
  }
  return { text: write(content, language, 0), url: null };
};

function write(content: WhatsappContent, language: WhatsappLanguage, notesLength: number): string {
  const { link, timeZone } = content;
  const parts = {
    name: oneLine(link.details.FullName, 50),
    opening: buildOpening(content, language),
    notes: notesLength === 0 ? '' : oneLine(link.details.notes, notesLength),
    until: formatUntil(link.expiresAt, timeZone, language),
    address: content.address,
  };
  return language === 'ar' ? writeArabic(parts) : writeEnglish(parts);
}

/** The sentence by which a reminder differs. */
const buildOpening = (
  { link, businessName, isReminder = false }: WhatsappContent,
  language: WhatsappLanguage,
): string => {
  const business = businessName === null ? '' : oneLine(businessName, 60);
  const amount = groupFils(link.amountFils);
  if (language === 'ar') {
    const from = business && ` من ${isolate(business)}`;
    return isReminder
      ? `نود تذكيركم${from} بأن دفعتكم بمبلغ ${amount} درهم لم تُسدَّد بعد.`
      : `هذا طلب دفع${from} بمبلغ ${amount} درهم.`;
  }
  const from = business && ` from ${business}`;
  return isReminder
    ? `This is a friendly reminder${from}: your payment of AED ${amount} is still open.`
    : `This is a payment request${from} for AED ${amount}.`;
};

interface Parts {
  name: string;
  opening: string;
  notes: string;
  until: string;
  address: string;
}

const writeEnglish = ({ name, opening, notes, until, address }: Parts): string =>
  [
    `Hello ${name},`,
    '',
    opening,
    ...(notes ? [`For: ${notes}`] : []),
    `You can pay securely with this link until ${until}:`,
    '',
    address,
    '',
    'Thank you.',
  ].join('\n');

/**
 * Typed text is isolated: a bracket or a number at its end would appear on the wrong side. The address has its own line: inside
 * a right-to-left line its parts would be reordered.
 */
const writeArabic = ({ name, opening, notes, until, address }: Parts): string =>
  [
    `مرحباً ${isolate(name)}،`,
    '',
    opening,
    ...(notes ? [`وذلك مقابل: ${isolate(notes)}`] : []),
    `يمكنكم الدفع بأمان عبر الرابط التالي حتى ${until}:`,
    '',
    address,
    '',
    'شكراً لكم.',
  ].join('\n');

/** https://www.unicode.org/reports/tr9/: first strong isolate, pop directional isolate. */
const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Right-to-left mark and isolate, for apps that start each line from the left. */
const [RTL_MARK, RTL_ISOLATE, POP_ISOLATE] = ['\u200f', '\u2067', '\u2069'];

/** The text as a window shows it, ready to copy. */
export const buildTextBlock = (text: string, language: WhatsappLanguage): RichTextBlock => ({
  type: 'rich_text',
  elements: [
    { type: 'rich_text_preformatted', elements: [{ type: 'text', text: buildPreview(text, language) }] },
  ],
});

/** Every Arabic line runs from the right, whatever the window's own direction. */
export const buildPreview = (text: string, language: WhatsappLanguage): string =>
  language === 'en'
    ? text
    : text
        .split('\n')
        .map((line) =>
          /\p{Script=Arabic}/u.test(line) ? `${RTL_MARK}${RTL_ISOLATE}${line}${POP_ISOLATE}` : line,
        )
        .join('\n');

const UAE_TIME: Record<WhatsappLanguage, string> = { en: 'UAE time', ar: 'بتوقيت الإمارات' };

/** `21 December 2026, 2:30 PM (UAE time)`, `21 ديسمبر 2026 الساعة 2:30 م (بتوقيت الإمارات)`. */
function formatUntil(ms: number, timeZone: string, language: WhatsappLanguage): string {
  const locale = language === 'ar' ? 'ar-AE-u-ca-gregory-nu-latn' : 'en-GB';
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(ms);
  const zone = timeZone === 'Asia/Dubai' ? UAE_TIME[language] : nameZone(ms, timeZone, locale);
  if (language === 'en') return `${day}, ${formatTime(ms, timeZone)} (${zone})`;
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }).format(ms);
  return `${day} الساعة ${time.replaceAll(/\s/g, ' ')} (${zone})`;
}

function nameZone(ms: number, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(ms);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A cut may leave half a surrogate pair, which an address cannot hold. */
function oneLine(text: string, length: number): string {
  return cut(text.replaceAll(/\s+/g, ' ').trim(), length).replaceAll(/\p{Surrogate}/gu, '');
}
