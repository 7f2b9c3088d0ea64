/** Whether Slack's own fields take this for an e-mail address; they look at its form only. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export const looksLikeUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const form = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** A plain decimal number as text; without `decimals`, a whole one. */
export const isDecimal = (text: string, decimals: boolean): boolean => {
  const found = form.exec(text);
  return found !== null && (decimals || found[3] === undefined);
};

const split = (text: string): { whole: bigint; places: number } => {
  const [, sign = '', digits = '0', rest = ''] = form.exec(text) ?? [];
  return { whole: BigInt(`${sign === '-' ? '-' : ''}${digits}${rest}`), places: rest.length };
};

/** Below, equal or above zero, as `one` is below, equal to or above `other`; exact at any length. */
export const compareDecimals = (one: string, other: string): number => {
  const left = split(one);
  const right = split(other);
  const places = Math.max(left.places, right.places);
  const difference =
    left.whole * 10n ** BigInt(places - left.places) - right.whole * 10n ** BigInt(places - right.places);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};
