import type { App } from '../app-parts.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { TEAM_CSV_ACTION, TEAM_TURN_ACTION, TEAM_XLSX_ACTION } from './team-view.ts';

const team = listenersOf(() => import('./team-command.ts'));

export const TEAM = {
  actions: {
    [TEAM_TURN_ACTION]: team('handleTeamTurn'),
    [TEAM_CSV_ACTION]: team('handleTeamCsv'),
    [TEAM_XLSX_ACTION]: team('handleTeamXlsx'),
  },
};

export const teamJobs = (app: App) => ({
  'team-file': whenDue(
    async ({ teamId }) => {
      const { createTeamFileJob } = await import('./team-file-job.ts');
      return createTeamFileJob(app, await app.clients.of(teamId));
    },
    { isCancellable: true },
  ),
});
