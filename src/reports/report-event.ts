import type { ListenerDependencies } from '../listener-dependencies.ts';
import {
  explainPaymentServiceError,
  type PaymentServiceClient,
  PaymentServiceError,
  type PaymentServiceExplanation,
} from '../payment-service/index.ts';
import type { PaymentWords } from '../payments/index.ts';
import type { ResponseUrls } from '../slack/response-urls.ts';
import type { SavedReport } from '../store/report-store.ts';
import type { AuditAction, AuditEvent } from '../workspaces/audit.ts';
import type { BlockSupport } from './block-support.ts';
import { type DateSpan, dayOf } from './date-span.ts';
import type { ReportPointer } from './report-pointer.ts';
import type { ReportReader } from './report-reader.ts';
import type { ReportKind } from './report-row.ts';

/** What the audit trail says of a report: what it lists and of which days, never what it holds. */
export const buildReportEvent = (
  action: AuditAction,
  report: Pick<SavedReport, 'teamId' | 'userId' | 'kind' | 'span'>,
  pointer: Pick<ReportPointer, 'page' | 'size'> | null,
  { timeZone }: Pick<ListenerDependencies, 'timeZone'>,
): AuditEvent & Required<Pick<AuditEvent, 'detail'>> => ({
  teamId: report.teamId,
  actorId: report.userId,
  action,
  subject: report.kind,
  detail: {
    from: dayOf(report.span.from, timeZone),
    to: dayOf(report.span.to, timeZone),
    ...(pointer ? { page: pointer.page + 1, rows: pointer.size } : {}),
  },
});

/** What reports need beyond the rest. */
export interface ReportDependencies {
  /** Of the account of the workspace that a report is of, whichever workspace a request came through. */
  readerOf: (teamId: string) => ReportReader;
  /** By which a workspace's rows are read as money that came, or did not. */
  wordsOf: (teamId: string) => Promise<PaymentWords>;
  service: Pick<PaymentServiceClient, 'businessDetails'>;
  /** Of the workspace that a request came from. */
  tables: BlockSupport;
  /** The same for charts. */
  charts: BlockSupport;
  responses: ResponseUrls;
  /** Totals are not made over more rows. */
  mostRows: number;
  /** Aborted when the process ends: reading all rows can take longer than a process may to stop. */
  stopping: AbortSignal;
}

/** Writes down what was asked, so that the buttons under its answer need carry no more than a pointer. */
export const saveReport = async (
  asked: { teamId: string; userId: string; kind: ReportKind; span: DateSpan },
  { store, ids, clock }: Pick<ListenerDependencies, 'store' | 'ids' | 'clock'>,
): Promise<SavedReport> => {
  const report = { ...asked, id: ids.report(), isShared: false, createdAt: clock.now() };
  await store.reports.save(report);
  return report;
};

/** The words for what a reading of the service threw; null for what is a fault of this app. */
export const explainReadFailure = (error: unknown): PaymentServiceExplanation | null => {
  const cause = error instanceof Error && error.name === 'ReportInterrupted' ? error.cause : error;
  return cause instanceof PaymentServiceError ? explainPaymentServiceError(cause) : null;
};
