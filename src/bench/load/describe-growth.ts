export interface Sample {
  /** Seconds. */
  at: number;
  value: number;
}

/** Start, end, most, and growth a minute over the last three quarters: in the first one everything is loaded. */
export const describeGrowth = (samples: readonly Sample[]) => {
  const first = samples[0] ?? { at: 0, value: 0 };
  const last = samples.at(-1) ?? first;
  const from = first.at + (last.at - first.at) / 4;
  const rest = samples.filter(({ at }) => at >= from);
  return {
    start: round(first.value),
    end: round(last.value),
    most: round(Math.max(first.value, ...samples.map(({ value }) => value))),
    slopePerMinute: round(fitSlope(rest) * 60),
  };
};

/** Least squares: how much the value grows in a second. 0 where there is nothing to fit. */
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
