import type { App } from './app-parts.ts';
import { APPROVALS } from './approvals/index.ts';
import { AUDIT, describeAuditFile } from './audit/index.ts';
import { describeBatchFile } from './batches/batch-file.ts';
import { BATCHES } from './batches/index.ts';
import { takeFigures } from './closes/figures-job.ts';
import { CLOSES } from './closes/index.ts';
import { COMMAND } from './command/index.ts';
import type { JobKind } from './delivery/run-claimed-job.ts';
import { describeExportFile } from './exports/export-file.ts';
import type { Files } from './exports/file-job.ts';
import { EXPORTS, exportJobs, shownExports } from './exports/index.ts';
import { takeExport } from './exports/scheduled-export.ts';
import { HOME } from './home/index.ts';
import { LINKS } from './links/index.ts';
import { PAYOUTS } from './payouts/index.ts';
import { QUESTIONS } from './questions/index.ts';
import { RECONCILIATION } from './reconciliation/index.ts';
import { describeMonthFile } from './reconciliation/month-file.ts';
import { REPORTS } from './reports/index.ts';
import type { Room } from './room.ts';
import { SCHEDULES, scheduleJobs } from './schedules/index.ts';
import { SETTINGS } from './settings/index.ts';
import { createPostJob } from './slack/post.ts';
import { createShowJob } from './slack/show.ts';
import { createTellJob } from './slack/tell.ts';
import type { JobKindName } from './store/job-kinds.ts';
import { TEACHING } from './teaching/index.ts';
import { describeTeamFile, TEAM } from './team/index.ts';
import { TENANCY } from './tenancy/index.ts';
import { UNPAID } from './unpaid/index.ts';

const ROOMS: readonly Room[] = [
  COMMAND,
  QUESTIONS,
  LINKS,
  UNPAID,
  APPROVALS,
  BATCHES,
  REPORTS,
  PAYOUTS,
  RECONCILIATION,
  EXPORTS,
  SCHEDULES,
  CLOSES,
  AUDIT,
  TEAM,
  HOME,
  SETTINGS,
  TEACHING,
  TENANCY,
];

/** Every file that can be made. */
const FILES: Files = {
  report: describeExportFile,
  month: describeMonthFile,
  audit: describeAuditFile,
  team: describeTeamFile,
  batch: describeBatchFile,
};

/** What all rooms have of something, in one table. */
const join = <Table extends object>(read: (room: Room) => Table | undefined): Table =>
  Object.assign({}, ...ROOMS.map(read));

export const LISTENERS = {
  commands: join((room) => room.commands),
  shortcuts: join((room) => room.shortcuts),
  events: join((room) => room.events),
  views: join((room) => room.views),
  closedViews: join((room) => room.closedViews),
  actions: join((room) => room.actions),
  options: join((room) => room.options),
};

/** All that is done later, but checks and what recurs. */
export const jobsOf = (app: App): Partial<Record<JobKindName, JobKind>> => {
  const shown = { ...join((room) => room.shown?.(app)), ...shownExports(app, FILES) };
  const tell = createTellJob(
    app,
    join((room) => room.told?.(app)),
  );
  return {
    show: createShowJob(app, shown),
    tell,
    post: createPostJob(
      app,
      join((room) => room.replies?.(app)),
      tell,
    ),
    ...join((room) => room.jobs?.(app)),
    ...exportJobs(app, FILES),
    ...scheduleJobs(app, { figures: takeFigures(app), 'scheduled-export': takeExport(app) }),
  };
};
