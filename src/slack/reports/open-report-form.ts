import type { WebClient } from '@slack/web-api';
import { buildReportForm } from '../../messages/report-form.ts';
import { dayOf } from '../../reports/date-span.ts';
import { DATE_WORD_EXAMPLES } from '../../reports/date-words.ts';
import type { ReportKind } from '../../reports/report-row.ts';
import type { ListenerDependencies } from '../deps.ts';

/** Opens the form. The trigger lives three seconds, so nothing comes before this call. */
export const openReportForm = async (
  client: WebClient,
  { clock, timeZone }: Pick<ListenerDependencies, 'clock' | 'timeZone'>,
  asked: {
    triggerId: string;
    /** Null: the person chooses. */
    channelId: string | null;
    kind: ReportKind;
    /** Today, when nothing is said. */
    days?: { from: string; to: string };
    /** What was typed and not understood, and the days that were. */
    unread?: { text: string; fromDay: string | null; toDay: string | null };
  },
): Promise<void> => {
  const today = dayOf(clock.now(), timeZone);
  await client.views.open({
    trigger_id: asked.triggerId,
    view: buildReportForm({
      values: {
        kind: asked.kind,
        fromDay: asked.unread ? asked.unread.fromDay : (asked.days?.from ?? today),
        toDay: asked.unread ? asked.unread.toDay : (asked.days?.to ?? today),
        place: asked.channelId,
      },
      timeZone,
      examples: DATE_WORD_EXAMPLES,
      ...(asked.unread ? { unread: asked.unread.text } : {}),
    }),
  });
};
