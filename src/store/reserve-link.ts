import type { Kysely, Transaction } from 'kysely';
import { invoiceKey } from '../payment-service/identifiers.ts';
import { insertAuditEntry } from './audit-store.ts';
import { addShown, type Consent, recentAt, type ShownLink, whatIsNew } from './consent.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findAll, findInEach, lockName } from './engine/queries.ts';
import { type Link, type LinkDetails, parseLink } from './link.ts';
import { insertLinkEvent } from './link-changes.ts';
import { lastOfSale } from './link-relations.ts';
import { NOT_GIVEN_UP } from './link-states.ts';
import {
  buildEmailKey,
  buildLinkRow,
  buildPhoneKey,
  findInvoiceNumber,
  type NewLink,
  type NewLinkRow,
} from './new-link.ts';
import { changeCheck } from './planned-jobs.ts';
import type { LinkRow, Schema } from './schema.ts';
import { findAlike, listEarlier, type SaleKeys } from './similar-links.ts';
import { type LinkApproval, links } from './tables/links.ts';
import { readRules } from './workspace-rules.ts';

/** The sale a form requests. */
export type Sale = Pick<Link, 'amountFils' | 'details'>;

/**
 * Why nothing was written. `duplicates`: the person must be asked about these links first; `shown`: what counts as shown
 * to them once they have been. `invoice-id`: this link
 * holds the number. `form-used`: the form was already submitted, for this other sale.
 */
export type Conflict =
  | { because: 'duplicates'; duplicates: Link[]; shown: ShownLink[] }
  | { because: 'invoice-id'; holder: Link }
  | { because: 'form-used'; sale: Sale };

export type Reserved =
  /** `chosen`: the settings of the workspace as the link was written. */
  | { link: Link; isNew: true; chosen: object; conflict: null }
  | { link: Link; isNew: false; conflict: null }
  | { link: null; conflict: Conflict };

/** The link was ordered for another account than the one that new links belong to. Nothing was written. */
export class AccountChangedError extends Error {
  override name = 'AccountChangedError';

  constructor() {
    super('the link was ordered for another account');
  }
}

/** What makes a new link a request that a second person approves first. Its own number is Paylink's. */
export type NewRequest = Pick<LinkApproval, 'limitFils' | 'sumFils' | 'typedId'>;

/** `request`: it is only asked for, and nothing may be sent to the service. */
export const reserveLink = async (
  trx: Transaction<Schema>,
  database: StoreDatabase,
  link: NewLink,
  consent: Consent | null,
  { limit = null, request = null }: { limit?: CustomerLimit | null; request?: NewRequest | null } = {},
): Promise<Reserved> => {
  // If a form is submitted twice at once, the second submission waits.
  await lockName(trx, database, `form:${link.nonce}`);
  const { chosen, kept, shop, limitFils } = await readRules(trx, link.teamId);
  const row = buildLinkRow(link, shop);
  row.account = kept?.id ?? null;
  // An admin has confirmed another account since it was ordered.
  if (kept && link.account !== undefined && (link.account ?? kept.firstId) !== kept.id)
    throw new AccountChangedError();
  // Of two colleagues who submit at once, the second waits here and then sees the first one's link.
  await lockCustomer(trx, database, row);
  const ofForm = trx
    .selectFrom('links')
    .select('id')
    .where('nonce', '=', link.nonce)
    .unionAll(trx.selectFrom('links').select('id').where('repeatNonce', '=', link.nonce));
  const first = await trx.selectFrom('links').selectAll().where('id', 'in', ofForm).executeTakeFirst();
  if (first) return found(first, link);
  if (link.saleId !== null) await lockSale(trx, database, link.teamId, link.saleId);
  const duplicates =
    consent && (await findDuplicatesIn(trx, readSale(row, link.details, link.after), consent, link.at));
  if (duplicates) return { link: null, conflict: duplicates };
  const typedId = request ? request.typedId : link.invoiceIdIsOurs ? null : link.invoiceId;
  if (typedId !== null) {
    const number = await takeNumber(trx, database, link, typedId);
    if (number.conflict) return number;
    // A request only learns that nobody holds it.
    if (!request) Object.assign(row, number.columns);
  }
  if (limit) await keepCustomerLimit(trx, row, { limitFils, ...limit });
  if (link.saleId !== null) row.saleOrder = (await lastOfSale(trx, database, link.teamId, link.saleId)) + 1;
  const columns = request ? buildAsked(request, consent, link.at) : {};
  const inserted = await trx
    .insertInto('links')
    .values({ ...row, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertLinkEvent(trx, {
    id: link.id,
    version: 1,
    from: null,
    to: inserted.state,
    at: link.at,
    cause: request ? 'asked for approval' : 'form submitted',
  });
  if (!request && link.checkDueAt != null)
    await changeCheck(trx, link.id, { to: link.checkDueAt, attempts: 0, after: 'any' }, link.at);
  // In the same transaction: no link without its audit entry.
  if (request) await auditAsked(trx, link, request);
  else await auditMade(trx, link);
  return { link: parseLink(inserted), isNew: true, chosen, conflict: null };
};

const buildAsked = (request: NewRequest, consent: Consent | null, at: number) =>
  links.write({
    state: 'asked',
    approval: {
      ...request,
      ...{ shown: consent?.shown ?? [], askedAt: at, decidedBy: null, decidedAt: null },
    },
  });

const auditAsked = (
  trx: Transaction<Schema>,
  { id, teamId, creatorId, amountFils, at }: NewLink,
  { limitFils }: NewRequest,
): Promise<void> =>
  insertAuditEntry(trx, {
    id: `aud_asked_${id}`,
    ...{ teamId, at, actorId: creatorId, subject: id },
    action: 'link-asked',
    detail: { amountFils, limitFils },
  });

export const auditMade = (
  trx: Transaction<Schema>,
  {
    id,
    teamId,
    creatorId,
    amountFils,
    at,
  }: Pick<NewLink, 'id' | 'teamId' | 'creatorId' | 'amountFils' | 'at'>,
): Promise<void> =>
  insertAuditEntry(trx, {
    id: `aud_made_${id}`,
    ...{ teamId, at, actorId: creatorId, subject: id },
    action: 'link-made',
    detail: { amountFils },
  });

/** The number to send for one that a person typed, which stays free until the transaction ends; or who holds it. */
export const takeNumber = async (
  trx: Transaction<Schema>,
  database: StoreDatabase,
  { teamId, saleId }: Pick<NewLink, 'teamId' | 'saleId'>,
  typedId: string,
): Promise<
  | { link: null; conflict: Extract<Conflict, { because: 'invoice-id' }> }
  | { conflict: null; columns: Pick<LinkRow, 'invoiceId' | 'invoiceKey' | 'invoiceIdAsked'> }
> => {
  await lockName(trx, database, `invoice:${teamId}`);
  const { invoiceId, asked, heldBy } = await findInvoiceNumber(trx, teamId, typedId, saleId);
  if (heldBy) return { link: null, conflict: { because: 'invoice-id', holder: heldBy } };
  return {
    conflict: null,
    columns: { invoiceId, invoiceKey: invoiceKey(invoiceId), invoiceIdAsked: asked },
  };
};

/** A form belongs to one workspace: its nonce, sent from another one, finds nothing. */
function found(row: LinkRow, asked: Sale & Pick<NewLink, 'teamId'>): Reserved {
  if (row.teamId !== asked.teamId) throw new Error('the form is another workspace’s');
  const link = parseLink(row);
  return isSameSale(link, asked)
    ? { link, isNew: false, conflict: null }
    : { link: null, conflict: { because: 'form-used', sale: link } };
}

/** The same amount for the same customer. An erased customer has no data left to compare. */
export const isSameSale = (one: Sale, other: Sale): boolean =>
  one.amountFils === other.amountFils &&
  (one.details.erasedAt !== undefined ||
    (buildEmailKey(one.details.Email) === buildEmailKey(other.details.Email) &&
      buildPhoneKey(one.details.Phone) === buildPhoneKey(other.details.Phone)));

/**
 * The links that the person has not agreed to, newest first; null: none. Links the service refused to create never
 * existed, so they do not count.
 */
export async function findDuplicatesIn(
  on: Kysely<Schema>,
  { teamId, batchId, after, ...sale }: AskedSale,
  consent: Consent,
  now: number,
): Promise<Extract<Conflict, { because: 'duplicates' }> | null> {
  const [alike = []] = await findAlike(on, teamId, [sale], { recent: recentAt(consent), now });
  const others = await findWhateverAmount(on, teamId, after, consent);
  const all = [...alike, ...others.filter(({ id }) => !alike.some((link) => link.id === id))];
  const links = await leaveOutOfBatch(on, batchId, all);
  const duplicates = whatIsNew(consent.shown, links);
  if (duplicates.length === 0) return null;
  return { because: 'duplicates', duplicates, shown: addShown(consent.shown, links) };
}

/** Duplicates within a batch were shown in its preview, and those of the batch that it repeats are other sales. */
const leaveOutOfBatch = async (
  on: Kysely<Schema>,
  batchId: string | null,
  links: readonly Link[],
): Promise<readonly Link[]> => {
  if (batchId === null || links.every((link) => link.batchId === undefined)) return links;
  const earlier = await listEarlier(on, batchId);
  return links.filter((link) => !earlier.has(link.batchId ?? ''));
};

interface AskedSale extends SaleKeys {
  teamId: string;
  batchId: string | null;
  /** The newest link of its sale that the person saw. */
  after?: string | undefined;
}

/**
 * What was shown counts whatever its amount: a link in doubt may be replaced by one for another amount. So does what somebody
 * made of the same sale since.
 */
const findWhateverAmount = async (
  on: Kysely<Schema>,
  teamId: string,
  after: string | undefined,
  consent: Consent,
): Promise<Link[]> => {
  const shown = consent.shown.map(({ id }) => id);
  if (shown.length === 0 && after === undefined) return [];
  const ofTeam = on.selectFrom('links').where('teamId', '=', teamId);
  return findAll(
    ofTeam
      .selectAll()
      .where((link) =>
        link.or([
          ...(shown.length === 0 ? [] : [link('id', 'in', shown)]),
          ...(after === undefined
            ? []
            : [
                link.and([
                  link('saleId', '=', ofTeam.select('saleId').where('id', '=', after)),
                  link('saleOrder', '>', ofTeam.select('saleOrder').where('id', '=', after)),
                ]),
              ]),
        ]),
      ),
    parseLink,
  );
};

export const readSale = (
  { teamId, batchId, creatorId, amountFils, phoneKey, emailKey }: NewLinkRow,
  { FullName: name }: LinkDetails,
  after?: string,
): AskedSale => {
  const by = batchId === null ? creatorId : null;
  return { teamId, batchId, amountFils, phoneKey, emailKey, name, by, after };
};

/** The total one customer's links may reach before a second person must approve. */
export interface CustomerLimit {
  /** Null: no limit. Absent: the workspace's, as it is when the link is written. */
  limitFils?: number | null;
  /** Links older than this do not count, in milliseconds since the epoch. */
  since: number;
}

/** This link would take the customer's total above the limit. Nothing was written. */
export class AboveCustomerLimitError extends Error {
  override name = 'AboveCustomerLimitError';
  readonly limitFils: number;
  /** The total including this link. */
  readonly sumFils: number;

  constructor(limitFils: number, sumFils: number) {
    super('the links of this customer exceed the limit');
    this.limitFils = limitFils;
    this.sumFils = sumFils;
  }
}

type Customer = Pick<LinkRow, 'teamId' | 'emailKey' | 'phoneKey' | 'amountFils' | 'saleId'>;

/** Two links for one customer are written one after the other. The phone before the e-mail, always, to prevent deadlocks. */
export const lockCustomer = async (
  trx: Transaction<Schema>,
  database: StoreDatabase,
  { teamId, phoneKey, emailKey }: Pick<LinkRow, 'teamId' | 'phoneKey' | 'emailKey'>,
): Promise<void> => {
  for (const key of [phoneKey, emailKey])
    if (key !== null) await lockName(trx, database, `customer:${teamId}:${key}`);
};

/** Of two people who make the next link of a sale, the second waits here and then sees the first one’s. */
export const lockSale = (
  trx: Transaction<Schema>,
  database: StoreDatabase,
  teamId: string,
  saleId: string,
): Promise<void> => lockName(trx, database, `sale:${teamId}:${saleId}`);

/**
 * Throws `AboveCustomerLimitError` if this link takes the total of the customer's links since `since` above the limit.
 * Counts everybody's links in every state but `failed`. Call it in the transaction that writes the link, once the customer is
 * locked, so that of two at the same moment the second sees the first.
 */
export const keepCustomerLimit = async (
  trx: Transaction<Schema>,
  link: Customer,
  { limitFils, since }: Required<CustomerLimit>,
): Promise<void> => {
  if (limitFils === null) return;
  if (link.amountFils > limitFils) throw new AboveCustomerLimitError(limitFils, link.amountFils);
  const keys = [
    ...(link.phoneKey === null ? [] : [['phoneKey', link.phoneKey] as const]),
    // The shop's own e-mail, used for customers without one, has no key.
    ...(link.emailKey === null ? [] : [['emailKey', link.emailKey] as const]),
  ];
  // A sale asks for the money once, however many links it has.
  const sales = new Map([[link.saleId, link.amountFils]]);
  const ofKeys = keys.map(([column, key]) =>
    trx
      .selectFrom('links')
      .select(['saleId', 'amountFils'])
      .where('teamId', '=', link.teamId)
      .where(column, '=', key)
      .where('createdAt', '>=', since)
      .where('state', 'in', NOT_GIVEN_UP),
  );
  for (const { saleId, amountFils } of await findInEach(trx, ofKeys))
    sales.set(saleId, Math.max(amountFils, sales.get(saleId) ?? 0));
  const sumFils = [...sales.values()].reduce((sum, fils) => sum + fils, 0);
  if (sumFils > limitFils) throw new AboveCustomerLimitError(limitFils, sumFils);
};
