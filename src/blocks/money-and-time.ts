import { formatFils } from '../payment-service/aed-amount.ts';

/** `AED 1,250.00`, the only way this app writes an amount. */
export const formatAed = (fils: number): string => formatAmount(fils, 'AED');

/** `−USD 65.00`: a sign after the currency is easily missed. */
export const formatAmount = (fils: number, currency: string): string =>
  `${signOf(fils)}${currency} ${groupFils(Math.abs(fils))}`;

const signOf = (fils: number): string => (fils < 0 ? '−' : '');

/** `1,250.00`, for amounts in another currency. */
export const groupFils = (fils: number): string => {
  const [dirhams = '0', decimals = '00'] = formatFils(Math.abs(fils)).split('.');
  return `${signOf(fils)}${dirhams.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

/** Staff read one form of a moment: what Slack writes for it (`today at 2:30 PM`), and `21 Dec 2026 at 2:30 PM` where Slack writes nothing. */
export const formatMoment = (ms: number, timeZone: string): string =>
  `${formatDay(ms, timeZone)} at ${formatTime(ms, timeZone)}`;

/** Slack shows it in the reader's own zone and language; the fallback is in the merchant's. */
export const slackDate = (ms: number, timeZone: string): string =>
  token(ms, '{date_short_pretty} at {time}', `${formatMoment(ms, timeZone)} (${nameZone(timeZone)})`);

/** `Nov 3, 2026`, for a day long past. */
export const slackDay = (ms: number, timeZone: string): string =>
  token(ms, '{date_short}', formatDay(ms, timeZone));

/** `2:30 PM`, where the day is clear. */
export const slackTime = (ms: number, timeZone: string): string =>
  token(ms, '{time}', formatTime(ms, timeZone));

/** `21:00`, from minutes since midnight: what Slack's time picker takes. */
export const formatMinute = (atMinute: number): string =>
  [Math.floor(atMinute / 60), atMinute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** `9:00 PM` for `21:00`, `9:00:05 PM` for `21:00:05`. */
export const sayClock = (clock: string): string => {
  const [hour = '', ...rest] = clock.split(':');
  return `${[Number(hour) % 12 || 12, ...rest].join(':')} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
};

/** `9:00 PM`, from minutes since midnight. */
export const sayMinute = (atMinute: number): string => sayClock(formatMinute(atMinute));

/** `Dubai` for `Asia/Dubai`. */
export const nameZone = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

export const isSameDay = (one: number, other: number, timeZone: string): boolean =>
  formatDay(one, timeZone) === formatDay(other, timeZone);

const token = (ms: number, format: string, fallback: string): string =>
  `<!date^${Math.floor(ms / 1000)}^${format}|${fallback}>`;

const formatDay = (ms: number, timeZone: string): string => formatsOf(timeZone).day.format(ms);

export const formatTime = (ms: number, timeZone: string): string =>
  sayClock(formatsOf(timeZone).time.format(ms));

/** Cached: creating a formatter takes thirty times as long as using it. */
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

/** Shown when the payment service cannot send callbacks. `withinMs`: the time between two checks. */
export const explainNoticing = (withinMs: number): string => {
  const seconds = Math.round(withinMs / 1000);
  const every =
    seconds === 60 ? 'minute' : seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `Paylink checks for payments about every ${every}: it has no public address where the payment service could report them. *Refresh* on a card checks at once.`;
};

/** From 0, as the settings count them. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
