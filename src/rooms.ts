import { z } from 'zod';
import type { App } from './app-parts.ts';
import { APPROVALS } from './approvals/index.ts';
import { AUDIT, AUDIT_FILE } from './audit/index.ts';
import { BATCH_FILE } from './batches/batch-file.ts';
import { BATCHES } from './batches/index.ts';
import { figuresProgressSchema, takeFigures } from './closes/figures-job.ts';
import { CLOSES } from './closes/index.ts';
import { COMMAND } from './command/index.ts';
import type { JobDefinition, Kept } from './delivery/define-job.ts';
import type { JobKind } from './delivery/run-claimed-job.ts';
import { EXPORT_FILE } from './exports/export-file.ts';
import { type Files, fileJob, showFile } from './exports/file-job.ts';
import { EXPORTS } from './exports/index.ts';
import { FILE_JOB } from './exports/order-file.ts';
import { takeExport } from './exports/scheduled-export.ts';
import { HOME } from './home/index.ts';
import { LINKS } from './links/index.ts';
import { PAYOUTS } from './payouts/index.ts';
import { QUESTIONS } from './questions/index.ts';
import { RECONCILIATION } from './reconciliation/index.ts';
import { MONTH_FILE } from './reconciliation/month-file.ts';
import { REPORTS } from './reports/index.ts';
import type { Room } from './room.ts';
import { SCHEDULES, turnJob } from './schedules/index.ts';
import { SETTINGS } from './settings/index.ts';
import { postJob } from './slack/post.ts';
import { showJob } from './slack/show.ts';
import { type Says, tellJob } from './slack/tell.ts';
import type { JobKindName } from './store/job-kinds.ts';
import { plannedPayloadSchema } from './store/planned-jobs.ts';
import { TEACHING } from './teaching/index.ts';
import { TEAM, TEAM_FILE } from './team/index.ts';
import { TENANCY } from './tenancy/index.ts';
import { UNPAID } from './unpaid/index.ts';
import { WORKFLOW } from './workflow/index.ts';

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
  WORKFLOW,
];

/** Every file that can be made. */
const FILES: Files = {
  report: EXPORT_FILE,
  month: MONTH_FILE,
  audit: AUDIT_FILE,
  team: TEAM_FILE,
  batch: BATCH_FILE,
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

const SHOWN = { ...join((room) => room.shown), [FILE_JOB]: showFile(FILES) };
const joinSaid = <Writes>(read: (room: Room) => Says<App, Writes> | undefined): Says<App, Writes> => ({
  ids: join((room) => read(room)?.ids),
  of: (app) => join((room) => read(room)?.of(app)),
});
const TOLD = joinSaid((room) => room.told);
const REPLIES = joinSaid((room) => room.replies);
const TELL = tellJob(TOLD);

/** All that is done later, but checks and what recurs. */
const JOBS: Partial<Record<JobKindName, JobDefinition<App>>> = {
  show: showJob(SHOWN),
  tell: TELL,
  post: postJob(REPLIES, TELL),
  ...join((room) => room.jobs),
  export: fileJob(FILES),
  turn: turnJob(
    (app) => ({ figures: takeFigures(app), 'scheduled-export': takeExport(app) }),
    figuresProgressSchema,
  ),
};

export const jobsOf = (app: App): Partial<Record<JobKindName, JobKind>> =>
  Object.fromEntries(Object.entries(JOBS).map(([name, job]) => [name, job.kind(app)]));

const nameEach = <One>(kind: JobKindName, of: Readonly<Record<string, One>>, keeps: (one: One) => Kept) =>
  Object.fromEntries(Object.entries(of).map(([what, one]) => [`${kind} ${what}`, keeps(one)]));

const NOTHING = { payload: z.null() };
const ID = { payload: z.string() };

/** What jobs keep, by their kind, and by what is told, said, shown or made of it: part of what a release stores. */
export const KEPT: Readonly<Record<string, Kept>> = {
  ...{ check: { payload: plannedPayloadSchema }, sweep: NOTHING, retention: NOTHING, pruning: NOTHING },
  ...JOBS,
  ...nameEach('tell', TOLD.ids, (payload) => ({ payload })),
  ...nameEach('post', REPLIES.ids, (payload) => ({ payload })),
  ...nameEach('show', SHOWN, () => ID),
  ...nameEach('export', FILES, ({ payload, made }) => ({ payload, progress: made })),
};
