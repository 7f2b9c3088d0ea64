const GROUPED = new Intl.NumberFormat('en-GB');

/** `10,000 rows`, `1 row`. */
export const countRows = (rows: number): string => `${GROUPED.format(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** `10,000`. */
export const groupNumber = (number: number): string => GROUPED.format(number);
