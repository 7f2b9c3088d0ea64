/** Shown when the payment service cannot send callbacks. `withinMs`: the time between two checks. */
export const explainNoticing = (withinMs: number): string =>
  `Paylink checks for payments about every ${nameTime(withinMs)}: it has no public address where the payment service could report them. *Refresh* on a card checks at once.`;

function nameTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return seconds === 60 ? 'minute' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
