import type { Clock } from '../clock.ts';
import { type Answer, PaymentServiceError } from '../payment-service/index.ts';
import { findField, type JsonObject, toText } from '../payment-service/read-field.ts';
import { readRecord } from '../payment-service/records.ts';
import { createRecentMap } from '../recent-map.ts';
import type { ServiceOf } from './service-of.ts';

const KEPT_MS = 24 * 60 * 60_000;
/** After a failure: retry soon, not tomorrow, but not on every click either. */
const FAILURE_KEPT_MS = 60_000;
/** The user is waiting for a form, and its trigger expires after three seconds. */
const LONGEST_WAIT_MS = 1_500;
const LONGEST_NAME = 100;
const MOST_KEPT = 5_000;

const NAMES = [
  'businessName',
  'merchantName',
  'tradeName',
  'tradingName',
  'brandName',
  'companyName',
  'displayName',
  'legalName',
  'business.name',
  'merchant.name',
  'company.name',
];

export interface BusinessName {
  /** The merchant's name from the service's business details; null when the service fails or is too slow. */
  of(teamId: string): Promise<string | null>;
}

export const createBusinessName = ({
  serviceOf,
  clock,
}: {
  serviceOf: ServiceOf;
  clock: Clock;
}): BusinessName => {
  const known = createRecentMap<{ name: string | null; until: number }>(MOST_KEPT);
  const underWay = new Map<string, Promise<string | null>>();

  const ask = async (teamId: string): Promise<string | null> => {
    let name = known.get(teamId)?.name ?? null;
    let keptMs = FAILURE_KEPT_MS;
    try {
      name = readBusinessName(await serviceOf(teamId).businessDetails());
      keptMs = KEPT_MS;
    } catch (error) {
      // Go without a name, or with the last one we knew, rather than keep the user waiting.
      if (!(error instanceof PaymentServiceError)) throw error;
    } finally {
      underWay.delete(teamId);
    }
    known.set(teamId, { name, until: clock.now() + keptMs });
    return name;
  };

  return {
    of: async (teamId) => {
      const kept = known.get(teamId);
      if (kept && clock.now() < kept.until) return kept.name;
      const asked = underWay.get(teamId) ?? ask(teamId);
      underWay.set(teamId, asked);
      const waited = new AbortController();
      const tooLate = clock.sleep(LONGEST_WAIT_MS, waited.signal).then(() => kept?.name ?? null);
      try {
        return await Promise.race([asked, tooLate]);
      } finally {
        waited.abort();
      }
    },
  };
};

/** Tries the likely field names. A bare `name` counts only on the record itself, since an owner has one too. */
export const readBusinessName = (answer: Answer): string | null => {
  const fields = readRecord(answer)?.fields;
  if (!fields) return null;
  return toText(find(fields, NAMES) ?? find(fields, ['name'], 0))?.slice(0, LONGEST_NAME) ?? null;
};

const find = (fields: JsonObject, names: readonly string[], depth?: number): unknown =>
  findField(fields, names, (value) => toText(value) !== null, depth);
