const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** The zone's offset from UTC in milliseconds at this time. */
const offsetAt = (ms: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(ms / 1000) * 1000;
};

/** `yyyy-MM-ddTHH:mm` in this zone, for a `datetime-local` field. */
export const toWallTime = (unixSeconds: number, timeZone: string): string => {
  const ms = unixSeconds * 1000;
  const wall = new Date(ms + offsetAt(ms, timeZone));
  const day = `${pad(wall.getUTCFullYear(), 4)}-${pad(wall.getUTCMonth() + 1)}-${pad(wall.getUTCDate())}`;
  return `${day}T${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}`;
};

/** Unix seconds of a local time in this zone; null if invalid. A time skipped by a clock change moves forward. */
export const fromWallTime = (wall: string, timeZone: string): number | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(wall);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const guess = asUtc - offsetAt(asUtc, timeZone);
  const settled = asUtc - offsetAt(guess, timeZone);
  return Math.round((offsetAt(settled, timeZone) === asUtc - settled ? settled : guess) / 1000);
};
