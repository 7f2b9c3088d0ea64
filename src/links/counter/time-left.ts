const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `3 days left`, `5 hours left`, `12 minutes left`: never more than is left. */
export const describeTimeLeft = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days left`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours left`;
  if (ms >= 2 * MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} minutes left`;
  return ms >= MINUTE_MS ? '1 minute left' : 'less than a minute left';
};
