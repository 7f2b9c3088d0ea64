import { whenDue, whenUsed } from '../slack/listener.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { TeamFileJobDependencies } from './team-file-job.ts';
import { TEAM_CSV_ACTION, TEAM_TURN_ACTION, TEAM_XLSX_ACTION } from './team-view.ts';

const handleTeamTurn = whenUsed(async () => (await import('./team-command.ts')).handleTeamTurn);
const handleTeamCsv = whenUsed(async () => (await import('./team-command.ts')).handleTeamCsv);
const handleTeamXlsx = whenUsed(async () => (await import('./team-command.ts')).handleTeamXlsx);

export const TEAM = {
  actions: {
    [TEAM_TURN_ACTION]: handleTeamTurn,
    [TEAM_CSV_ACTION]: handleTeamCsv,
    [TEAM_XLSX_ACTION]: handleTeamXlsx,
  },
};

export const teamJobs = ({
  clientOf,
  ...shared
}: Omit<TeamFileJobDependencies, 'client'> & { clientOf: SlackClientOf }) => ({
  'team-file': whenDue(
    async ({ teamId }) => {
      const { createTeamFileJob } = await import('./team-file-job.ts');
      return createTeamFileJob({ ...shared, client: await clientOf(teamId) });
    },
    { isCancellable: true },
  ),
});
