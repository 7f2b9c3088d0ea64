import { isDirham } from '../../blocks/read-amount.ts';

/** In characters; Excel's own limit. */
const LONGEST_FORMAT = 255;
const UNKNOWN = '[?]';

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

/** One thing that a format shows. `literal`: itself; `whole`: the value without a format. */
type Token = { kind: '0' | '#' | '?' | '.' | ',' | '%' | ';' | 'whole' } | { kind: 'literal'; text: string };

/** A condition, an exponent, a fraction, letters of dates, an unclosed quote, and white on white are none of these. */
const TOKEN =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|(?<padding>_.)|\*(?<repeated>.)|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[(?<colour>black|blue|cyan|green|magenta|red|yellow|colou?r ?\d+)\]|(?<whole>General|@)|(?<sign>[0#?.,%;])|(?<bare>\/(?![\d#?])|[^A-Za-z"\\[\]_*/])/iuy;

/** The sections of a format; null: it has something that Paylink does not know. */
function readSections(code: string): Token[][] | null {
  const sections: Token[][] = [[]];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < code.length) {
    const { groups } = TOKEN.exec(code) ?? {};
    if (groups === undefined) return null;
    const { quoted, escaped, padding, repeated, currency, whole, sign, bare } = groups;
    const text = quoted ?? escaped ?? repeated ?? currency ?? bare ?? (padding && ' ');
    if (sign === ';') sections.push([]);
    else if (text !== undefined) sections.at(-1)?.push({ kind: 'literal', text });
    else if (sign !== undefined) sections.at(-1)?.push({ kind: sign as '0' });
    else if (whole !== undefined) sections.at(-1)?.push({ kind: 'whole' });
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
  if (sections === null) return null;
  const last = sections.at(-1) ?? [];
  if (sections.length < 4 && !last.some(({ kind }) => kind === 'whole')) return text;
  return last.map((token) => (token.kind === 'literal' ? token.text : text)).join('');
};

/** What a person sees of a number above zero, a decimal text; null: Paylink can't tell. */
export const showNumber = (decimal: string, { code }: NumberFormat): string | null => {
  const [section] = (code === null ? null : readSections(code)) ?? [];
  if (section === undefined) return null;
  const isDigit = ({ kind }: Token) => kind === '0' || kind === '#' || kind === '?';
  const point = section.findIndex(({ kind }) => kind === '.');
  const end = point === -1 ? section.length : point;
  const firstDigit = section.findIndex(isDigit);
  const lastWhole = section.slice(0, end).findLastIndex(isDigit);
  const places = section.slice(end).filter(isDigit).length;
  const isGrouping = (at: number) => at > firstDigit && at < lastWhole;
  const commas = section.flatMap(({ kind }, at) => (kind === ',' && at > firstDigit ? [at] : []));
  const isGrouped = commas.some(isGrouping);
  const thousands = commas.filter((at) => !isGrouping(at)).length;
  const hundreds = section.filter(({ kind }) => kind === '%').length;
  const digits = moveAndRound(decimal, 2 * hundreds - 3 * thousands, places);
  const whole = digits.slice(0, digits.length - places).replace(/^0+/, '');
  const part = digits.slice(digits.length - places).replace(/0+$/, '');
  /** The digit of the whole at a place from its right, with the comma after it. */
  const at = (place: number, pad: string): string => {
    const digit = whole[whole.length - 1 - place] ?? pad;
    return isGrouped && digit !== '' && place > 0 && place % 3 === 0 ? `${digit},` : digit;
  };
  const ahead = (from: number): string =>
    Array.from({ length: Math.max(0, whole.length - from) }, (_, n) => at(whole.length - 1 - n, '')).join('');
  const PADS: Partial<Record<Token['kind'], string>> = { '0': '0', '?': ' ' };
  let left = section.slice(0, end).filter(isDigit).length;
  let isFirst = true;
  let shown = 0;
  return section
    .map((token, index) => {
      if (token.kind === 'literal') return token.text;
      if (token.kind === 'whole') return decimal;
      if (token.kind === ',') return index < firstDigit || firstDigit === -1 ? ',' : '';
      if (token.kind === '.' && index === point) return left === 0 && isFirst ? `${ahead(0)}.` : '.';
      if (!isDigit(token)) return token.kind;
      const pad = PADS[token.kind] ?? '';
      if (index > end) return part[shown++] ?? pad;
      left -= 1;
      const text = `${isFirst ? ahead(left + 1) : ''}${at(left, pad)}`;
      isFirst = false;
      return text;
    })
    .join('');
};

/** The digits of a decimal moved by some places and rounded, half up: the last `places` of them are decimals. */
function moveAndRound(decimal: string, move: number, places: number): string {
  const [whole = '', part = ''] = decimal.split('.');
  const digits = BigInt(whole + part);
  const by = places + move - part.length;
  const unit = 10n ** BigInt(Math.abs(by));
  const rounded = by >= 0 ? digits * unit : (digits + unit / 2n) / unit;
  return String(rounded).padStart(places + 1, '0');
}
