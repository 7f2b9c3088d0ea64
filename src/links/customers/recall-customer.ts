import type { Request } from '../../app-parts.ts';
import { firstNameOf } from '../../blocks/customer.ts';
import { formatAed, slackDay } from '../../blocks/money-and-time.ts';
import { toLatinName } from '../../blocks/plain-text.ts';
import { joinSome } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import type { CustomerScope, KnownCustomer } from '../../store/customer-store.ts';
import { countCustomers } from '../../store/like-names.ts';
import type { Link } from '../../store/link.ts';
import { displayStateOf } from '../sale/display-state.ts';
import { readPhone } from '../words/find-phones.ts';
import type { LinkFields } from '../words/read-link-words.ts';

/** What the form says about a returning customer, so that nobody sends to the wrong person unseen. */
export interface Recalled {
  /** Mrkdwn, one short line. */
  line: string;
  /** The link of the last sale. */
  from: string;
  /** The person may make another link like that one. */
  canRepeat: boolean;
}

export interface Filling {
  values: LinkFields;
  recalled: Recalled;
}

interface Viewer {
  userId: string;
  /** The person's role shows them everybody's customers. */
  seesAll: boolean;
  /** The shop's own e-mail, which identifies no customer; null: none. */
  shopEmail: string | null;
  /** Its own phone; likewise. */
  shopPhone: string | null;
  timeZone: string;
}

interface Asker {
  teamId: string;
  userId: string;
  /** Its settings. */
  workspace: WorkspaceSettings;
}

/** Whose customers a person may find: a cashier's own, or everybody's where the workspace allows it. */
export const readScope = async (
  { teamId, userId, workspace }: Asker,
  { members, timeZone }: Request,
): Promise<{ scope: CustomerScope; to: Viewer }> => {
  const seesAll = await members.may(teamId, userId, 'use-any-link');
  const { areCustomersShared, defaultEmail: shopEmail, shopPhone } = workspace;
  const ownerId = seesAll || areCustomersShared ? null : userId;
  return { scope: { teamId, ownerId }, to: { userId, seesAll, shopEmail, shopPhone, timeZone } };
};

/** By the phone or the e-mail among typed words; null: neither is known. Only reads our own store. */
export const recallByWords = async (
  asker: Asker,
  { words, isDoubtful }: { words: LinkFields; isDoubtful: boolean },
  request: Request,
): Promise<Filling | null> => {
  const { Phone, Email } = words;
  if (Phone === undefined && Email === undefined) return null;
  const { customers } = request.store;
  const { scope, to } = await readScope(asker, request);
  const isOfShop = Email?.toLowerCase() === to.shopEmail?.toLowerCase();
  const number = Phone === undefined ? null : readPhone(Phone).number;
  const phone = number === to.shopPhone ? null : number;
  const email = Email === undefined || isOfShop ? null : Email;
  const [byPhone, byEmail, open] = await Promise.all([
    phone === null ? null : customers.recall(scope, { phone }),
    email === null ? null : customers.recall(scope, { email }),
    customers.openOf(asker.teamId, { phone, email }, OPEN_READ),
  ]);
  if (byPhone && byEmail && areTwoPeople(byPhone, byEmail)) return warnOfTwo(byPhone, byEmail, to);
  const customer = byPhone ?? byEmail;
  if (customer === null) return null;
  return fillKnownCustomer(customer, words, { ...to, isDoubtful, owed: findOwed(customer.last, open) });
};

/** The customer that a person chose. `typed`: the fields that the choice leaves alone. Null: not theirs to find. */
export const recallByChoice = async (
  asker: Asker,
  { linkId, typed }: { linkId: string; typed: LinkFields },
  request: Request,
): Promise<Filling | null> => {
  const { scope, to } = await readScope(asker, request);
  const { customers } = request.store;
  const customer = await customers.recallOf(scope, linkId);
  if (customer === null) return null;
  const { last, hasEmail } = customer;
  const { Phone: phone, Email } = last.details;
  const contacts = { phone: phone === to.shopPhone ? null : phone, email: hasEmail ? Email : null };
  const open = await customers.openOf(asker.teamId, contacts, OPEN_READ);
  return fillKnownCustomer(customer, typed, {
    ...to,
    isDoubtful: false,
    owed: findOwed(customer.last, open),
  });
};

/** Of a form with the values of a link: what its customer has yet to pay. Null: nothing. */
export const recallOpen = async (
  link: Link,
  { store: { customers }, timeZone }: Request,
): Promise<Recalled | null> => {
  const { Phone: phone, Email: email } = link.details;
  const open = await customers.openOf(link.teamId, { phone, email }, OPEN_READ);
  const [first, ...others] = findOwed(link, open);
  if (first === undefined) return null;
  return { line: describeOwed([first, ...others], timeZone), from: link.id, canRepeat: false };
};

/** More are a list for `/paylink find`. */
const MOST_OPEN = 3;
const OPEN_READ = 20;

/** Of the links with the customer's phone or e-mail, which several people may have. */
const findOwed = ({ details: { FullName } }: Link, open: readonly Link[]): Link[] =>
  open.filter(({ details }) => countCustomers([FullName, details.FullName]) === 1);

/** What the customer has yet to pay, whoever asked for it: `Sara also has AED 205.00 open`. */
const describeOwed = ([first, ...others]: readonly [Link, ...Link[]], timeZone: string): string => {
  const who = escapeMrkdwn(cut(firstNameOf(first.details), 50));
  if (others.length === 0)
    return `${who} also has ${formatAed(first.amountFils)} open, for ${escapeMrkdwn(cut(first.details.notes, 40))} since ${slackDay(first.createdAt, timeZone)}`;
  const amounts = [first, ...others].map(({ amountFils }) => formatAed(amountFils));
  return `${who} also has ${joinSome(amounts, MOST_OPEN)} open`;
};

/** `typed` wins. `isDoubtful`: something typed fits no field, and may be the amount. `owed`: what is yet to be paid. */
function fillKnownCustomer(
  customer: KnownCustomer,
  typed: LinkFields,
  { isDoubtful, owed, ...to }: Viewer & { isDoubtful: boolean; owed: readonly Link[] },
): Filling {
  const { last } = customer;
  const lastSale = findLastSale(customer);
  const email = findEmail(customer, to.shopEmail);
  const recalled = describeKnown(customer, to, owed);
  if (typed.FullName !== undefined && !mayBeSamePerson(typed.FullName, last.details.FullName)) {
    const what = typed.Phone === undefined ? 'e-mail' : 'phone';
    const line = `⚠️ From earlier: this ${what} is *${nameOf(last)}*’s. Nothing was filled in: check it.`;
    return { values: {}, recalled: { ...recalled, line, canRepeat: false } };
  }
  return {
    values: {
      FullName: last.details.FullName,
      Phone: last.details.Phone,
      ...(email === null ? {} : { Email: email }),
      notes: lastSale.details.notes,
      ...(isDoubtful ? {} : { invoiceAmount: formatFils(lastSale.amountFils) }),
      ...typed,
    },
    recalled,
  };
}

/** The phone is one customer's and the e-mail another's: one of them was mistyped. */
const warnOfTwo = (byPhone: KnownCustomer, byEmail: KnownCustomer, to: Viewer): Filling => ({
  values: {},
  recalled: {
    ...describeKnown(byPhone, to, []),
    line: `⚠️ From earlier: this phone is *${nameOf(byPhone.last)}*’s and this e-mail *${nameOf(byEmail.last)}*’s. Nothing was filled in: check both.`,
    canRepeat: false,
  },
});

const areTwoPeople = (one: KnownCustomer, other: KnownCustomer): boolean =>
  one.last.details.Phone !== other.last.details.Phone &&
  !mayBeSamePerson(one.last.details.FullName, other.last.details.FullName);

/** Several people may use one phone: a sale paid by somebody else does not count. */
const findLastSale = ({ last, lastPaid }: KnownCustomer): Link =>
  lastPaid && mayBeSamePerson(lastPaid.details.FullName, last.details.FullName) ? lastPaid : last;

const findEmail = ({ last, hasEmail }: KnownCustomer, shopEmail: string | null): string | null => {
  const { Email } = last.details;
  return hasEmail && Email.toLowerCase() !== shopEmail?.toLowerCase() ? Email : null;
};

function describeKnown(
  customer: KnownCustomer,
  { userId, seesAll, shopEmail, timeZone }: Viewer,
  [owed, ...more]: readonly Link[],
): Recalled {
  const lastSale = findLastSale(customer);
  const email = findEmail(customer, shopEmail);
  const facts = [
    `*${nameOf(customer.last)}*`,
    ...(email === null ? [] : [escapeMrkdwn(email)]),
    // What is open is said below, once.
    ...([owed, ...more].some((link) => link?.id === lastSale.id) ? [] : [describeSale(lastSale, timeZone)]),
  ];
  const open = owed === undefined ? [] : [describeOwed([owed, ...more], timeZone)];
  return {
    line: [`From earlier: ${facts.join(', ')}`, ...open].join('\n'),
    from: lastSale.id,
    canRepeat: seesAll || lastSale.ownerId === userId,
  };
}

function describeSale(link: Link, timeZone: string): string {
  const { details, payment, amountFils, createdAt } = link;
  const what = `${formatAed(amountFils)} for ${escapeMrkdwn(cut(details.notes, 40))}`;
  const paidAt = payment?.happenedAt ?? payment?.noticedAt ?? createdAt;
  switch (displayStateOf(link)) {
    case 'paid':
    case 'doubted':
      return `last paid ${what} on ${slackDay(paidAt, timeZone)}`;
    case 'refunded':
      return `last paid ${what} on ${slackDay(paidAt, timeZone)}, refunded`;
    case 'disputed':
      return `last paid ${what} on ${slackDay(paidAt, timeZone)}, and disputed it with their bank`;
    default:
      return `last asked for ${what} on ${slackDay(createdAt, timeZone)}, not paid`;
  }
}

const nameOf = ({ details }: Link): string => escapeMrkdwn(details.FullName);

/** `Sara`, `sara k.` and `Sara Khan`: each word of the shorter begins one of the other, or the other way round. */
function mayBeSamePerson(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [splitName(one), splitName(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return shorter.every((word) => longer.some((whole) => whole.startsWith(word) || word.startsWith(whole)));
}

const splitName = (name: string): string[] =>
  toLatinName(name)
    .toLowerCase()
    .split(/[\s./']+/)
    .filter((word) => word !== '');
