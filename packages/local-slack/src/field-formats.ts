/** Whether Slack's e-mail field accepts this; it checks only the format. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export const looksLikeUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const form = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** A plain decimal number, or without `decimals` an integer. */
export const isDecimal = (text: string, decimals: boolean): boolean => {
  const found = form.exec(text);
  return found !== null && (decimals || found[3] === undefined);
};

const split = (text: string): { whole: bigint; places: number } => {
  const [, sign = '', digits = '0', rest = ''] = form.exec(text) ?? [];
  return { whole: BigInt(`${sign === '-' ? '-' : ''}${digits}${rest}`), places: rest.length };
};

/** Compares exactly at any length: negative, zero or positive. */
export const compareDecimals = (one: string, other: string): number => {
  const left = split(one);
  const right = split(other);
  const places = Math.max(left.places, right.places);
  const difference =
    left.whole * 10n ** BigInt(places - left.places) - right.whole * 10n ** BigInt(places - right.places);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};
