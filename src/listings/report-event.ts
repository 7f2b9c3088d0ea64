import { dayOf } from '../calendar/date-span.ts';
import {
  explainPaymentServiceError,
  PaymentServiceError,
  type PaymentServiceExplanation,
} from '../payment-service/index.ts';
import type { AuditAction, AuditEvent } from '../people/audit.ts';
import type { Asker } from '../slack/rows.ts';
import { PAGE_ROWS } from './read-page.ts';
import type { ReportQuery } from './report-row.ts';

/** A report's entry in the audit trail: its kind and dates, never its contents. */
export const buildReportEvent = (
  action: AuditAction,
  report: ReportQuery & Asker,
  pointer: { first: number } | null,
  { timeZone }: { timeZone: string },
): AuditEvent & Required<Pick<AuditEvent, 'detail'>> => ({
  teamId: report.teamId,
  actorId: report.userId,
  action,
  subject: report.kind,
  detail: {
    from: dayOf(report.span.from, timeZone),
    to: dayOf(report.span.to, timeZone),
    ...(pointer ? { rows: `${pointer.first + 1}–${pointer.first + PAGE_ROWS}` } : {}),
  },
});

/** The words for an error of the service; null if the error is this app's. */
export const explainReadFailure = (error: unknown): PaymentServiceExplanation | null =>
  error instanceof PaymentServiceError ? explainPaymentServiceError(error) : null;
