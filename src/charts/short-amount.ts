const UNITS: [number, string][] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** Integer fils as people say an amount, for axes: `950`, `12.5k`, `1.25M`. Three digits, so not for sums. */
export const shortAmount = (fils: number): string => {
  const amount = Number((Math.abs(fils) / 100).toPrecision(3));
  const [size, letter] = UNITS.find(([unit]) => amount >= unit) ?? [1, ''];
  return `${fils < 0 && amount > 0 ? '−' : ''}${Number((amount / size).toPrecision(3))}${letter}`;
};
