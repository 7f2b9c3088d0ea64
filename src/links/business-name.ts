import type { Clock } from '../clock.ts';
import type { Answer, PaymentServiceClient } from '../payment-service/index.ts';
import { findField, type JsonObject, toText } from '../payment-service/read-field.ts';
import { readRecord } from '../payment-service/records.ts';

const KEPT_MS = 24 * 60 * 60_000;
/** A service that is down for a moment must not cost the name for a day, nor be asked at every press. */
const FAILURE_KEPT_MS = 60_000;
/** A person waits for this with a trigger that lives three seconds. */
const LONGEST_WAIT_MS = 1_500;
const LONGEST_NAME = 100;

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
  /** The merchant's name by the service's business details; null when it is not known in time. Never rejects. */
  get(): Promise<string | null>;
}

export const createBusinessName = ({
  service,
  clock,
}: {
  service: Pick<PaymentServiceClient, 'businessDetails'>;
  clock: Clock;
}): BusinessName => {
  let known: { name: string | null; until: number } | null = null;
  let underWay: Promise<string | null> | null = null;

  const ask = async (): Promise<string | null> => {
    try {
      const name = readBusinessName(await service.businessDetails());
      known = { name, until: clock.now() + KEPT_MS };
    } catch {
      // The message goes without a name, or with the one known before: no reason to keep a person waiting.
      known = { name: known?.name ?? null, until: clock.now() + FAILURE_KEPT_MS };
    } finally {
      underWay = null;
    }
    return known.name;
  };

  return {
    get: async () => {
      if (known && clock.now() < known.until) return known.name;
      underWay ??= ask();
      const waited = new AbortController();
      const tooLate = clock.sleep(LONGEST_WAIT_MS, waited.signal).then(() => known?.name ?? null);
      try {
        return await Promise.race([underWay, tooLate]);
      } finally {
        waited.abort();
      }
    },
  };
};

/** Whatever the service calls it; a bare `name` counts only on the record itself, since an owner has one too. */
export const readBusinessName = (answer: Answer): string | null => {
  const fields = readRecord(answer)?.fields;
  if (!fields) return null;
  return toText(find(fields, NAMES) ?? find(fields, ['name'], 0))?.slice(0, LONGEST_NAME) ?? null;
};

const find = (fields: JsonObject, names: readonly string[], depth?: number): unknown =>
  findField(fields, names, (value) => toText(value) !== null, depth);
