import { buildMessage, type Message } from '../../blocks/message.ts';
import { formatAed } from '../../blocks/money-and-time.ts';

export interface MissingLink {
  invoiceId: string;
  amountFils: number | null;
}

/** More than a person reads; the message says how many there are. */
const MOST_NAMED = 20;

/** What an admin reads when the service lists links that this database lacks. */
export const buildMissingLinks = (missing: readonly MissingLink[]): Message => {
  const count = missing.length;
  const lines = missing
    .slice(0, MOST_NAMED)
    .map(
      ({ invoiceId, amountFils }) =>
        `• ${invoiceId}${amountFils === null ? '' : `: ${formatAed(amountFils)}`}`,
    );
  const more = count > MOST_NAMED ? [`• and ${count - MOST_NAMED} more`] : [];
  const [what, them, one] = count === 1 ? ['a link', 'it', 'it'] : [`${count} links`, 'them', 'one'];
  return buildMessage(
    [
      `⚠️ *The payment service has ${what} that Paylink no longer knows.* This happens when an older backup was restored.`,
      ...lines,
      ...more,
      `Customers can still pay ${them}, and Paylink won’t notice. To take ${one} back, submit its number and amount under \`/paylink\` → *More details*: Paylink then follows the same link.`,
    ].join('\n'),
  );
};
