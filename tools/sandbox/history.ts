import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { createRandom, type Random } from '../../packages/local-slack/src/random.ts';
import type { LinkRequest } from '../../src/payment-service/link-request.ts';

import { asAmount } from './fils.ts';
import type { Ledger } from './ledger.ts';
import type { LinkDraft, SandboxLink } from './records.ts';
import type { LinkSeed } from './sandbox-api.ts';
import { formatWallClock, startOfDay } from './wall-clock.ts';

const list = (words: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = words.split(/,\s+/);
  return [first, ...others];
};

const FIRST_NAMES =
  list(`Aisha, Ahmed, Fatima, Omar, Mariam, Khalid, Layla, Yousef, Noura, Hamdan, Sara, Rashid, Priya,
  Arjun, Anjali, Rohan, Maria, Jose, Grace, James, Emma, Oliver, Elena, Dmitri`);
const LAST_NAMES =
  list(`Al Mansoori, Al Suwaidi, Al Hashimi, Al Zaabi, Khan, Haddad, Nasser, Farouk, Sharma, Menon, Nair,
  Patel, Santos, Reyes, Cruz, Bennett, O'Connor, Petrova, Rossi, Fernandes`);
const CITIES = list(`Dubai, Dubai, Abu Dhabi, Sharjah, Ajman, Ras Al Khaimah, Fujairah`);

/** What is sold, with its usual price range in whole dirhams. */
const SALES: readonly [readonly [string, number, number], ...(readonly [string, number, number])[]] = [
  ['Deposit for villa viewing', 500, 2500],
  ['Apartment rent, monthly', 4200, 12500],
  ['AC maintenance visit', 180, 650],
  ['Deep cleaning, two bedrooms', 350, 900],
  ['Desert safari for four', 760, 1400],
  ['Dhow dinner cruise', 220, 880],
  ['Arabic lessons, ten sessions', 1200, 1800],
  ['School transport, term fee', 1500, 3200],
  ['Wedding cake deposit', 300, 1500],
  ['Abaya tailoring', 250, 1100],
  ['Car service and detailing', 400, 1950],
  ['Photography session', 600, 2400],
  ['Website design, first half', 2500, 9000],
  ['Trade licence renewal fee', 1100, 5600],
  ['Gym membership, three months', 750, 1600],
  ['Custom furniture order', 900, 7800],
  ['Flower delivery', 120, 480],
  ['Dental check and cleaning', 300, 850],
];

interface HistoryPlan {
  seed: number;
  now: number;
  timeZone: string;
  days: number;
  linksPerDay: number;
}

interface PastLink {
  draft: LinkDraft;
  createdAt: number;
  attempts: { at: number; declined: boolean }[];
}

const EXPIRY_DAYS = [30, 30, 30, 14, 7, 3] as const;
const OPENING_HOUR = 8;
const OPEN_MINUTES = 13 * 60;

/**
 * The links of the days before `now` and of today so far, oldest first. Each day has its own random sequence, so
 * tomorrow's demo shows the same past plus one day.
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

/** Replays the history into the ledger in order. */
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

/** Two of three are paid, most within the hour, some after a declined card; the rest stay unpaid. */
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

interface SeedOptions {
  ledger: Ledger;
  now: () => number;
  timeZone: string;
}

/** Creates links without API calls, some of them paid, without callbacks. */
export const createLinkSeeder =
  ({ ledger, now, timeZone }: SeedOptions) =>
  (count: number, each: (index: number) => LinkSeed = () => ({})): SandboxLink[] =>
    Array.from({ length: count }, (_, index) => {
      const seed = each(index);
      const createdAt = seed.createdAt ?? now();
      const expiresAt = seed.expiresAt ?? createdAt + 30 * millisecondsInDay;
      const amountFils = seed.amountFils ?? 10_000;
      const invoiceId =
        seed.invoiceId === undefined ? `SEED-${String(index + 1).padStart(6, '0')}` : seed.invoiceId;
      const link = ledger.create(
        {
          amountFils,
          expiresAt,
          invoiceId,
          request: {
            FullName: 'Sample Customer',
            Email: 'customer@example.com',
            Phone: '+971500000000',
            invoiceAmount: asAmount(amountFils),
            notes: `Sample link ${index + 1}`,
            isTermsAndConditionsAccepted: true,
            expiryOn: formatWallClock(expiresAt, timeZone),
            Is_QR_needed: false,
            Is_invoice_generated: false,
            ...(invoiceId !== null && { Invoice_Id: invoiceId }),
            ...(seed.callbackUrl !== undefined && { callback_url: seed.callbackUrl }),
          },
        },
        createdAt,
      );
      if (seed.paidAt !== undefined) {
        ledger.attempt(link.orderId, {
          at: seed.paidAt,
          declined: seed.declined ?? false,
          amountFils: seed.paidFils,
        });
      }
      return ledger.link(link.orderId) ?? link;
    });
