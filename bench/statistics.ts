export const median = (values: number[]): number => quantile(values, 0.5);

export const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
