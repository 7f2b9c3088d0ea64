import { type DateSpan, dayOf } from '../calendar/date-span.ts';
import {
  explainPaymentServiceError,
  PaymentServiceError,
  type PaymentServiceExplanation,
} from '../payment-service/index.ts';
import type { AuditAction, AuditEvent } from '../people/audit.ts';
import type { Asker } from '../slack/rows.ts';
import type { AuditDetail } from '../store/audit-store.ts';

/** The audit trail's entry for figures of some days: their dates, never their contents. */
export const buildReportEvent = (
  action: AuditAction,
  { teamId, userId }: Asker,
  { subject, span, detail }: { subject: string; span: DateSpan; detail?: AuditDetail },
  timeZone: string,
): AuditEvent => ({
  ...{ teamId, actorId: userId, action, subject },
  detail: { from: dayOf(span.from, timeZone), to: dayOf(span.to, timeZone), ...detail },
});

/** The words for an error of the service; null if the error is this app's. */
export const explainReadFailure = (error: unknown): PaymentServiceExplanation | null =>
  error instanceof PaymentServiceError ? explainPaymentServiceError(error) : null;
