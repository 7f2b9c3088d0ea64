export interface AxisScale {
  /** Fils, from the lowest to the highest; one of them is 0, and the only one where all values are. */
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Round ticks that hold all values and zero, in about `intervals` steps. */
export const buildAxisScale = (values: readonly number[], intervals: number): AxisScale => {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return { ticks: [0] };
  const step = roundStep((high - low) / intervals);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return { ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step) };
};

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((step) => step * power >= rough) ?? 10) * power;
}
