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
import { timeOf } from '../../store/link-payment.ts';
import type { Recalled } from '../form/form-metadata.ts';
import { isPaidInFull } from '../sale/display-state.ts';
import { rowOf } from '../sale/display-states.ts';
import { type LinkInSale, readSales } from '../sale/link-in-sale.ts';
import { readPhone } from '../words/find-phones.ts';
import type { LinkFields } from '../words/read-link-words.ts';

export interface Filling {
  /** Never an amount or a purpose: only a person decides about money. */
  values: LinkFields;
  recalled: Recalled;
  /** A link of theirs; null: it shows nothing that the person has not seen. */
  from: string | null;
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
  { members }: Request,
): Promise<CustomerScope> => {
  const seesAll = workspace.areCustomersShared || (await members.may(teamId, userId, 'use-any-link'));
  return { teamId, ownerId: seesAll ? null : userId };
};

/** By the phone or the e-mail among typed words; null: neither is known. Only reads our own store. */
export const recallByWords = async (
  asker: Asker,
  words: LinkFields,
  request: Request,
): Promise<Filling | null> => {
  const { Phone, Email } = words;
  if (Phone === undefined && Email === undefined) return null;
  const { customers } = request.store;
  const scope = await readScope(asker, request);
  // The shop's own identify no customer.
  const { defaultEmail, shopPhone } = asker.workspace;
  const isOfShop = Email?.toLowerCase() === defaultEmail?.toLowerCase();
  const number = Phone === undefined ? null : readPhone(Phone).number;
  const phone = number === shopPhone ? null : number;
  const email = Email === undefined || isOfShop ? null : Email;
  const [byPhone, byEmail] = await Promise.all([
    phone === null ? null : customers.recall(scope, { phone }),
    email === null ? null : customers.recall(scope, { email }),
  ]);
  if (byPhone && byEmail && areTwoPeople(byPhone, byEmail)) return warnOfTwo(byPhone, byEmail);
  const known = byPhone ?? byEmail;
  if (known === null) return null;
  return fillKnownCustomer(await withSales(known, { phone, email }, request), words, defaultEmail, request);
};

/** The customer that a person chose. Null: not theirs to find. */
export const recallByChoice = async (
  asker: Asker,
  linkId: string,
  request: Request,
): Promise<Filling | null> => {
  const { defaultEmail, shopPhone } = asker.workspace;
  const known = await request.store.customers.recallOf(await readScope(asker, request), linkId);
  if (known === null) return null;
  const { Phone: phone, Email } = known.last.details;
  const contacts = { phone: phone === shopPhone ? null : phone, email: known.hasEmail ? Email : null };
  return fillKnownCustomer(await withSales(known, contacts, request), {}, defaultEmail, request);
};

/** Of a form with the values of a link: what its customer has yet to pay. Null: nothing. */
export const recallOpen = async (link: Link, request: Request): Promise<Recalled | null> => {
  const { Phone: phone, Email: email } = link.details;
  const line = describeOwed(await readOwed(link, { phone, email }, request), request.timeZone);
  return line === null ? null : { line, offer: null };
};

/** More are a list for `/paylink find`. */
const MOST_OPEN = 3;
const OPEN_READ = 20;

type Contacts = Record<'phone' | 'email', string | null>;

/** `owed`: what is yet to be paid. */
type Customer = KnownCustomer & { lastSale: LinkInSale; owed: readonly LinkInSale[] };

const withSales = async (known: KnownCustomer, contacts: Contacts, request: Request): Promise<Customer> => {
  const [[lastSale], owed] = await Promise.all([
    readSales([findLastSale(known)], request.store.links),
    readOwed(known.last, contacts, request),
  ]);
  if (lastSale === undefined) throw new Error('a customer without a sale');
  return { ...known, lastSale, owed };
};

/** Of the customer with this name: several people may have a phone or an e-mail. */
const readOwed = async (
  { teamId, details: { FullName } }: Link,
  contacts: Contacts,
  { store: { customers, links } }: Request,
): Promise<LinkInSale[]> => {
  const sales = await readSales(await customers.openOf(teamId, contacts, OPEN_READ), links);
  return sales.filter(
    ({ sale, details }) => sale.toComeFils > 0 && countCustomers([FullName, details.FullName]) === 1,
  );
};

/** What the customer has yet to pay, whoever asked for it: `Sara also has AED 205.00 open`. */
const describeOwed = ([first, ...others]: readonly LinkInSale[], timeZone: string): string | null => {
  if (first === undefined) return null;
  const { details, createdAt } = first;
  const amounts = [first, ...others].map((one) => formatAed(one.sale.toComeFils));
  const since = `, for ${escapeMrkdwn(cut(details.notes, 40))} since ${slackDay(createdAt, timeZone)}`;
  return `${escapeMrkdwn(cut(firstNameOf(details), 50))} also has ${joinSome(amounts, MOST_OPEN)} open${others.length === 0 ? since : ''}`;
};

/** `typed`: by what the customer was recalled. */
function fillKnownCustomer(
  customer: Customer,
  typed: LinkFields,
  shopEmail: string | null,
  { timeZone }: Request,
): Filling {
  const { id: from, details } = customer.last;
  const { FullName, Phone } = details;
  if (typed.FullName !== undefined && !mayBeSamePerson(typed.FullName, FullName)) {
    const what = typed.Phone === undefined ? 'e-mail' : 'phone';
    return fillNothing(
      from,
      `this ${what} is *${nameOf(customer.last)}*’s. Nothing was filled in: check it.`,
    );
  }
  const email = findEmail(customer, shopEmail);
  const values = { FullName, Phone, ...(email === null ? {} : { Email: email }) };
  return { values, recalled: describeKnown(customer, timeZone), from };
}

/** The phone is one customer's and the e-mail another's: one of them was mistyped. */
const warnOfTwo = (byPhone: KnownCustomer, byEmail: KnownCustomer): Filling =>
  fillNothing(
    byPhone.last.id,
    `this phone is *${nameOf(byPhone.last)}*’s and this e-mail *${nameOf(byEmail.last)}*’s. Nothing was filled in: check both.`,
  );

const fillNothing = (from: string, why: string): Filling => ({
  values: {},
  recalled: { line: `⚠️ From earlier: ${why}`, offer: null },
  from,
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

function describeKnown({ last, lastSale, owed }: Customer, timeZone: string): Recalled {
  const { sale, details } = lastSale;
  const others = owed.filter(({ saleId }) => saleId !== lastSale.saleId);
  return {
    line: [
      `From earlier: *${nameOf(last)}*`,
      describeSale(lastSale, timeZone),
      describeOwed(others, timeZone) ?? [],
    ]
      .flat()
      .join('\n'),
    offer: { invoiceAmount: formatFils(sale.dueFils), notes: details.notes },
  };
}

function describeSale({ sale, details, createdAt }: LinkInSale, timeZone: string): string {
  const { dueFils, toComeFils, state } = sale;
  const what = `Last time ${formatAed(dueFils)} for ${escapeMrkdwn(cut(details.notes, 40))}`;
  const payment = sale.paid.at(-1)?.payment;
  if (payment && isPaidInFull(state)) return `${what}, paid on ${slackDay(timeOf(payment), timeZone)}`;
  const open = toComeFils === dueFils ? 'still open' : `${formatAed(toComeFils)} still open`;
  return `${what} on ${slackDay(createdAt, timeZone)}, ${toComeFils > 0 ? open : rowOf(state).label}`;
}

const nameOf = ({ details }: Link): string => escapeMrkdwn(details.FullName);

/** `Sara`, `sara k.` and `Sara Khan`: each word of the shorter begins one of the other, or the other way round. */
function mayBeSamePerson(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOfName(one), wordsOfName(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return shorter.every((word) => longer.some((whole) => whole.startsWith(word) || word.startsWith(whole)));
}

const wordsOfName = (name: string): string[] =>
  toLatinName(name)
    .toLowerCase()
    .split(/[\s./']+/)
    .filter((word) => word !== '');
