/** The same customer and amount within this time looks like a mistake. */
export const DOUBLE_WITHIN_MS = 24 * 60 * 60_000;
