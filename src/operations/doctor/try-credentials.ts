import type { PaymentCredentials } from '../../payment-service/client-settings.ts';
import {
  AuthenticationError,
  createPaymentServiceClient,
  formatLocalDateTime,
  NotFoundError,
  PaymentServiceError,
  type SignatureEncoding,
  type SignatureGet,
} from '../../payment-service/index.ts';
import type { Round } from './check.ts';

export interface SignatureVariant {
  encoding: SignatureEncoding;
  get: SignatureGet;
}

/** `listing`: the business details were answered but the listing, whose address has a query, was not. */
export type Trial =
  | { is: 'accepted' }
  | { is: 'refused'; at: 'details' | 'listing'; error: PaymentServiceError };

const HOUR_MS = 3_600_000;

/**
 * Asks for the business details, then for one row of the last hour's links. The first address has no query, so
 * only the second fully shows whether we sign GETs the right way. Changes nothing at the service.
 */
export const tryCredentials = async (
  { config: { paymentService: settings }, clock, patienceMs }: Round,
  credentials: PaymentCredentials,
  variant: SignatureVariant,
): Promise<Trial> => {
  const service = createPaymentServiceClient({
    settings: { ...settings, ...credentials, signatureEncoding: variant.encoding, signatureGet: variant.get },
    clock,
    timeouts: { connectMs: patienceMs, headersMs: patienceMs, bodyMs: patienceMs },
  });
  const at = (ms: number) => formatLocalDateTime(ms, settings.timeZone);
  const now = clock.now();
  try {
    const details = await attempt(service.businessDetails());
    if (details) return { is: 'refused', at: 'details', error: details };
    const listing = await attempt(
      service.listLinks({ fromDate: at(now - HOUR_MS), toDate: at(now) }, { size: 1 }),
    );
    // This service may answer 404 when there are no rows.
    if (listing && !(listing instanceof NotFoundError)) {
      return { is: 'refused', at: 'listing', error: listing };
    }
    return { is: 'accepted' };
  } finally {
    await service.close();
  }
};

export const isAboutCredentials = (trial: Trial): boolean =>
  trial.is === 'refused' && trial.error instanceof AuthenticationError;

async function attempt(call: Promise<unknown>): Promise<PaymentServiceError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof PaymentServiceError) return error;
    throw error;
  }
}
