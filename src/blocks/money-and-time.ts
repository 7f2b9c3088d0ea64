import { formatFils } from '../payment-service/aed-amount.ts';

/** `AED 1,250.00`, the only way this app writes an amount. */
export const formatAed = (fils: number): string => `AED ${groupFils(fils)}`;

/** `1,250.00`, for amounts that carry another currency's name. */
export const groupFils = (fils: number): string => {
  const [dirhams = '0', decimals = '00'] = formatFils(fils).split('.');
  return `${dirhams.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

/** `21 Dec 2026, 14:30 (Dubai)`: the merchant's own day, whatever the reader's zone. */
export const formatInstant = (ms: number, timeZone: string): string =>
  `${formatDay(ms, timeZone)}, ${formatTime(ms, timeZone)} (${nameZone(timeZone)})`;

/** Slack shows it in the reader's own zone and language; the fallback carries the merchant's. */
export const slackDate = (ms: number, timeZone: string): string =>
  token(ms, '{date_short_pretty} at {time}', formatInstant(ms, timeZone));

/** Only `Nov 3, 2026`, for what has long been. */
export const slackDay = (ms: number, timeZone: string): string =>
  token(ms, '{date_short}', formatDay(ms, timeZone));

/** Only `14:30`, next to a moment on the same day. */
export const slackTime = (ms: number, timeZone: string): string =>
  token(ms, '{time}', formatTime(ms, timeZone));

/** `21:00`, from minutes since midnight: what Slack's time picker takes. */
export const formatMinute = (atMinute: number): string =>
  [Math.floor(atMinute / 60), atMinute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** `Dubai`, of `Asia/Dubai`. */
export const nameZone = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

export const isSameDay = (one: number, other: number, timeZone: string): boolean =>
  formatDay(one, timeZone) === formatDay(other, timeZone);

const token = (ms: number, format: string, fallback: string): string =>
  `<!date^${Math.floor(ms / 1000)}^${format}|${fallback}>`;

const formatDay = (ms: number, timeZone: string): string => formatsOf(timeZone).day.format(ms);

const formatTime = (ms: number, timeZone: string): string => formatsOf(timeZone).time.format(ms);

/** Kept: to make one takes thirty times as long as to use it, and a workspace has one zone. */
const FORMATS = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();

function formatsOf(timeZone: string) {
  const known = FORMATS.get(timeZone);
  if (known) return known;
  const formats = {
    day: new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hour12: false }),
  };
  FORMATS.set(timeZone, formats);
  return formats;
}
