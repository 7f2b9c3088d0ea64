/** Shown when the payment service cannot send callbacks. `withinMs`: the time between two checks. */
export const explainNoticing = (withinMs: number): string =>
  `Payments are noticed by looking, about every ${nameTime(withinMs)}: Paylink runs without a public address, so the payment service cannot tell of them by itself. *Refresh* on a card looks at once.`;

function nameTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return seconds === 60 ? 'minute' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
