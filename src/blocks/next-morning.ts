import { zoneOffsetMs } from '../payment-service/local-date-time.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The start of the working day. */
const MORNING_MS = 9 * 60 * 60_000;

/** The next morning in the merchant's zone. `day` numbers it. */
export const nextMorning = (at: number, timeZone: string): { day: number; dueAt: number } => {
  const offset = zoneOffsetMs(at, timeZone);
  const day = Math.floor((at + offset - MORNING_MS) / DAY_MS) + 1;
  return { day, dueAt: day * DAY_MS + MORNING_MS - offset };
};
