import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { dropControls } from './controls.ts';
import { limits } from './limits.ts';

/**
 * Slack has no escape for its marks (slackhq/slack-api-docs#34), so typed text gets characters that look like them. A `_`
 * inside a word, as in `june_fees.csv`, marks nothing and stays.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02CD',
  '~': '\u223C',
  '`': '\u02CB',
  ':': '\u2236',
  '>': '\u203A',
};
const MARK = /[*~`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** The colon before the name of an emoji, not the ones of `09:30:00` or `09:30:00+04:00`. */
const EMOJI_CODE = /:(?=[^\s:]{1,100}:)(?!(?<=\d:)\d\d(?:[+-]\d\d)?:\d\d)/g;
const QUOTE = /^[^\S\n]*>/gm;
/** Paylink begins its own lines with these: what people typed must not pass for a state. */
const SIGNS =
  /[\u2705\u2714\u2611\u274C\u2716\u23F3\u231B\u2753\u2754\u26A0\u21A9\u{1F534}\u{1F7E0}-\u{1F7E2}]\uFE0F?[^\S\n]?/gu;

/** Lets Slack show `&`, `<` and `>` as they are. For addresses and ids; typed text needs `escapeMrkdwn`. */
const escapeEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ORIGINALS = new Map(Object.entries(LOOKALIKES).map(([mark, lookalike]) => [lookalike, mark]));

/** A person's words on a line of their own, quoted. Mrkdwn. */
export const quoteLine = (text: string): string => `>${escapeMrkdwn(text.replaceAll(/\s+/g, ' '))}`;

/** What was copied from a message, with the marks that were typed. */
export const undoLookalikes = (text: string): string =>
  text.replace(/[\u2217\u02CD\u223C\u02CB\u2236\u203A]/g, (one) => ORIGINALS.get(one) ?? one);

const toLookalike = (mark: string): string => mark.replace(/[*_~`:>]/, (one) => LOOKALIKES[one] ?? one);

/**
 * Shows text from a person or the service as plain text in mrkdwn: no marks, mentions, links, emoji codes or controls.
 * Without this, a customer named `<!channel>` would notify everyone, and a purpose could look like a state.
 */
export const escapeMrkdwn = (text: string): string =>
  escapeEntities(
    dropControls(text)
      .replace(SIGNS, '')
      .replace(QUOTE, toLookalike)
      .replace(MARK, toLookalike)
      .replace(EMOJI_CODE, toLookalike),
  );

/** Slack cuts long text, and half an address is worse than none. */
const LONGEST_ADDRESS = 1_500;

/** A link in mrkdwn. Without a label it shows its address, so that people copy exactly what they read. */
export const linkTo = (address: string, label?: string): string => {
  const escaped = escapeEntities(address);
  return escaped.length > LONGEST_ADDRESS
    ? '_The address is too long to be shown here._'
    : `<${escaped.replaceAll('|', '%7C')}${label === undefined ? '' : `|${label}`}>`;
};

export const linkToPages = (pages: readonly { name: string; address: string }[]): string[] =>
  pages.map(({ name, address }) => linkTo(address, name));

/** Cuts at one of Slack's limits and shows that it did. Never splits a surrogate pair. */
export const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
};

export const plain = (text: string, limit: number = limits.text): PlainTextElement => ({
  type: 'plain_text',
  text: cut(dropControls(text) || '–', limit),
  // Nobody's `:tada:` becomes a picture; Paylink's own words have none.
  emoji: false,
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
export const countRows = (rows: number): string => countOf(rows, 'row');

/** `10,000`. */
export const groupNumber = (number: number): string => GROUPED.format(number);

/** `1 day`, `1,030 days`. */
export const countOf = (number: number, what: string): string =>
  `${groupNumber(number)} ${what}${number === 1 ? '' : 's'}`;

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
