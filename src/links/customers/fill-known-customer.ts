import { formatAed, slackDay } from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { KnownCustomer } from '../../store/customer-store.ts';
import type { Link } from '../../store/link.ts';
import { displayStateOf } from '../card/display-state.ts';
import { toLatinName } from '../words/latin-name.ts';
import type { LinkFields } from '../words/pieces.ts';

/** What the form says of a customer who was here before, so that nobody sends to the wrong person unseen. */
export interface Recalled {
  /** Mrkdwn, one short line. */
  line: string;
  /** The link of what was bought last. */
  from: string;
  /** The person may make another link like that one. */
  canRepeat: boolean;
}

export interface Filling {
  values: LinkFields;
  recalled: Recalled;
}

export interface KnownTo {
  userId: string;
  /** The person sees everybody's customers by their role. */
  seesAll: boolean;
  /** The shop's own e-mail, which is nobody's; null: none. */
  shopEmail: string | null;
  timeZone: string;
}

const LONGEST_NOTES = 40;

/**
 * What an earlier link says of a customer. `typed`: what stands in the form and wins. `isDoubtful`: something typed has no
 * place yet, and may be the amount.
 */
export const fillKnownCustomer = (
  customer: KnownCustomer,
  typed: LinkFields,
  { isDoubtful, ...to }: KnownTo & { isDoubtful: boolean },
): Filling => {
  const bought = findBought(customer);
  const { details } = customer.last;
  const email = readEmail(customer, to.shopEmail);
  const recalled = describeKnown(customer, to);
  if (typed.FullName !== undefined && !isPerhapsSame(typed.FullName, details.FullName))
    return {
      values: {},
      recalled: { ...recalled, line: warnOfName(typed, customer.last), canRepeat: false },
    };
  return {
    values: {
      FullName: details.FullName,
      Phone: details.Phone,
      ...(email === null ? {} : { Email: email }),
      notes: bought.details.notes,
      ...(isDoubtful ? {} : { invoiceAmount: formatFils(bought.amountFils) }),
      ...typed,
    },
    recalled,
  };
};

/** The phone is one customer's and the e-mail another's: one of them was mistyped. */
export const warnOfTwo = (byPhone: KnownCustomer, byEmail: KnownCustomer, to: KnownTo): Filling => ({
  values: {},
  recalled: {
    ...describeKnown(byPhone, to),
    line: `⚠️ From earlier: this phone is *${nameOf(byPhone.last)}*’s and this e-mail *${nameOf(byEmail.last)}*’s. Nothing was filled in: check both.`,
    canRepeat: false,
  },
});

export const areTwoPeople = (one: KnownCustomer, other: KnownCustomer): boolean =>
  one.last.details.Phone !== other.last.details.Phone &&
  !isPerhapsSame(one.last.details.FullName, other.last.details.FullName);

/** What was bought last; of a phone that several people used, only by this one. */
function findBought({ last, lastPaid }: KnownCustomer): Link {
  return lastPaid && isPerhapsSame(lastPaid.details.FullName, last.details.FullName) ? lastPaid : last;
}

function readEmail({ last, hasEmail }: KnownCustomer, shopEmail: string | null): string | null {
  const { Email } = last.details;
  return hasEmail && Email.toLowerCase() !== shopEmail?.toLowerCase() ? Email : null;
}

function describeKnown(customer: KnownCustomer, { userId, seesAll, shopEmail, timeZone }: KnownTo): Recalled {
  const bought = findBought(customer);
  const email = readEmail(customer, shopEmail);
  const facts = [
    `*${nameOf(customer.last)}*`,
    ...(email === null ? [] : [escapeMrkdwn(email)]),
    describeBought(bought, timeZone),
  ];
  return {
    line: `From earlier: ${facts.join(', ')}`,
    from: bought.id,
    canRepeat: seesAll || bought.ownerId === userId,
  };
}

function describeBought(link: Link, timeZone: string): string {
  const { details, payment, amountFils, createdAt } = link;
  const what = `${formatAed(amountFils)} for ${escapeMrkdwn(cut(details.notes, LONGEST_NOTES))}`;
  const paidAt = payment?.happenedAt ?? payment?.noticedAt ?? createdAt;
  switch (displayStateOf(link)) {
    case 'paid':
      return `last paid ${what} on ${slackDay(paidAt, timeZone)}`;
    case 'refunded':
      return `last paid ${what} on ${slackDay(paidAt, timeZone)}, refunded`;
    default:
      return `last asked for ${what} on ${slackDay(createdAt, timeZone)}, not paid`;
  }
}

const warnOfName = ({ Phone }: LinkFields, last: Link): string =>
  `⚠️ From earlier: this ${Phone === undefined ? 'e-mail' : 'phone'} is *${nameOf(last)}*’s. Nothing was filled in: check it.`;

const nameOf = ({ details }: Link): string => escapeMrkdwn(details.FullName);

/** `Sara`, `sara k.` and `Sara Khan` may be the same; each word of the shorter begins one of the other. */
function isPerhapsSame(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [listWords(one), listWords(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return shorter.every((word) => longer.some((whole) => whole.startsWith(word) || word.startsWith(whole)));
}

const listWords = (name: string): string[] =>
  toLatinName(name)
    .toLowerCase()
    .split(/[\s./']+/)
    .filter((word) => word !== '');
