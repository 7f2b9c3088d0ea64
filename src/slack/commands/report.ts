import type { SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { readDateWords } from '../../reports/date-words.ts';
import type { ReportKind } from '../../reports/report-row.ts';
import type { ListenerDependencies } from '../deps.ts';
import { permit } from '../permit.ts';
import { readTeamId } from '../read-origin.ts';
import { openReportForm } from '../reports/open-report-form.ts';
import { saveReport } from '../reports/save-report.ts';
import { showReport } from '../reports/show-report.ts';

/** The interface's own default. */
const FIRST_SIZE = 10;

/** `/paylink transactions yesterday`: the first page, or the form with what was understood of the words. */
export const handleReport = async (
  asked: {
    kind: ReportKind;
    words: string;
    command: SlashCommand;
    client: WebClient;
    tell: (text: string) => Promise<unknown>;
  },
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { kind, words, command, client, tell } = asked;
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  const { clock, timeZone, work } = dependencies;
  const { span, understood } = readDateWords(words, { now: clock.now(), timeZone });
  if (span === null) {
    const form = {
      ...asker,
      triggerId: command.trigger_id,
      channelId: command.channel_id,
      kind,
      unread: { text: words, ...understood },
    };
    await openReportForm(client, dependencies, form, tell);
    return;
  }
  if (!(await permit(asker, 'read-reports', dependencies, tell))) return;
  const report = await saveReport({ ...asker, kind, span }, dependencies);
  await work.track(
    showReport(
      {
        report,
        pointer: { reportId: report.id, page: 0, size: FIRST_SIZE, toggled: [] },
        to: { url: command.response_url, isReplacing: false },
      },
      dependencies,
    ),
  );
};
