import { toPlainText } from '../../blocks/plain-text.ts';
import { cut } from '../../blocks/text.ts';
import { findPhones } from '../../links/words/find-phones.ts';

/** In characters; no field takes a longer text. */
const LONGEST = 500;
const HIGH = Array.from({ length: 128 }, (_, at) => 128 + at);
/** How programs show the bytes of UTF-8 that they take for another encoding. Node decodes Windows-1252 as Latin-1. */
const SHOWN_WRONG = [
  String.fromCharCode(...HIGH),
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ',
  new TextDecoder('windows-1256').decode(Uint8Array.from(HIGH)),
];
/** No two of them show one character for different bytes. */
const BYTES = new Map(SHOWN_WRONG.flatMap((all) => [...all].map((one, at) => [one, 128 + at] as const)));
/** What the letters of Arabic, accents and typographic signs begin with in such a reading. */
const BEGINS_WRONG = /[\u00C2\u00C3\u00D8-\u00DB\u00E2\u0637\u0638]/;
/** Letters that people write in names and purposes here; anything else was not meant. */
const MEANT = /^[\n -~\u00A0-\u00FF\u0600-\u06FF\u2010-\u2026]*$/u;
const UTF_8 = new TextDecoder();

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:([a-z]{2,8})|#(\d{1,6})|#x([\da-f]{1,5}));/gi;

/** The text that was meant, where that is certain: `Ø¥ÙŠØ¬Ø§Ø±` as `إيجار`, `Cake &amp; tea` as `Cake & tea`. */
export const repairText = (text: string): string => {
  if (text.length > LONGEST) return text;
  const once = BEGINS_WRONG.test(text) ? readAgain(text) : text;
  return once.includes('&') ? undoEntities(undoEntities(once)) : once;
};

/** What is not UTF-8 becomes U+FFFD: the text is as it was written, or part of it is lost. */
function readAgain(text: string): string {
  const codes = [...text].map((one) => (one <= '\u007F' ? one.charCodeAt(0) : (BYTES.get(one) ?? 0xff)));
  const meant = UTF_8.decode(Uint8Array.from(codes));
  return MEANT.test(meant) ? meant : text;
}

const undoEntities = (text: string): string =>
  text.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code >= 32 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : entity;
  });

/** Signs of a text that nobody can restore. */
export const isBroken = (text: string): boolean =>
  /\uFFFD|(?:[\u00D8\u00D9][^\s\p{L}\p{N}]?){2}|(?:[\u0637\u0638][^\s\p{L}\p{M}\p{N}]){2}/u.test(text) ||
  text.search(ENTITY) !== -1;

/** Cells where a program or a person wrote that there is no name. */
export const isNoName = (text: string): boolean =>
  /^(?:n[./]?\s?a\.?|null|none|nil|undefined|[-\u2010-\u2015_.?]+)$/i.test(text);

const CHAT =
  /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d{7,15})(?:[/?&].*)?$/i;

/** A phone number without what spreadsheets and exports put around it: `'+971…`, `….0`, `Mob: …`, `https://wa.me/971…`. */
export const cleanPhone = (text: string): string =>
  (text.length > LONGEST ? text : text.normalize('NFKC'))
    .replace(/^['\u2018\u2019`]+/, '')
    .replace(CHAT, '+$1')
    .replace(/^[\p{L} .]{1,20}:\s*/u, '')
    .replace(/^(\+?\d{7,15})\.0+$/, '$1');

/** Why a cell that is no phone number is none. */
export const explainPhone = (text: string): string => {
  const shown = `“${cut(text, 60)}”`;
  if (/^\d(?:[.,]\d+)?e\+?\d{1,2}$/i.test(text))
    return `${shown} was shortened by the spreadsheet. Format the column as text, and write the whole number again.`;
  const numbers = new Set(findPhones(toPlainText(text)).map(({ value }) => value));
  return numbers.size > 1
    ? `${shown} holds ${numbers.size === 2 ? 'two' : numbers.size} phone numbers. Keep the one that the link is for.`
    : `${shown} is not a phone number that Paylink can read. Write it as 050 123 4567 or +971 50 123 4567.`;
};
