/** The zeros of Arabic, Persian and Urdu, Hindi, and full-width digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];

/** `٢٥٠` as `250`, of the same length. */
export const toLatinDigits = (text: string): string =>
  text.replace(/\P{ASCII}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Stands for a piece that was taken out of a text. A text that comes with it loses it. */
export const TAKEN = '\uFFFC';

/** Marks of direction, which WhatsApp and contact lists put around numbers, and other characters that nobody sees. */
export const UNSEEN = '\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFC';
const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN}]`, 'gu');

/** Latin digits, and separators as English has them. Every character keeps its place. */
export const toPlainText = (text: string): string =>
  toLatinDigits(text)
    .replace(UNSEEN_CHARACTER, ' ')
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replaceAll('\u060C', ',')
    .replaceAll('\u061B', ';');

/** A part of a text, by the places of its first character and of the one after its last. */
export interface Span {
  start: number;
  end: number;
}

/** The same text with {@link TAKEN} in the place of each character of the spans. */
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
