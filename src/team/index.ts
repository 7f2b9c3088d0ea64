import { listenersOf, whenDue } from '../slack/listener.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { TeamFileJobDependencies } from './team-file-job.ts';
import { TEAM_CSV_ACTION, TEAM_TURN_ACTION, TEAM_XLSX_ACTION } from './team-view.ts';

const team = listenersOf(() => import('./team-command.ts'));

export const TEAM = {
  actions: {
    [TEAM_TURN_ACTION]: team('handleTeamTurn'),
    [TEAM_CSV_ACTION]: team('handleTeamCsv'),
    [TEAM_XLSX_ACTION]: team('handleTeamXlsx'),
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
