import type { Clock } from '../clock.ts';
import {
  type Answer,
  explainPaymentServiceError,
  NotConnectedError,
  PaymentServiceError,
  type PaymentServiceExplanation,
  plainName,
  rankBusinessName,
  readLeaves,
  type ServiceRecord,
  toText,
} from '../payment-service/index.ts';
import { readRecord } from '../payment-service/records.ts';
import { createRecentMap } from '../recent-map.ts';
import type { Services } from './service-of.ts';

const KEPT_MS = 24 * 60 * 60_000;
/** After a failure: retry soon, not tomorrow, but not on every click either. */
const FAILURE_KEPT_MS = 60_000;
/** The user is waiting for a form, and its trigger expires after three seconds. */
const LONGEST_WAIT_MS = 1_500;
const LONGEST_NAME = 100;

/** Simultaneous calls for one workspace share one answer. */
const shareCalls = <Answer>(ask: (teamId: string) => Promise<Answer>) => {
  const underWay = new Map<string, Promise<Answer>>();
  return (teamId: string): Promise<Answer> => {
    const asking = underWay.get(teamId) ?? ask(teamId).finally(() => underWay.delete(teamId));
    underWay.set(teamId, asking);
    return asking;
  };
};

export type BusinessName = ReturnType<typeof createBusinessName>;

export const createBusinessName = ({
  serviceOf,
  clock,
}: {
  serviceOf: Services['entered'];
  clock: Clock;
}) => {
  const known = createRecentMap<{ name: string | null; until: number }>(MOST_KEPT);

  const ask = shareCalls(async (teamId): Promise<string | null> => {
    let name = known.get(teamId)?.name ?? null;
    let keptMs = FAILURE_KEPT_MS;
    try {
      name = readBusinessName(await serviceOf(teamId).businessDetails());
      keptMs = KEPT_MS;
    } catch (error) {
      // Go without a name, or with the last one we knew, rather than keep the user waiting.
      if (!(error instanceof PaymentServiceError)) throw error;
    }
    known.set(teamId, { name, until: clock.now() + keptMs });
    return name;
  });

  return {
    /** The merchant's name from the service's business details; null when the service fails or is too slow. */
    of: async (teamId: string): Promise<string | null> => {
      const kept = known.get(teamId);
      if (kept && clock.now() < kept.until) return kept.name;
      const waited = new AbortController();
      const tooLate = clock.sleep(LONGEST_WAIT_MS, waited.signal).then(() => kept?.name ?? null);
      try {
        return await Promise.race([ask(teamId), tooLate]);
      } finally {
        waited.abort();
      }
    },
  };
};

/** Of an answer with business details. The interface does not show their fields. */
export const readBusinessName = (answer: Answer): string | null => {
  const record = readRecord(answer);
  return record && findBusinessName(record);
};

/** The outermost. A bare `name` counts only in a business, or on the record itself, since an owner has one too. */
const findBusinessName = (record: ServiceRecord): string | null => {
  const named = readLeaves(record).flatMap(({ path, value, sort, subject, isInList }) => {
    const text = toText(value);
    const isBare = plainName(path.at(-1) ?? '') === 'name';
    if (text === null || isInList || (!isBare && sort !== 'business-name')) return [];
    if (!isBare) return [{ text, rank: path.length * RANKS_A_LEVEL + rankBusinessName(path.at(-1) ?? '') }];
    if (path.length === 1) return [{ text, rank: Number.POSITIVE_INFINITY }];
    return subject === 'merchant' ? [{ text, rank: path.length * RANKS_A_LEVEL - 1 }] : [];
  });
  const [first] = named.sort((one, other) => one.rank - other.rank || (one.text < other.text ? -1 : 1));
  return first?.text.slice(0, LONGEST_NAME) ?? null;
};

/** More than there are names in one object. */
const RANKS_A_LEVEL = 20;

/** The state of a workspace's connection to the payment service, as last checked. */
export type ConnectionHealth =
  | { state: 'good'; at: number; businessName: string | null }
  | { state: 'not-connected'; at: number }
  | { state: 'failing'; at: number; failure: Pick<PaymentServiceExplanation, 'what' | 'next' | 'reference'> };

export type ConnectionHealths = ReturnType<typeof createConnectionHealths>;

/** Opening the app's home repeatedly must not call the service each time. */
const FRESH_MS = 60_000;
const MOST_KEPT = 5_000;

export const createConnectionHealths = ({
  serviceOf,
  clock,
}: {
  serviceOf: Services['entered'];
  clock: Pick<Clock, 'now'>;
}) => {
  const kept = createRecentMap<ConnectionHealth>(MOST_KEPT);

  const ask = async (teamId: string): Promise<ConnectionHealth> => {
    try {
      const businessName = readBusinessName(await serviceOf(teamId).businessDetails());
      return { state: 'good', at: clock.now(), businessName };
    } catch (error) {
      if (error instanceof NotConnectedError) return { state: 'not-connected', at: clock.now() };
      if (!(error instanceof PaymentServiceError)) throw error;
      return { state: 'failing', at: clock.now(), failure: explainPaymentServiceError(error) };
    }
  };

  return {
    /** The last result, if recent enough; otherwise null. */
    known: (teamId: string): ConnectionHealth | null => {
      const health = kept.get(teamId);
      return health && clock.now() - health.at < FRESH_MS ? health : null;
    },
    /** Asks the service for the business details. A failure of the service is a result; anything else rejects. */
    check: shareCalls(async (teamId) => {
      const health = await ask(teamId);
      // Checking for credentials costs no call, and an admin who has just entered them wants to see the change.
      if (health.state === 'not-connected') kept.delete(teamId);
      else kept.set(teamId, health);
      return health;
    }),
  };
};
