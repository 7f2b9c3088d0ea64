import type { z } from 'zod';
import type { App } from '../app-parts.ts';
import { defineJob } from '../delivery/define-job.ts';
import { open, press, submit } from '../people/frame.ts';
import { whenDue } from '../slack/listener.ts';
import type { ScheduleKind } from '../store/tables/schedules.ts';
import { SCHEDULE_FORM, SCHEDULE_NEW_ACTION } from './schedule-form-view.ts';
import { SCHEDULE_STOP_ACTION } from './schedule-list-view.ts';
import {
  handleScheduleNew,
  handleScheduleStop,
  handleScheduleSubmission,
  SCHEDULED,
} from './schedule-presses.ts';
import { createTurnJob, type TakeTurn, turnSchema } from './turn-job.ts';

/** What repeats: exports and figures, set up and stopped. */
export const SCHEDULES = {
  views: {
    [SCHEDULE_FORM.callbackId]: submit(
      { name: 'export_schedule', needs: 'export' },
      handleScheduleSubmission,
    ),
  },
  actions: {
    [SCHEDULE_NEW_ACTION]: open({ name: 'export_schedule_new', needs: 'export' }, handleScheduleNew),
    [SCHEDULE_STOP_ACTION]: press(
      { name: 'export_schedule_stop', needs: 'export', about: SCHEDULED },
      handleScheduleStop,
    ),
  },
};

export const turnJob = (takes: (app: App) => Readonly<Record<ScheduleKind, TakeTurn>>, progress: z.ZodType) =>
  defineJob(turnSchema, (app: App) => whenDue(async () => createTurnJob(app, takes(app))), progress);
