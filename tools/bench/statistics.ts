export const median = (values: number[]): number => quantile(values, 0.5);

export const quantile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** How `npm run bench` summarises rounds: the median ratio, with minimum and maximum. */
export const describeRatio = (
  ratios: number[],
): { ratio: number; from: number; to: number; rounds: number } => {
  const ordered = ratios.map(rounded).toSorted((a, b) => a - b);
  return {
    ratio: rounded(median(ratios)),
    from: ordered[0] ?? Number.NaN,
    to: ordered.at(-1) ?? Number.NaN,
    rounds: ratios.length,
  };
};

/** Response time of Slack and the payment service in the slow rounds. */
export const ANSWER_MS = { slack: 80, service: 120 };

/** Of every figure of `npm run bench`. */
export const ROUNDS = 5;

/** Alternates the order, so that other load on the machine affects both. */
export const inTurn = (round: number): ('ours' | 'bare')[] =>
  round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];

/** The processor time beside a ratio: of the app, and over the baseline's. */
export const describeCpu = ({ ours, bare }: { ours: number; bare: number }) => ({
  cpuMs: Math.round(ours),
  cpuRatio: rounded(ours / bare),
});
