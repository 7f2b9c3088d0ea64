import type { Room } from '../room.ts';
import { loadDetails, loadFigures, SHOWN_DETAILS, SHOWN_FIGURES } from './figures-job.ts';

/** The figures of a day or a week, in the channels that switched them on. */
export const CLOSES = {
  shown: { [SHOWN_FIGURES]: loadFigures, [SHOWN_DETAILS]: loadDetails },
} satisfies Room;
