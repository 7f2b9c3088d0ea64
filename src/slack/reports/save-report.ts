import type { DateSpan } from '../../reports/date-span.ts';
import type { ReportKind } from '../../reports/report-row.ts';
import type { SavedReport } from '../../store/report-store.ts';
import type { ListenerDependencies } from '../deps.ts';

/** Writes down what was asked, so that the buttons under its answer need carry no more than a pointer. */
export const saveReport = async (
  asked: { teamId: string; userId: string; kind: ReportKind; span: DateSpan },
  { store, ids, clock }: Pick<ListenerDependencies, 'store' | 'ids' | 'clock'>,
): Promise<SavedReport> => {
  const report = { ...asked, id: ids.report(), isShared: false, createdAt: clock.now() };
  await store.reports.save(report);
  return report;
};
