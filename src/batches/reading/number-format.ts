import { isDirham } from '../../blocks/read-amount.ts';

/** In characters; Excel's own limit. */
const LONGEST_FORMAT = 255;
const UNKNOWN = '[?]';
/** More than any amount has; `Intl` takes some more. */
const MOST_DECIMALS = 16;

/** How a cell shows its value. */
export interface NumberFormat {
  /** `#,##0.00 "AED"`; null: one of Excel's that show no plain number. */
  code: string | null;
  isDate: boolean;
  /** Its numbers look like money: two decimals, thousands, a currency. */
  isMoney: boolean;
}

/**
 * Excel's own formats (ECMA-376, 18.8.30). 42 and 44 show the currency of the computer, so a workbook that means another
 * one has a code of its own for them; 5 to 8 show dollars.
 */
const BUILT_IN: Record<number, string> = {
  ...{ 0: 'General', 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%' },
  ...{ 5: '$#,##0', 6: '$#,##0', 7: '$#,##0.00', 8: '$#,##0.00', 49: '@' },
  ...{ 37: '#,##0 ', 38: '#,##0 ', 39: '#,##0.00 ', 40: '#,##0.00 ' },
  ...{ 41: '_(* #,##0_)', 42: '_(* #,##0_)', 43: '_(* #,##0.00_)', 44: '_(* #,##0.00_)' },
};

/** Excel's own date formats: 14 to 17, 22, and those of East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** `own`: the workbook's own format; null: it names one of Excel's. */
export const readNumberFormat = (id: number, own: string | null): NumberFormat => {
  const code = own ?? BUILT_IN[id] ?? null;
  if (code === null) return { code, isDate: isBuiltInDate(id), isMoney: false };
  if (code.length > LONGEST_FORMAT) return { code: UNKNOWN, isDate: false, isMoney: false };
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  const literals = [...code.matchAll(/"([^"]*)"|\[\$([^\]-]+)/g)].map(([, quoted, tag]) => quoted ?? tag);
  return {
    code,
    isDate: /[dy]/i.test(bare) && !/general/i.test(bare),
    isMoney: /[#0],[#0]|[#0]\.00(?![#0?])/.test(bare) || literals.some((text) => isDirham(text ?? '')),
  };
};

/** What a format shows, in turn: literals and spaces `l`, the value as it is `v`, or a sign for its digits. */
interface Token {
  kind: string;
  text: string;
}

/** A condition, an exponent, a fraction, letters of dates, an unclosed quote, and white on white are none of these. */
const TOKEN =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|(?<padding>_.)|\*(?<repeated>.)|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[(?:black|blue|cyan|green|magenta|red|yellow|colou?r ?\d+)\]|(?<value>General|@)|(?<sign>[0#?.,%;])|(?<bare>\/(?![\d#?])|[^A-Za-z"\\[\]_*/])/iuy;

/** The sections of a format; null: it has something that Paylink does not know. */
function readSections(code: string): Token[][] | null {
  const sections: Token[][] = [[]];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < code.length) {
    const { groups } = TOKEN.exec(code) ?? {};
    if (groups === undefined) return null;
    const { quoted, escaped, padding, repeated, currency, value, sign, bare } = groups;
    const text = quoted ?? escaped ?? repeated ?? currency ?? bare ?? (padding && ' ') ?? '';
    if (sign === ';') sections.push([]);
    else sections.at(-1)?.push(sign ? { kind: sign, text: sign } : { kind: value ? 'v' : 'l', text });
  }
  return sections.length > 4 ? null : sections;
}

/** Whether a text in this format is seen as it is, as in all of Excel's own. */
export const showsText = ({ code }: NumberFormat): boolean =>
  code === null || code === '@' || !/[;@?]/.test(code);

/** What a person sees of a text; null: Paylink can't tell. */
export const showText = (text: string, { code }: NumberFormat): string | null => {
  if (code === null) return text;
  const sections = readSections(code);
  const last = sections?.at(-1);
  if (sections === null || last === undefined) return null;
  if (sections.length < 4 && !last.some(({ kind }) => kind === 'v')) return text;
  return last.map((token) => (token.kind === 'l' ? token.text : text)).join('');
};

/** Digits with literals before and behind, as `l0.00l`; none between them. */
const AROUND_DIGITS = /^([l%]*)(?:(v)|([#0?][#0?,]*)?(\.[#0?]*)?(,*))([l%]*)$/;

/** What a person sees of a number above zero, a decimal text; null: Paylink can't tell. */
export const showNumber = (decimal: string, { code }: NumberFormat): string | null => {
  const section = (code === null ? null : readSections(code))?.[0];
  if (section === undefined) return null;
  const found = AROUND_DIGITS.exec(section.map(({ kind }) => kind).join(''));
  if (found === null) return null;
  const [kinds, before = '', value, whole = '', part = '', commas = '', after = ''] = found;
  const literals = (from: number, length: number): string =>
    section
      .slice(from, from + length)
      .map(({ text }) => text)
      .join('');
  const thousands = commas.length + (/,*$/.exec(whole)?.[0].length ?? 0);
  const scale = 2 * (kinds.split('%').length - 1) - 3 * thousands;
  const count = (text: string, digits: RegExp): number => text.replace(digits, '').length;
  if (part.length > MOST_DECIMALS || whole.length > MOST_DECIMALS) return null;
  // Of a text, it rounds the exact decimal, half up, as spreadsheets do.
  const digits = new Intl.NumberFormat('en-US', {
    minimumIntegerDigits: Math.max(1, count(whole, /[^0]/g)),
    minimumFractionDigits: count(part, /[^0]/g),
    maximumFractionDigits: count(part, /[^0#?]/g),
    useGrouping: /,[#0?]/.test(whole),
  }).format(`${decimal}e${scale}` as Intl.StringNumericLiteral);
  const number = value === undefined ? (whole + part === '' ? '' : digits) : decimal;
  return `${literals(0, before.length)}${number}${literals(kinds.length - after.length, after.length)}`;
};
