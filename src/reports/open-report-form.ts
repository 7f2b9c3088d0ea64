import type { WebClient } from '@slack/web-api';
import { openView } from '../slack/open-view.ts';
import { permit } from '../workspaces/roles.ts';
import { dayOf } from './date-span.ts';
import { DATE_WORD_EXAMPLES } from './date-words.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { buildReportForm } from './report-form-view.ts';
import type { ReportKind } from './report-row.ts';

/** Opens the form for people who may read reports. */
export const openReportForm = async (
  client: WebClient,
  dependencies: Pick<ReportDependencies, 'members' | 'clock' | 'timeZone' | 'patientClient'>,
  prefill: {
    triggerId: string;
    teamId: string;
    userId: string;
    /** Null: the person chooses. */
    channelId: string | null;
    kind: ReportKind;
    /** Today if not given. */
    days?: { from: string; to: string };
    /** What the person typed and we did not understand, and the days we could read. */
    unread?: { text: string; fromDay: string | null; toDay: string | null };
  },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { clock, timeZone } = dependencies;
  const today = dayOf(clock.now(), timeZone);
  const form = buildReportForm({
    values: {
      kind: prefill.kind,
      fromDay: prefill.unread ? prefill.unread.fromDay : (prefill.days?.from ?? today),
      toDay: prefill.unread ? prefill.unread.toDay : (prefill.days?.to ?? today),
      place: prefill.channelId,
    },
    timeZone,
    examples: DATE_WORD_EXAMPLES,
    ...(prefill.unread ? { unread: prefill.unread.text } : {}),
  });
  await openView(
    {
      client,
      place: { triggerId: prefill.triggerId, view: null },
      tell,
      first: { form: () => form },
      read: async (refuse) =>
        (await permit(prefill, 'read-reports', dependencies, refuse)) ? { view: form } : null,
    },
    dependencies,
  );
};
