/** How many requests are under way at a time. */
export const WIDTH = 8;
/** How often in a row the service may be too busy; with the waits between, some ten minutes. */
const MOST_BUSY = 12;
const LONGEST_WAIT_MS = 60_000;
/** After this many refusals in a row the batch pauses for a person; fewer if no link was made yet. */
const MOST_TROUBLES = { atFirst: 3, later: 16 };
/** The same for lost answers. */
const MOST_LOST = 10;

/** What came of asking for one row. `not-asked`: the batch stopped before it. */
export type RowEnd =
  | { end: 'made' | 'refused' | 'not-asked' }
  | { end: 'lost' }
  | { end: 'busy'; retryAfterMs: number | null }
  | { end: 'trouble'; words: string };

/** Rows in a row that came to nothing, and what that means for the rest. */
export interface Course {
  made: number;
  busy: number;
  troubles: number;
  lost: number;
  /** No row is asked for before. */
  notBefore: number;
  /** Why the batch pauses, for people. */
  stop: string | null;
}

export const START_OF_COURSE: Readonly<Course> = {
  made: 0,
  busy: 0,
  troubles: 0,
  lost: 0,
  notBefore: 0,
  stop: null,
};

/** What one more end changes in the course of the rest. */
export function take(ended: RowEnd, course: Course, now: number): void {
  switch (ended.end) {
    case 'not-asked':
      return;
    case 'made':
      course.made += 1;
      Object.assign(course, { busy: 0, troubles: 0, lost: 0 });
      return;
    case 'refused':
      Object.assign(course, { busy: 0, troubles: 0, lost: 0 });
      return;
    case 'lost':
      course.lost += 1;
      if (course.lost >= MOST_LOST)
        course.stop = `The payment service did not answer ${course.lost} requests in a row. Paylink is checking what happened to those rows.`;
      return;
    case 'busy': {
      course.busy += 1;
      const wait = Math.max(
        ended.retryAfterMs ?? 0,
        Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.floor(course.busy / WIDTH)),
      );
      course.notBefore = Math.max(course.notBefore, now + Math.min(wait, 5 * LONGEST_WAIT_MS));
      if (course.busy >= MOST_BUSY * WIDTH)
        course.stop = 'The payment service is too busy for more links at the moment.';
      return;
    }
    case 'trouble':
      course.troubles += 1;
      if (course.troubles >= (course.made > 0 ? MOST_TROUBLES.later : MOST_TROUBLES.atFirst))
        course.stop = ended.words;
      return;
  }
}
