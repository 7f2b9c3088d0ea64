import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { limits } from '../../messages/limits.ts';
import { REPORT_COLUMNS } from '../../messages/report-columns-view.ts';
import { MOST_TOGGLED } from '../../messages/report-pointer.ts';
import { afterSubmission } from '../after-submission.ts';
import type { ListenerDependencies } from '../deps.ts';
import { permit } from '../permit.ts';
import { parseColumnsMetadata } from '../reports/columns-metadata.ts';
import { showReport } from '../reports/show-report.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const stateSchema = z.record(
  z.string(),
  z.object({
    [REPORT_COLUMNS.block]: z.object({
      selected_options: z.array(z.object({ value: z.string() })).nullish(),
    }),
  }),
);

/** Columns were chosen: the page is shown again with them, in place of the one that stands. */
export const handleReportColumnsSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { store } = dependencies;
  const groups = Object.values(stateSchema.parse(view.state.values));
  const chosen = groups.flatMap((group) => (group.columns.selected_options ?? []).map(({ value }) => value));
  const metadata = parseColumnsMetadata(view.private_metadata);
  const usual = metadata?.usual ?? [];
  const toggled = [
    ...chosen.filter((mark) => !usual.includes(mark)),
    ...usual.filter((mark) => !chosen.includes(mark)),
  ];
  const fault = findFault(chosen.length, toggled.length);
  if (fault !== null) {
    await ack({ response_action: 'errors', errors: { [`${REPORT_COLUMNS.block}_0`]: fault } });
    return;
  }
  await ack();
  await afterSubmission('report_columns', body, dependencies, async ({ asker, tell }) => {
    const report = metadata && (await store.reports.find(asker.teamId, metadata.pointer.reportId));
    if (!metadata || report?.userId !== asker.userId) {
      await tell('That window belongs to a report that Paylink does not hold for you.');
      return;
    }
    if (!(await permit(asker, 'read-reports', dependencies, tell))) return;
    await showReport({ report, pointer: { ...metadata.pointer, toggled }, to: metadata.to }, dependencies);
  });
};

function findFault(chosen: number, toggled: number): string | null {
  if (chosen === 0) return 'Choose at least one column.';
  if (chosen > limits.dataTable.columns)
    return `Choose at most ${limits.dataTable.columns} columns: Slack shows no more.`;
  if (toggled > MOST_TOGGLED)
    return `At most ${MOST_TOGGLED} columns can differ from the usual ones. An export holds every column.`;
  return null;
}
