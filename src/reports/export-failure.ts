import * as errors from '../payment-service/index.ts';

/** What the service's failure means for an export under way. */
export interface ExportFailure {
  /** It may go away by itself. */
  isPassing: boolean;
  what: string;
  next: string;
  retryAfterMs: number | null;
}

const PASSING = [
  errors.RateLimitError,
  errors.ServerError,
  errors.TimeoutError,
  errors.NetworkError,
  errors.UnreadableAnswerError,
];

/** Null for what is no failure of the service. Looks through whatever wraps it. */
export const readServiceFailure = (error: unknown): ExportFailure | null => {
  const cause = findServiceError(error);
  if (cause === null) return null;
  const { what, next } = errors.explainPaymentServiceError(cause);
  return {
    isPassing: PASSING.some((kind) => cause instanceof kind),
    what,
    next,
    retryAfterMs: cause instanceof errors.RateLimitError ? cause.retryAfterMs : null,
  };
};

function findServiceError(error: unknown): errors.PaymentServiceError | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof errors.PaymentServiceError) return at;
  return null;
}
