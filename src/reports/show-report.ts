import type { SavedReport } from '../store/report-store.ts';
import { postResponse, type ResponseAddress } from './post-response.ts';
import { buildPageMessage, readReportPage, subjectOf } from './read-report-page.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { buildReportEvent } from './report-event.ts';
import type { ReportPointer } from './report-pointer.ts';
import { buildReportWaiting } from './report-trouble-view.ts';
import { sayWhenSlow } from './say-when-slow.ts';

/** Reads a page and shows it to the person who asked. If the service is slow, first says so. */
export const showReport = async (
  { report, pointer, to }: { report: SavedReport; pointer: ReportPointer; to: ResponseAddress },
  dependencies: ReportDependencies,
): Promise<void> => {
  const { reports } = dependencies;
  await dependencies.audit.write(buildReportEvent('report-read', report, pointer, dependencies));
  const read = await sayWhenSlow(readReportPage(report, pointer, dependencies), dependencies, () =>
    postResponse(to, buildReportWaiting(subjectOf(report, dependencies), pointer), reports),
  );
  await postResponse(to, buildPageMessage(read), reports);
};
