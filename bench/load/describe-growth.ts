export interface Sample {
  /** Seconds. */
  at: number;
  value: number;
}

/** Longer than the time between two garbage collections under load. */
const FLOOR_OF = 6;

/**
 * Start, end, peak, and growth per minute over the last third of the run: before that, 2,000 workspaces appear for
 * the first time and fill the caches. The floor follows the lowest of every six samples: memory in use, without
 * garbage.
 */
export const describeGrowth = (samples: readonly Sample[]) => {
  const first = samples[0] ?? { at: 0, value: 0 };
  const last = samples.at(-1) ?? first;
  const from = first.at + ((last.at - first.at) * 2) / 3;
  const rest = samples.filter(({ at }) => at >= from);
  return {
    start: round(first.value),
    end: round(last.value),
    most: round(Math.max(first.value, ...samples.map(({ value }) => value))),
    slopePerMinute: round(fitSlope(rest) * 60),
    floorSlopePerMinute: round(fitSlope(findFloor(rest)) * 60),
  };
};

function findFloor(samples: readonly Sample[]): Sample[] {
  return samples.flatMap((_, index) => {
    const some = samples.slice(index, index + FLOOR_OF);
    const isFirst = index % FLOOR_OF === 0 && some.length === FLOOR_OF;
    return isFirst ? [some.reduce((low, sample) => (sample.value < low.value ? sample : low))] : [];
  });
}

/** Least squares: growth per second; 0 with fewer than two points. */
function fitSlope(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const value = mean(samples.map((sample) => sample.value));
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  if (!(spread > 0)) return 0;
  return samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.value - value), 0) / spread;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
