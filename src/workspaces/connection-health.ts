import type { Clock } from '../clock.ts';
import {
  type Answer,
  explainPaymentServiceError,
  NotConnectedError,
  PaymentServiceError,
  type PaymentServiceExplanation,
} from '../payment-service/index.ts';
import { createRecentMap } from '../recent-map.ts';
import type { ServiceOf } from './service-of.ts';

/** The state of a workspace's connection to the payment service, as last checked. */
export type ConnectionHealth =
  | { state: 'good'; at: number; businessName: string | null }
  | { state: 'not-connected'; at: number }
  | { state: 'failing'; at: number; failure: Pick<PaymentServiceExplanation, 'what' | 'next' | 'reference'> };

export interface ConnectionHealths {
  /** The last result, if recent enough; otherwise null. */
  known(teamId: string): ConnectionHealth | null;
  /** Asks the service for the business details. A failure of the service is a result; anything else rejects. */
  check(teamId: string): Promise<ConnectionHealth>;
}

/** Opening the app's home repeatedly must not call the service each time. */
const FRESH_MS = 60_000;
const MOST_KEPT = 5_000;

export const createConnectionHealths = ({
  serviceOf,
  readName,
  clock,
}: {
  serviceOf: ServiceOf;
  /** The merchant's name in the business details. */
  readName: (details: Answer) => string | null;
  clock: Pick<Clock, 'now'>;
}): ConnectionHealths => {
  const kept = createRecentMap<ConnectionHealth>(MOST_KEPT);
  const underWay = new Map<string, Promise<ConnectionHealth>>();

  const ask = async (teamId: string): Promise<ConnectionHealth> => {
    try {
      const businessName = readName(await serviceOf(teamId).businessDetails());
      return { state: 'good', at: clock.now(), businessName };
    } catch (error) {
      if (error instanceof NotConnectedError) return { state: 'not-connected', at: clock.now() };
      if (!(error instanceof PaymentServiceError)) throw error;
      return { state: 'failing', at: clock.now(), failure: explainPaymentServiceError(error) };
    }
  };

  const checkNow = async (teamId: string): Promise<ConnectionHealth> => {
    const health = await ask(teamId).finally(() => underWay.delete(teamId));
    // Checking for credentials costs no call, and an admin who has just entered them wants to see the change.
    if (health.state === 'not-connected') kept.delete(teamId);
    else kept.set(teamId, health);
    return health;
  };

  return {
    known: (teamId) => {
      const health = kept.get(teamId);
      return health && clock.now() - health.at < FRESH_MS ? health : null;
    },
    check: (teamId) => {
      const asked = underWay.get(teamId) ?? checkNow(teamId);
      underWay.set(teamId, asked);
      return asked;
    },
  };
};
