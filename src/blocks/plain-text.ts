import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import { dropControls } from './controls.ts';
import { toLatinDigits } from './text.ts';

/** Masks a part of a text. If a text contains it, it is dropped. */
export const TAKEN = '\uFFFC';

/**
 * Invisible characters, such as the direction marks that WhatsApp and contact lists put around numbers. A workbook can hold
 * the zero character, and PostgreSQL cannot.
 */
export const UNSEEN = '\u0000\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFC';
const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN}]`, 'gu');

/** What a person sees of a text; null: nothing. */
export const dropUnseen = (text: string): string | null => text.replace(UNSEEN_CHARACTER, '').trim() || null;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/u;

/** With line breaks or controls, what a person typed could pass for a line of Paylink's own, such as a state. */
export const toOneLine = (text: string): string =>
  dropControls(text).replace(/[\s\u0085]+/gu, (gap) => (LINE_BREAK.test(gap) ? ' ' : gap));

/** Latin digits and English separators. Every character keeps its position. */
export const toPlainText = (text: string): string =>
  toLatinDigits(text)
    .replace(UNSEEN_CHARACTER, ' ')
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replaceAll('\u060C', ',')
    .replaceAll('\u061B', ';');

/** A part of a text: from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** The text with every character of the spans replaced by {@link TAKEN}. */
export const maskSpans = (text: string, spans: readonly Span[]): string => {
  let masked = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue;
    masked += text.slice(at, start) + TAKEN.repeat(end - start);
    at = end;
  }
  return masked + text.slice(at);
};

/** Where a global pattern matches. */
export const findSpans = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));

/** Letters that Unicode does not decompose into plain ones. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  þ: 'th',
  Þ: 'Th',
};
const DASHES = /\s?[-\u2010-\u2015\u2212]+\s?/gu;
/** The payment service accepts only the plain space. */
const OTHER_SPACES = /[^\S ]/gu;
const APOSTROPHES = /[\u2018\u2019\u02B9-\u02BF\u0060\u00B4\u2032]/gu;

/**
 * A name in the letters that the payment service accepts: `José Al-Maktoum` becomes `Jose Al Maktoum`. Letters without
 * an equivalent stay, so that the form can name them in its error.
 */
export const toLatinName = (typed: string): string =>
  [...typed.normalize('NFC').replace(APOSTROPHES, "'").replace(DASHES, ' ').replace(OTHER_SPACES, ' ')]
    .map(toPlainLetter)
    .join('');

function toPlainLetter(letter: string): string {
  if (/\p{ASCII}/u.test(letter)) return letter;
  const plain = PLAIN_LETTERS[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[a-zA-Z]+$/.test(plain) ? plain : letter;
}

/** How a typed name is sent, if differently; null: sent as typed, or not sendable. */
export const sentAs = (typed: string | null): string | null => {
  if (typed === null) return null;
  const latin = toLatinName(typed.trim());
  return latin !== typed.trim() && LINK_REQUEST_RULES.FullName.pattern.test(latin) ? latin : null;
};
