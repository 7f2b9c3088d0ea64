import type { SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { readTeamId } from '../slack/read-origin.ts';
import { permit } from '../workspaces/roles.ts';
import { readDateWords } from './date-words.ts';
import { openReportForm } from './open-report-form.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { saveReport } from './report-event.ts';
import type { ReportKind } from './report-row.ts';
import { showReport } from './show-report.ts';

/** The interface's own default. */
const FIRST_SIZE = 10;

/** `/paylink transactions yesterday`: the first page, or the form filled in with what we understood. */
export const handleReport = async (
  asked: {
    kind: ReportKind;
    words: string;
    command: SlashCommand;
    client: WebClient;
    tell: (text: string) => Promise<unknown>;
  },
  dependencies: ReportDependencies,
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
