import type { App } from '../app-parts.ts';
import type { Room } from '../room.ts';
import type { Shown } from '../slack/show.ts';
import { loadDetails, loadFigures, SHOWN_DETAILS, SHOWN_FIGURES } from './figures-job.ts';

/** The figures of a day or a week, in the channels that switched them on. */
export const CLOSES = {
  shown: (app: App): Shown => ({
    [SHOWN_FIGURES]: (subject) => loadFigures(subject, app),
    [SHOWN_DETAILS]: (subject) => loadDetails(subject, app),
  }),
} satisfies Room;
