/** `100.5` or `"100.50"` to 10050, digit by digit. */
export const parseFils = (amount: number | string): number => {
  const [whole = '0', decimals = ''] = String(amount).split('.');
  return Number(`${whole}${decimals.padEnd(2, '0').slice(0, 2)}`);
};

/** 125000 to `1250.00`. */
export const formatFils = (fils: number): string => {
  const digits = BigInt(fils).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** 125000 to the JSON number 1250. */
export const asAmount = (fils: number): number => Number(formatFils(fils));

/** 125000 to `AED 1,250.00`. */
export const formatAed = (fils: number): string =>
  `AED ${formatFils(fils).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** 2.5 %, rounded half up, plus one dirham. */
export const feeOf = (fils: number): number => Number((BigInt(fils) * 25n + 500n) / 1000n) + 100;
