import type { App } from '../app-parts.ts';
import { fileJob, showFile } from '../exports/file-job.ts';
import { press } from '../people/frame.ts';
import type { Shown } from '../slack/show.ts';
import { findTeamTable, handleTeamCsv, handleTeamXlsx } from './team-command.ts';
import { describeTeamFile } from './team-file.ts';
import { TEAM_CSV_ACTION, TEAM_XLSX_ACTION } from './team-view.ts';

const TABLE = { noun: 'table', find: findTeamTable } as const;

export const TEAM = {
  actions: {
    [TEAM_CSV_ACTION]: press({ name: 'team_csv', needs: 'export', about: TABLE }, handleTeamCsv),
    [TEAM_XLSX_ACTION]: press({ name: 'team_xlsx', needs: 'export', about: TABLE }, handleTeamXlsx),
  },
};

export const teamJobs = (app: App) => ({
  'team-file': fileJob(app, 'team-file', describeTeamFile),
});

export const shownTeam = (app: App): Shown => ({ 'team-file': showFile(app, describeTeamFile) });
