const TIMES =
  /^(at|on|date|time|datetime|timestamp|day|created|updated|since|until|expiry|expires|expiration)$/;
const FIRST_OF_TIME = /^(date|time|timestamp|datetime)$/;

/** When what was done. `transaction`: `transactionDate`. `dated`: the name says no more than that it is a time. */
export type TimeRole = (typeof TIME_ROLES)[number][0] | 'made' | 'dated';

const TIME_ROLES = [
  ['refunded', /^(refund|refunded|reversed|reversal|voided|void|chargeback)$/],
  [
    'other',
    /^(expiry|expires|expire|expiration|due|next|birth|deleted|sent|viewed|cancelled|canceled|authorized|authorised)$/,
  ],
  ['updated', /^(updated|update|modified|changed)$/],
  ['payout', /^(payout|settlement|disbursed)$/],
  ['paid', /^(paid|completed|captured|settled|charged|processed|received)$/],
  ['transaction', /^(payment|transaction|txn|trx|tran)$/],
  ['from', /^(from|start|begin|first)$/],
  ['to', /^(to|end|last)$/],
] as const;

/** `periodFrom`, `end`. */
export const rangeRole = (words: readonly string[]): TimeRole | null => {
  const isRange = words.slice(0, -1).every((word) => /^(period|range|cycle|settlement|payout)$/.test(word));
  const last = words.at(-1) ?? '';
  return !isRange ? null : /^(from|start)$/.test(last) ? 'from' : /^(to|end)$/.test(last) ? 'to' : null;
};

/** A link's own date is when it was made. */
const MADE = /^(created|creation|made|issued|generated|link|paylink)$/;
const DATED = /^(at|on|date|time|datetime|timestamp|day|local|utc|gmt)$/;

export function timeRole(words: readonly string[]): TimeRole {
  // `paymentLinkDate` is no date of a payment.
  const said = words.filter((word, at) => !(/^pay(ment)?$/.test(word) && words[at + 1] === 'link'));
  const role = TIME_ROLES.find(([, pattern]) => said.some((word) => pattern.test(word)))?.[0];
  if (role === 'transaction' && said[0] === 'first') return 'from';
  if (role === 'transaction' && said[0] === 'last') return 'to';
  if (role !== undefined) return role;
  if (!said.every((word) => MADE.test(word) || DATED.test(word))) return 'other';
  return said.some((word) => MADE.test(word)) ? 'made' : 'dated';
}

export const isTime = (words: readonly string[]): boolean =>
  TIMES.test(words.at(-1) ?? '') || FIRST_OF_TIME.test(words[0] ?? '');
