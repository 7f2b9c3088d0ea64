import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import type { LinkState } from '../store/link-states.ts';
import type { DailyDifference } from './daily-differences.ts';

/** A link that brought in less than requested; null: no record says how much. */
export interface ShownShort {
  reference: string;
  cameFils: number | null;
  askedFils: number;
}

const LONGEST_REFERENCE = 60;
const LONGEST_WORD = 40;

const HERE: Record<LinkState, string> = {
  reserved: 'being made',
  unknown: 'checking',
  failed: 'not made or cancelled',
  open: 'open',
  reported: 'reported as paid, not confirmed',
  paid: 'paid',
  expired: 'expired',
};
/** What we know of the payment says more than the link's state. */
const HERE_BY_FINDING: Partial<Record<PaymentFinding, string>> = {
  partly: 'paid in part',
  mismatch: 'paid with another amount or currency',
  refunded: 'refunded',
};

/** One line of mrkdwn. */
export const describeDifference = (difference: DailyDifference): string => {
  switch (difference.is) {
    case 'twice':
      return `${code(difference.reference)}: *${difference.count} links* at the service under one reference`;
    case 'amount':
      return `${code(difference.reference)}: *${formatAed(difference.hereFils)}* here, *${formatAed(difference.thereFils)}* at the service`;
    case 'state':
      return `${code(difference.reference)}: *${nameHere(difference.here, difference.finding)}* here, *${escapeMrkdwn(cut(difference.there, LONGEST_WORD))}* at the service`;
    case 'not-listed':
      return `${code(difference.reference)}, ${formatAed(difference.fils)}: ${HERE[difference.here]} here, *not in the service’s list*`;
  }
};

/** `INV-7`: AED 200.00 of 250.00 received. */
export const describeShort = ({ reference, cameFils, askedFils }: ShownShort): string =>
  cameFils === null
    ? `${code(reference)}: *less than ${formatAed(askedFils)}* received`
    : `${code(reference)}: *${formatAed(cameFils)} of ${groupFils(askedFils)}* received`;

const nameHere = (state: LinkState, finding: PaymentFinding | null): string =>
  (finding === null ? undefined : HERE_BY_FINDING[finding]) ?? HERE[state];

const code = (text: string): string =>
  `\`${escapeMrkdwn(cut(text.replaceAll(/[`\s]+/g, ' '), LONGEST_REFERENCE))}\``;

/** `…and 3 links paid short`, of a list that was cut. */
export const sayMore = (count: number, one: string, many: string): string[] =>
  count <= 0 ? [] : [`…and ${count} ${count === 1 ? one : many}`];
