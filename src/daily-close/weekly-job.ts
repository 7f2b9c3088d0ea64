import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import { describeSpan } from '../calendar/date-span.ts';
import { daysOfTurn } from '../calendar/repeat.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { createFiguresJob } from './figures-job.ts';
import type { ReadWeeklySummary } from './read-weekly-summary.ts';
import { buildWeeklyLine, buildWeeklySummary } from './weekly-summary-view.ts';

/** Posts the summary of a week. */
export const createWeeklyJob = (
  app: App,
  client: WebClient,
  readWeeklySummary: ReadWeeklySummary,
): JobHandler =>
  createFiguresJob(app, client, {
    kind: 'weekly-summary',
    read: async ({ day, missed }, ask) => {
      const days = describeSpan(daysOfTurn({ every: 'week', on: 0 }, day, app.timeZone), app.timeZone);
      const summary = await readWeeklySummary({ ...ask, day, missed });
      return { line: buildWeeklyLine(days), figures: buildWeeklySummary(summary) };
    },
  });
