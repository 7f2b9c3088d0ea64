import type { App } from '../app-parts.ts';
import { press } from '../people/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { TEAM_CSV_ACTION, TEAM_TURN_ACTION, TEAM_XLSX_ACTION } from './team-view.ts';

const team = listenersOf(() => import('./team-command.ts'));

const TABLE = { noun: 'table', find: team('findTeamTable') } as const;

export const TEAM = {
  actions: {
    [TEAM_TURN_ACTION]: press(
      { name: 'team_turn', needs: 'read-reports', about: TABLE },
      team('handleTeamTurn'),
    ),
    [TEAM_CSV_ACTION]: press({ name: 'team_csv', needs: 'export', about: TABLE }, team('handleTeamCsv')),
    [TEAM_XLSX_ACTION]: press({ name: 'team_xlsx', needs: 'export', about: TABLE }, team('handleTeamXlsx')),
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
