import { firstNameOf } from '../../blocks/customer.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { joinWords } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { describeDisplayState, describeWarning } from '../sale/describe-display-state.ts';
import { isPayable } from '../sale/display-state.ts';
import { alone, type InSale } from '../sale/link-in-sale.ts';

const nameLink = ({ invoiceId }: Link): string => escapeMrkdwn(cut(invoiceId, 100));

/** What a card says of the other links of its sale: what came with them, what is missing, and what can still be paid. Mrkdwn. */
export const describeOfSale = (link: Link & InSale, timeZone: string): string[] => {
  const { restOf, isRestPaid, paidBeside, missing, stillPayable } = link;
  const lines: string[] = [];
  const isForRest = restOf !== null && isPayable(link);
  if (restOf !== null) {
    const [due, paid] = [restOf.whole.amountFils, restOf.paidFils].map((fils) => formatAed(fils));
    lines.push(
      isRestPaid
        ? `With ${paid} paid before, ${due} is paid in full (${nameLink(restOf.whole)}).`
        : `For the rest of ${due} (${nameLink(restOf.whole)}): ${paid} was paid before.`,
    );
  }
  const isPart = (one: Link) => one.payment?.finding === 'partly';
  // That of the whole is told with the rest.
  const told = paidBeside.filter((one) => one.id !== restOf?.whole.id || !isPart(one));
  for (const one of told.toSorted((first, second) => first.saleOrder - second.saleOrder).map(alone)) {
    // What is missing of a part is asked for by now.
    const warning = restOf !== null && isPart(one) ? null : describeWarning(one);
    lines.push(
      `${describeDisplayState(one, timeZone)} · ${formatAed(one.amountFils)} · ${nameLink(one)}`,
      ...(warning === null ? [] : [warning]),
    );
  }
  if (missing !== null && paidBeside.length > 0 && isPayable(link) && !isForRest)
    lines.push(`*${formatAed(missing.fils)} is missing.*`);
  if (stillPayable.length > 0) lines.push(describeEarlier(stillPayable));
  return lines;
};

/** `Nora can still pay the first link (AED 510.00).` */
const describeEarlier = (earlier: readonly Link[]): string => {
  const amounts = joinWords([...new Set(earlier.map(({ amountFils }) => formatAed(amountFils)))], 'and');
  const [one] = earlier;
  const which =
    earlier.length > 1 ? 'the earlier links' : `the ${one?.saleOrder === 1 ? 'first' : 'earlier'} link`;
  const who =
    one?.details.erasedAt === undefined && one ? escapeMrkdwn(firstNameOf(one.details)) : 'The customer';
  return `${who} can still pay ${which} (${amounts}).`;
};
