import {
  explainPaymentServiceError,
  PaymentServiceError,
  type PaymentServiceExplanation,
} from '../../payment-service/index.ts';

/** The words for what a reading of the service threw; null for what is a fault of this app. */
export const explainReadFailure = (error: unknown): PaymentServiceExplanation | null => {
  const cause = error instanceof Error && error.name === 'ReportInterrupted' ? error.cause : error;
  return cause instanceof PaymentServiceError ? explainPaymentServiceError(cause) : null;
};
