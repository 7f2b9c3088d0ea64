import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { limits } from './limits.ts';

/**
 * Makes text from a person or the service harmless in mrkdwn. Without this, a customer named `<!channel>`
 * would notify everyone.
 */
export const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Slack cuts long text, and half an address is worse than none. */
const LONGEST_ADDRESS = 1_500;

/** A link in mrkdwn. Without a label it shows its address, so that people copy exactly what they read. */
export const linkTo = (address: string, label?: string): string => {
  const escaped = escapeMrkdwn(address);
  return escaped.length > LONGEST_ADDRESS
    ? '_The address is too long to be shown here._'
    : `<${escaped.replaceAll('|', '%7C')}${label === undefined ? '' : `|${label}`}>`;
};

/** Cuts at one of Slack's limits and shows that it did. Never splits a surrogate pair. */
export const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
};

export const plain = (text: string, limit: number = limits.text): PlainTextElement => ({
  type: 'plain_text',
  text: cut(text, limit),
  emoji: true,
});

/** `text` is mrkdwn already: escape anything from outside before passing it in. */
export const mrkdwn = (text: string): MrkdwnElement => ({
  type: 'mrkdwn',
  text: cut(text, limits.text),
  verbatim: true,
});

/** The reply to text that is too long after a command: cut short, it could mean something else. */
export const buildTooLong = ({ length, most }: { length: number; most: number }): string =>
  `That is ${length.toLocaleString('en-US')} characters, and Paylink reads at most ${most.toLocaleString('en-US')} after a command: shorten it and send it again.`;

const GROUPED = new Intl.NumberFormat('en-GB');

/** `10,000 rows`, `1 row`. */
export const countRows = (rows: number): string => `${GROUPED.format(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** `10,000`. */
export const groupNumber = (number: number): string => GROUPED.format(number);

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The zeros of Arabic, Persian and Urdu, Hindi, and full-width digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];

/** `٢٥٠` as `250`. Keeps the length. */
export const toLatinDigits = (text: string): string =>
  text.replace(/\P{ASCII}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
