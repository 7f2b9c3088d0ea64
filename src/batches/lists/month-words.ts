/** January first; a short one stands alone, or before a point. */
const ENGLISH = [
  ['January', 'Jan'],
  ['February', 'Feb'],
  ['March', 'Mar'],
  ['April', 'Apr'],
  ['May', 'May'],
  ['June', 'Jun'],
  ['July', 'Jul'],
  ['August', 'Aug'],
  ['September', 'Sep'],
  ['October', 'Oct'],
  ['November', 'Nov'],
  ['December', 'Dec'],
] as const;

const ARABIC = [
  'يناير',
  'فبراير',
  'مارس',
  'أبريل',
  'مايو',
  'يونيو',
  'يوليو',
  'أغسطس',
  'سبتمبر',
  'أكتوبر',
  'نوفمبر',
  'ديسمبر',
] as const;

/** A month of a year; 1 is January. */
interface Month {
  year: number;
  month: number;
}

const NAMES = ENGLISH.flatMap((forms) => [...forms]).join('|');
const MARK = new RegExp(
  `(?<![\\p{L}\\d])(?:${NAMES}|Sept|${ARABIC.join('|')})(?!\\p{L})|(?<!\\d)\\d{1,2}/20\\d{2}(?!\\d)|(?<!\\d)20\\d{2}[-/]\\d{2}(?!\\d)`,
  'iu',
);

/** Whether a description says of which month it is, so that it may be wrong of the next: `June fees`, `06/2026`. */
export const namesMonth = (text: string): boolean => MARK.test(text);

/** What it would say of another month: `July fees` for `June fees`. What names another month than `from` stays. */
export const moveMonth = (text: string, from: Month, to: Month): string => {
  let moved = text;
  const names = (at: number) => [...(ENGLISH[at - 1] ?? []), ARABIC[at - 1] ?? ''];
  const next = names(to.month);
  for (const [place, name] of names(from.month).entries())
    moved = moved.replace(alone(name), (found) => dress(next[place] ?? found, found));
  moved = moved.replace(
    new RegExp(`(?<!\\d)(0?)${from.month}/${from.year}(?!\\d)`, 'gu'),
    (_, zero: string) => `${pad(to.month, zero === '' && from.month < 10 ? 1 : 2)}/${to.year}`,
  );
  moved = moved.replace(
    new RegExp(`(?<!\\d)${from.year}([-/])${pad(from.month, 2)}(?!\\d)`, 'gu'),
    (_, mark: string) => `${to.year}${mark}${pad(to.month, 2)}`,
  );
  return moved === text
    ? text
    : moved.replace(new RegExp(`(?<!\\d)${from.year}(?!\\d)`, 'gu'), String(to.year));
};

/** Not as a part of another word. */
const alone = (name: string): RegExp => new RegExp(`(?<![\\p{L}\\d])${name}(?!\\p{L})`, 'giu');

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** In the letters of the one that stood there. */
function dress(name: string, found: string): string {
  if (found === found.toUpperCase() && found !== found.toLowerCase()) return name.toUpperCase();
  return found === found.toLowerCase() ? name.toLowerCase() : name;
}
