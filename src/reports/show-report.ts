import type { SavedReport } from '../store/report-store.ts';
import { postResponse, type ResponseAddress } from './post-response.ts';
import { buildPageMessage, readReportPage, subjectOf } from './read-report-page.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { buildReportEvent } from './report-event.ts';
import type { ReportPointer } from './report-pointer.ts';
import { buildReportWaiting } from './report-trouble-view.ts';

/**
 * After this, a person starts to wonder. Any sooner, the message would only flicker and use up one of five answers.
 */
const QUIET_MS = 1_000;

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

/** `say` finishes before the result is returned, so that the last message stays last. */
const sayWhenSlow = async <T>(
  task: Promise<T>,
  { clock }: Pick<ReportDependencies, 'clock'>,
  say: () => Promise<unknown>,
): Promise<T> => {
  const ended = new AbortController();
  let said: Promise<unknown> = Promise.resolve();
  const waiting = clock.sleep(QUIET_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) said = say();
  });
  try {
    return await task;
  } finally {
    ended.abort();
    await waiting;
    await said;
  }
};
