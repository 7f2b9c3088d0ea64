import { createReportButton } from '../reports/report-press.ts';
import { shareReport } from '../reports/share-report.ts';

/** A copy for everybody in the conversation where the report was asked for. */
export const handleReportShare = createReportButton(
  'report_share',
  'read-reports',
  async ({ report, pointer, place, tell }, dependencies) => {
    const channelId = place.message?.channelId;
    if (!channelId) return;
    const refusal = await shareReport({ report, pointer, channelId }, dependencies);
    if (refusal !== null) await tell(refusal);
  },
);
