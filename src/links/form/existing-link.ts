import { formatAed } from '../../blocks/money-and-time.ts';
import { escapeMrkdwn } from '../../blocks/text.ts';
import type { LinkFailure } from '../../store/link.ts';

/** Slack cuts long text, and half an address is worse than none. */
const LONGEST_SHOWN = 1_500;

/** The bare address, so that people copy exactly what they read. */
export const formatAddress = (address: string): string =>
  escapeMrkdwn(address).length > LONGEST_SHOWN
    ? '_The address is too long to be shown here._'
    : `<${escapeMrkdwn(address).replaceAll('|', '%7C')}>`;

/** The link that already holds a reference, on its own line; empty when the failure names none. */
export const formatExisting = ({ existing }: LinkFailure, invoiceId: string): string => {
  if (!existing) return '';
  const amount = existing.amountFils === null ? 'a link' : `a link of ${formatAed(existing.amountFils)}`;
  const address = existing.address === null ? '' : `: ${formatAddress(existing.address)}`;
  return `\n${escapeMrkdwn(invoiceId)} already belongs to ${amount}${address}`;
};
