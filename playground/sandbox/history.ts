import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { LinkRequest } from '../../src/payment-service/link-request.ts';
import { createRandom, type Random } from '../random.ts';
import { asAmount } from './fils.ts';
import type { Ledger } from './ledger.ts';
import { CITIES, FIRST_NAMES, LAST_NAMES, SALES } from './made-up-names.ts';
import type { LinkDraft } from './records.ts';
import { formatWallClock, startOfDay } from './wall-clock.ts';

export interface HistoryPlan {
  seed: number;
  now: number;
  timeZone: string;
  days: number;
  linksPerDay: number;
}

export interface PastLink {
  draft: LinkDraft;
  createdAt: number;
  attempts: { at: number; declined: boolean }[];
}

const EXPIRY_DAYS = [30, 30, 30, 14, 7, 3] as const;
const OPENING_HOUR = 8;
const OPEN_MINUTES = 13 * 60;

/**
 * The links of the days before `now` and of today so far, oldest first. Each day draws from a sequence of its
 * own, so tomorrow's demo shows the same past and one day more.
 */
export const buildHistory = ({ seed, now, timeZone, days, linksPerDay }: HistoryPlan): PastLink[] => {
  const past: PastLink[] = [];
  for (let back = days; back >= 0; back -= 1) {
    const midnight = startOfDay(now, timeZone, -back);
    const dayNumber = Math.floor(midnight / millisecondsInDay);
    const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(dayNumber, 0x85ebca6b));
    const count = Math.max(0, linksPerDay + random.whole(-2, 2));
    const moments = Array.from(
      { length: linksPerDay === 0 ? 0 : count },
      () =>
        midnight +
        OPENING_HOUR * millisecondsInHour +
        random.whole(0, OPEN_MINUTES) * millisecondsInMinute +
        random.whole(0, 59_999),
    ).sort((one, other) => one - other);
    moments.forEach((at, index) => {
      const link = buildPastLink(random, at, timeZone, index + 1);
      if (at < now) past.push({ ...link, attempts: link.attempts.filter((attempt) => attempt.at < now) });
    });
  }
  return past;
};

/** Tells the ledger what happened, in the order in which it happened. */
export const playHistory = (past: readonly PastLink[], ledger: Ledger): void => {
  const orderIds = past.map((link) => ledger.create(link.draft, link.createdAt).orderId);
  past
    .flatMap((link, index) =>
      link.attempts.map((attempt) => ({ ...attempt, orderId: orderIds[index] ?? '' })),
    )
    .sort((one, other) => one.at - other.at)
    .forEach(({ orderId, ...attempt }) => {
      ledger.attempt(orderId, attempt);
    });
};

function buildPastLink(random: Random, createdAt: number, timeZone: string, number: number): PastLink {
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  const [notes, cheapest, dearest] = random.pick(SALES);
  const expiresAt = Math.floor(createdAt / 1000) * 1000 + random.pick(EXPIRY_DAYS) * millisecondsInDay;
  const day = formatWallClock(createdAt, timeZone).slice(2, 10).replaceAll('-', '');
  const amountFils = random.whole(cheapest, dearest) * 100 + random.pick([0, 0, 0, 50, 25]);
  const invoiceId = random.chance(0.85) ? `INV-${day}-${String(number).padStart(2, '0')}` : null;
  const request: LinkRequest = {
    FullName: `${firstName} ${lastName}`,
    Email: `${firstName}.${lastName.replace(/[^A-Za-z]/g, '')}@example.com`.toLowerCase(),
    Phone: `+9715${random.pick(['0', '2', '4', '5', '6', '8'])}${random.digits(7)}`,
    invoiceAmount: asAmount(amountFils),
    notes,
    isTermsAndConditionsAccepted: true,
    currency: 'AED',
    expiryOn: formatWallClock(expiresAt, timeZone),
    Is_QR_needed: random.chance(0.5),
    Is_invoice_generated: random.chance(0.5),
    City: random.pick(CITIES),
    Country: 'United Arab Emirates',
    ...(invoiceId !== null && { Invoice_Id: invoiceId }),
  };
  const draft: LinkDraft = { request, amountFils, expiresAt, invoiceId };
  return { draft, createdAt, attempts: buildAttempts(random, createdAt, expiresAt) };
}

/** Two of three are paid, most within the hour; some after a declined card; the rest are left alone. */
function buildAttempts(random: Random, createdAt: number, expiresAt: number): PastLink['attempts'] {
  const delay = random.chance(0.6)
    ? random.whole(1, 60) * millisecondsInMinute
    : random.whole(60, 5 * 24 * 60) * millisecondsInMinute;
  const first = createdAt + delay + random.whole(0, 59_000);
  const second = first + random.whole(1, 30) * millisecondsInMinute;
  const fate = random.next();
  const attempts =
    fate < 0.64
      ? [{ at: first, declined: false }]
      : fate < 0.72
        ? [
            { at: first, declined: true },
            { at: second, declined: false },
          ]
        : fate < 0.8
          ? [{ at: first, declined: true }]
          : [];
  return attempts.filter((attempt) => attempt.at < expiresAt);
}
