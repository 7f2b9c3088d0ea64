import type { Request } from '../app-parts.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import { Refused } from '../slack/refused.ts';
import { mayBeItsForm, readSlackFailure, type SlackFailure } from '../slack/slack-failure.ts';
import type { SavedReport } from '../store/saved-query-store.ts';
import { buildReportEvent } from './report-event.ts';
import type { ReportPointer } from './report-pointer.ts';
import type { ReportPress } from './report-press.ts';
import { buildReport } from './report-view.ts';
import { readReportPage } from './show-report.ts';

/**
 * Posts a page of a report for everyone in a conversation: read again, with harmless columns only. Returns null if it is
 * posted, otherwise the reason for the person who asked.
 */
export const shareReport = async (
  { report, pointer, channelId }: { report: SavedReport; pointer: ReportPointer; channelId: string },
  request: Request,
): Promise<string | null> => {
  const { store, ids, clock, patientClient, tables } = request;
  const shared = { ...report, id: ids.report(), isShared: true, createdAt: clock.now() };
  const read = await readReportPage(shared, { ...pointer, reportId: shared.id }, request);
  if (read.content === null) return `Nothing was shared. ${read.message.text}`;
  const event = buildReportEvent('report-shared', report, pointer, request);
  await request.audit.write({ ...event, detail: { ...event.detail, in: channelId } });
  await store.reports.save(shared);
  const { rich, plain } = buildReport(read.content);
  const isPlain = tables.isRefused();
  const error = await post(isPlain ? plain : rich);
  if (error === null) return null;
  const refusal = readSlackFailure(error);
  if (!isPlain && mayBeItsForm(error)) {
    if (refusal.why === 'blocks') tables.markRefused();
    const again = await post(plain);
    return again === null ? null : explain(channelId, readSlackFailure(again));
  }
  return explain(channelId, refusal);

  /** Returns what Slack's client threw; null: it is posted. */
  async function post(message: typeof rich): Promise<unknown> {
    try {
      await patientClient.chat.postMessage({
        channel: channelId,
        unfurl_links: false,
        unfurl_media: false,
        ...message,
      });
      return null;
    } catch (error) {
      return error;
    }
  }
};

function explain(channelId: string, { code, why }: SlackFailure): string {
  if (why !== 'closed' && why !== 'scope')
    return `Nothing was shared: Slack did not accept the message (\`${code}\`). Try again in a minute.`;
  return `Nothing was shared. ${explainRefusedPlace(
    { channelId, code },
    {
      where: 'this channel',
      so: '',
      afterwards: 'share it again',
      elsewhere: 'Ask for the report in a channel, or send its file there with *CSV* or *XLSX*.',
    },
  )}`;
}

/** Posts a copy in the conversation where the report was requested. */
export const handleReportShare = async ({ about, place }: ReportPress, request: Request): Promise<void> => {
  const { report, pointer, save } = about;
  const channelId = place.message?.channelId;
  if (!channelId) return;
  await save();
  const refusal = await shareReport({ report, pointer, channelId }, request);
  if (refusal !== null) throw new Refused(refusal);
};
