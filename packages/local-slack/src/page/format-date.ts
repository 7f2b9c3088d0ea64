const LOCALE = 'en-US';

const ordinal = (day: number): string => {
  const tens = day % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
};

const parts = (ms: number, timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const found = new Intl.DateTimeFormat(LOCALE, { timeZone, ...options }).formatToParts(ms);
  return (type: string): string => found.find((one) => one.type === type)?.value ?? '';
};

/** Calendar days between two times in the zone. */
const daysBetween = (from: number, to: number, timeZone: string): number => {
  const day = (ms: number): number => {
    const part = parts(ms, timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' });
    return Date.UTC(Number(part('year')), Number(part('month')) - 1, Number(part('day')));
  };
  return Math.round((day(to) - day(from)) / 86_400_000);
};

const relativeDay = (ms: number, now: number, timeZone: string): string | null => {
  const days = daysBetween(now, ms, timeZone);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : null;
};

const formatLong = (ms: number, timeZone: string, withWeekday: boolean): string => {
  const part = parts(ms, timeZone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  const date = `${part('month')} ${ordinal(Number(part('day')))}, ${part('year')}`;
  return withWeekday ? `${part('weekday')}, ${date}` : date;
};

const formatShort = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, month: 'short', day: 'numeric', year: 'numeric' }).format(ms);

export const formatTime = (ms: number, timeZone: string, seconds = false): string =>
  new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' as const } : {}),
  })
    .format(ms)
    .replaceAll('\u202f', ' ');

const formatNumeric = (ms: number, timeZone: string): string => {
  const part = parts(ms, timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${part('year')}-${part('month')}-${part('day')}`;
};

export const formatAgo = (ms: number, now: number): string => {
  const seconds = Math.round((ms - now) / 1000);
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ];
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
};

/** `Today`, `Yesterday` or `Saturday, November 21st`, between the days of a conversation. */
export const formatDay = (ms: number, now: number, timeZone: string): string => {
  const near = relativeDay(ms, now, timeZone);
  if (near) return near.charAt(0).toUpperCase() + near.slice(1);
  const text = formatLong(ms, timeZone, true);
  return text.endsWith(`, ${new Date(now).getUTCFullYear()}`) ? text.replace(/, \d+$/, '') : text;
};

/** Fills the tokens of Slack's date format for a time zone. */
export const formatDateTokens = (
  format: string,
  unixSeconds: number,
  { timeZone, now }: { timeZone: string; now: number },
): string => {
  const ms = unixSeconds * 1000;
  const pretty = (text: string): string => relativeDay(ms, now, timeZone) ?? text;
  const write: Record<string, () => string> = {
    date_num: () => formatNumeric(ms, timeZone),
    date: () => formatLong(ms, timeZone, false),
    date_short: () => formatShort(ms, timeZone),
    date_long: () => formatLong(ms, timeZone, true),
    date_pretty: () => pretty(formatLong(ms, timeZone, false)),
    date_short_pretty: () => pretty(formatShort(ms, timeZone)),
    date_long_pretty: () => pretty(formatLong(ms, timeZone, true)),
    time: () => formatTime(ms, timeZone),
    time_secs: () => formatTime(ms, timeZone, true),
    ago: () => formatAgo(ms, now),
  };
  return format.replace(/\{([a-z_]+)\}/g, (token, name: string) => {
    const writer = Object.hasOwn(write, name) ? write[name] : undefined;
    return writer?.() ?? token;
  });
};
