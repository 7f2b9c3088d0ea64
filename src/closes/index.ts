import type { App } from '../app-parts.ts';
import { dayOf } from '../calendar/date-span.ts';
import { whenDue } from '../slack/listener.ts';
import type { Shown } from '../slack/show.ts';
import { closeOfTurn } from './close-span.ts';
import { buildClose, buildCloseDetails } from './close-view.ts';
import {
  createFiguresEndedJob,
  createFiguresJob,
  FIGURES_ENDED_JOB,
  loadDetails,
  loadFigures,
  SHOWN_DETAILS,
  SHOWN_FIGURES,
} from './figures-job.ts';
import { readClose } from './read-close.ts';
import { readWeeklySummary } from './read-weekly-summary.ts';
import { buildWeeklyNeeds, buildWeeklySummary } from './weekly-summary-view.ts';

/** The close of a day, the summary of a week, and the end of both. */
export const dailyCloseJobs = (app: App) => {
  const { timeZone } = app;
  const dailyClose = createFiguresJob(app, 'daily-close', async ({ schedule, day, missed, counted }, ask) => {
    const closeOf = (turn: string) => closeOfTurn(turn, schedule.repeat, timeZone);
    const { figures: of, ...counts } = await readClose(app, ask, { ...closeOf(day), counted });
    const left = missed.map((one) => dayOf(closeOf(one).day.from, timeZone));
    const shown = { ...of, missed: left, timeZone };
    return { figures: buildClose(shown), details: buildCloseDetails(shown), ...counts };
  });
  const weeklySummary = createFiguresJob(app, 'weekly-summary', async (turn, ask) => {
    const shown = await readWeeklySummary(app, ask, turn);
    return { figures: buildWeeklySummary(shown), details: buildWeeklyNeeds(shown) };
  });
  return {
    'daily-close': whenDue(async () => dailyClose, { isCancellable: true }),
    'weekly-summary': whenDue(async () => weeklySummary, { isCancellable: true }),
    [FIGURES_ENDED_JOB]: whenDue(async ({ teamId }) => {
      return createFiguresEndedJob(app, await app.clients.of(teamId));
    }),
  };
};

export const shownFigures = (app: App): Shown => ({
  [SHOWN_FIGURES]: (subject) => loadFigures(subject, app),
  [SHOWN_DETAILS]: (subject) => loadDetails(subject, app),
});
