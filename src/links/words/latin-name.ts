import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';

/** Letters that no decomposition leads back to plain ones. */
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
/** The only space that the payment service takes is the plain one. */
const OTHER_SPACES = /[^\S ]/gu;
const APOSTROPHES = /[\u2018\u2019\u02B9-\u02BF\u0060\u00B4\u2032]/gu;

/**
 * A name in the letters that the payment service takes, where each of its characters has such a letter: `José
 * Al-Maktoum` is `Jose Al Maktoum`. What has none stays, for the form to name it.
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

/** What is sent for a name, where that is not what was typed; null: it is, or cannot be sent. */
export const sentAs = (typed: string | null): string | null => {
  if (typed === null) return null;
  const latin = toLatinName(typed.trim());
  return latin !== typed.trim() && LINK_REQUEST_RULES.FullName.pattern.test(latin) ? latin : null;
};
