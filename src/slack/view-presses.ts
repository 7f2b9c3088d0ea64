import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';

/** When someone last pressed or submitted something in a view, as far as this process knows. */
export interface ViewPresses {
  note(viewId: string): void;
  /** Whether that was at or after `instant`. */
  isPressedSince(viewId: string, instant: number): boolean;
}

const MOST_KEPT = 5_000;

export const createViewPresses = ({ clock }: { clock: Pick<Clock, 'now'> }): ViewPresses => {
  const pressedAt = createRecentMap<number>(MOST_KEPT);
  return {
    note: (viewId) => {
      pressedAt.set(viewId, clock.now());
    },
    isPressedSince: (viewId, instant) => (pressedAt.get(viewId) ?? Number.NEGATIVE_INFINITY) >= instant,
  };
};
