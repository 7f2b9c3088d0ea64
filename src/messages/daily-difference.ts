import { formatAed } from './money-and-time.ts';
import { cut, escapeMrkdwn } from './text.ts';

/** One thing in which Paylink and the service do not agree; amounts in fils. */
export type ShownDifference =
  | { is: 'twice'; reference: string; count: number }
  | { is: 'amount'; reference: string; hereFils: number; thereFils: number }
  | { is: 'state'; reference: string; here: string; there: string }
  | { is: 'not-listed'; reference: string; fils: number; here: string }
  | { is: 'not-here'; reference: string | null; orderId: string | null; fils: number | null };

const LONGEST_REFERENCE = 60;
const LONGEST_WORD = 40;

const HERE: Record<string, string> = {
  unknown: 'not known whether it was made',
  failed: 'failed',
  open: 'open',
  reported: 'reported as paid, not confirmed',
  paid: 'paid',
  expired: 'expired',
};

/** mrkdwn of one line. */
export const describeDifference = (difference: ShownDifference): string => {
  switch (difference.is) {
    case 'twice':
      return `${code(difference.reference)}: *${difference.count} links* at the service under one reference`;
    case 'amount':
      return `${code(difference.reference)}: *${formatAed(difference.hereFils)}* here, *${formatAed(difference.thereFils)}* at the service`;
    case 'state':
      return `${code(difference.reference)}: *${nameHere(difference.here)}* here, *${escapeMrkdwn(cut(difference.there, LONGEST_WORD))}* at the service`;
    case 'not-listed':
      return `${code(difference.reference)}, ${formatAed(difference.fils)}: ${nameHere(difference.here)} here, *not in the service’s list*`;
    case 'not-here': {
      const amount = difference.fils === null ? '' : `, ${formatAed(difference.fils)}`;
      return `${nameListed(difference)}${amount}: in the service’s list, *not made with Paylink*`;
    }
  }
};

function nameListed({ reference, orderId }: { reference: string | null; orderId: string | null }): string {
  if (reference !== null) return code(reference);
  return orderId === null ? 'A link without a reference' : `Order ${code(orderId)}`;
}

const nameHere = (state: string): string => HERE[state] ?? state;

const code = (text: string): string =>
  `\`${escapeMrkdwn(cut(text.replaceAll(/[`\s]+/g, ' '), LONGEST_REFERENCE))}\``;
