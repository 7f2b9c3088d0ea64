import type { ReportPointer } from '../../messages/report-pointer.ts';
import { dayOf } from '../../reports/date-span.ts';
import type { SavedReport } from '../../store/report-store.ts';
import type { AuditAction, AuditEvent } from '../../workspaces/audit.ts';
import type { ListenerDependencies } from '../deps.ts';

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
