import type { Request } from '../app-parts.ts';
import { type DateSpan, dayOf } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import {
  explainPaymentServiceError,
  PaymentServiceError,
  type PaymentServiceExplanation,
} from '../payment-service/index.ts';
import type { AuditAction, AuditEvent } from '../people/audit.ts';
import type { SavedReport } from '../store/saved-query-store.ts';
import { PAGE_ROWS } from './read-page.ts';
import type { ReportPointer } from './report-pointer.ts';

/** A report's entry in the audit trail: its kind and dates, never its contents. */
export const buildReportEvent = (
  action: AuditAction,
  report: Pick<SavedReport, 'teamId' | 'userId' | 'kind' | 'span'>,
  pointer: Pick<ReportPointer, 'first'> | null,
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

/** Stores the query, so that the report's buttons carry only a pointer. */
export const saveReport = async (
  query: { teamId: string; userId: string; kind: ReportKind; span: DateSpan },
  { store, ids, clock }: Request,
): Promise<SavedReport> => {
  const report = { ...query, id: ids.report(), isShared: false, columns: null, createdAt: clock.now() };
  await store.reports.save(report);
  return report;
};

/** The words for an error of the service; null if the error is this app's. */
export const explainReadFailure = (error: unknown): PaymentServiceExplanation | null =>
  error instanceof PaymentServiceError ? explainPaymentServiceError(error) : null;
