import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { invoiceKey } from '../payment-service/identifiers.ts';
import { type Link, type LinkDetails, type LinkOrder, parseLink } from './link.ts';
import { holdsNumber } from './link-states.ts';
import type { LinkRow, Schema } from './schema.ts';
import { links } from './tables/links.ts';

export interface NewLink extends LinkOrder {
  id: string;
  invoiceId: string;
  invoiceIdIsOurs: boolean;
  /** SHA-256 in hex; the token itself is never stored. */
  callbackTokenHash: string;
  amountFils: number;
  details: LinkDetails;
  /** When another process may assume that the creating process died before the service answered. */
  checkDueAt?: number | null;
  /** The newest link of its sale that the person saw. */
  after?: string;
  /** Absent: the creator. */
  ownerId?: string;
  at: number;
}

/** The shop's own e-mail and phone (E.164), which identify no customer; null: none is known. */
export type ShopContacts = Record<'email' | 'phone', string | null>;

/** What a customer is known by. Null: it is the shop's own. */
export const buildCustomerKeys = (
  { Email, Phone }: Pick<LinkDetails, 'Email' | 'Phone'>,
  { email, phone }: ShopContacts,
): { emailKey: string | null; phoneKey: string | null } => {
  const unlessOwn = (key: string, own: string | null) => (key === own ? null : key);
  return {
    emailKey: unlessOwn(buildEmailKey(Email), email === null ? null : buildEmailKey(email)),
    phoneKey: unlessOwn(buildPhoneKey(Phone), phone === null ? null : buildPhoneKey(phone)),
  };
};

/** The row of a link that the service does not know yet. */
export const buildLinkRow = (link: NewLink, shop: ShopContacts) =>
  links.write({
    id: link.id,
    nonce: link.nonce,
    teamId: link.teamId,
    channelId: link.channelId,
    threadTs: link.threadTs,
    creatorId: link.creatorId,
    creatorName: link.creatorName,
    ownerId: link.ownerId ?? link.creatorId,
    expiresAt: link.expiresAt,
    saleId: link.saleId ?? link.id,
    saleOrder: 1,
    account: link.account ?? null,
    batchId: link.batchId ?? null,
    invoiceId: link.invoiceId,
    invoiceIdIsOurs: link.invoiceIdIsOurs,
    invoiceIdAsked: null as string | null,
    invoiceKey: invoiceKey(link.invoiceId),
    callbackTokenHash: link.callbackTokenHash,
    state: 'reserved',
    version: 1,
    amountFils: link.amountFils,
    details: link.details,
    ...buildCustomerKeys(link.details, shop),
    customer: buildCustomerText(link.details, shop),
    askedAt: link.at,
    createdAt: link.at,
    updatedAt: link.at,
  });

export type NewLinkRow = ReturnType<typeof buildLinkRow>;

/** The column is in an index, and PostgreSQL takes no more than 2,700 bytes there. */
const MAX_CUSTOMER_LENGTH = 300;

/** ` sara khan 971501234567 sara@example.com `, with a space at both ends so that every word has one around it. */
function buildCustomerText(details: NewLink['details'], shop: ShopContacts): string {
  const { FullName, Phone, Email } = details;
  const { phoneKey, emailKey } = buildCustomerKeys(details, shop);
  const parts = [
    FullName,
    ...(phoneKey === null ? [] : [Phone.replaceAll(/\D/g, '')]),
    ...(emailKey === null ? [] : [Email]),
  ];
  const text = parts.join(' ').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return ` ${text.slice(0, MAX_CUSTOMER_LENGTH)} `;
}

/** The same key whatever case the address was typed in. Gmail delivers with and without dots, and whatever follows a plus. */
export function buildEmailKey(email: string): string {
  const address = email.trim().toLowerCase();
  const [, name = '', host] = /^([^@+]+)[^@]*@(gmail|googlemail)\.com$/.exec(address) ?? [];
  return hash(host === undefined ? address : `${name.replaceAll('.', '')}@gmail.com`);
}

/**
 * The same key whatever spacing the number was typed with. Numbers that parse are already E.164; others may be in
 * Arabic digits.
 */
export function buildPhoneKey(phone: string): string {
  return hash(phone.replace(/[^\p{Nd}+]/gu, ''));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a typed number becomes: itself, `INV-7-2` if earlier links used it, or blocked by the link that holds it. */
type InvoiceNumber =
  | { invoiceId: string; asked: string | null; heldBy: null }
  | { invoiceId: null; asked: null; heldBy: Link };

/** Finds the number to send for the one that the user typed, given all links of the workspace. */
export const findInvoiceNumber = async (
  trx: Transaction<Schema>,
  teamId: string,
  typed: string,
  saleId: string | null,
): Promise<InvoiceNumber> => {
  const [same, family] = await findFamily(trx, teamId, typed);
  if (same === null && family.length === 0) return { invoiceId: typed, asked: null, heldBy: null };
  const holder =
    // The next link of a sale is for the same invoice.
    family.find((row) => holdsNumber(row.state) && row.saleId !== saleId) ??
    family.find((row) => isUsedElsewhere(parseLink(row)));
  if (holder) return { invoiceId: null, asked: null, heldBy: parseLink(holder) };
  return { ...(await findNextNumber(trx, teamId, typed)), heldBy: null };
};

/** The next free number after the one that a user typed: `INV-7-2`, `INV-7-3` and so on. */
export const findNextNumber = async (
  trx: Transaction<Schema>,
  teamId: string,
  typed: string,
): Promise<{ invoiceId: string; asked: string }> => {
  const [same, family] = await findFamily(trx, teamId, typed);
  const asked = same?.invoiceIdAsked ?? same?.invoiceId ?? typed;
  for (let time = family.length + 1; ; time += 1) {
    const invoiceId = `${asked}-${time}`;
    if ((await findByNumber(trx, teamId, invoiceId)) === null) return { invoiceId, asked };
  }
};

/**
 * The link with this number, and all links of its invoice: if `INV-7-2` was sent for `INV-7`, typing `INV-7-2` means the same
 * invoice.
 */
async function findFamily(
  trx: Transaction<Schema>,
  teamId: string,
  typed: string,
): Promise<[same: LinkRow | null, family: LinkRow[]]> {
  const same = await findByNumber(trx, teamId, typed);
  const asked = same?.invoiceIdAsked ?? same?.invoiceId ?? typed;
  const first = same?.invoiceIdAsked == null ? same : await findByNumber(trx, teamId, asked);
  const later = await trx
    .selectFrom('links')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('invoiceIdAsked', '=', asked)
    .orderBy('createdAt', 'desc')
    .execute();
  return [same, [...(first ? [first] : []), ...later]];
}

const findByNumber = async (
  trx: Transaction<Schema>,
  teamId: string,
  invoiceId: string,
): Promise<LinkRow | null> =>
  (await trx
    .selectFrom('links')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('invoiceKey', '=', invoiceKey(invoiceId))
    .executeTakeFirst()) ?? null;

/** The service rejected the number: a link that was not created here has it and may still be payable. */
export const isUsedElsewhere = ({ failure }: Pick<Link, 'failure'>): boolean =>
  failure?.field === 'Invoice_Id' && failure.isAboutValues === true;
