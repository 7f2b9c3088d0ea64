import type { Transaction } from 'kysely';
import { invoiceKey } from '../payment-service/identifiers.ts';
import type { Consent } from './consent.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { lockName } from './engine/queries.ts';
import { type Link, type LinkDetails, linkDetailsSchema, parseLink } from './link.ts';
import { lockLinkOf, writeLink } from './link-changes.ts';
import { lastOfSale } from './link-relations.ts';
import { isGivenUp, isRequest } from './link-states.ts';
import { buildLinkRow, findNextNumber, isUsedElsewhere, type NewLink } from './new-link.ts';
import {
  type CustomerLimit,
  findDuplicatesIn,
  keepCustomerLimit,
  lockCustomer,
  lockSale,
  type Reserved,
  readSale,
} from './reserve-link.ts';
import type { LinkRow, Schema } from './schema.ts';
import { readRules } from './workspace-rules.ts';

/**
 * Reserves a link that was not made once more, for the same order and under the same number, so that the service cannot make it
 * twice. Only a number that the service says another link has is followed by the next. A link that is known to exist meanwhile,
 * or may, is returned with `isNew: false`. Null, and nothing written: the order was changed, or its link ended. `order`: with the id of
 * that link; its own number counts only if a person typed it.
 */
export const repeatLink = async (
  trx: Transaction<Schema>,
  database: StoreDatabase,
  order: NewLink,
  consent: Consent,
  limit: CustomerLimit | null,
): Promise<Reserved | null> => {
  // The same locks in the same order as for a new link.
  const { chosen, kept, shop, limitFils } = await readRules(trx, order.teamId);
  const asRow = buildLinkRow(order, shop);
  await lockCustomer(trx, database, asRow);
  if (order.saleId !== null) await lockSale(trx, database, order.teamId, order.saleId);
  if (!order.invoiceIdIsOurs) await lockName(trx, database, `invoice:${order.teamId}`);
  const row = await lockLinkOf(trx, database, { teamId: order.teamId, id: order.id });
  const link = parseLink(row);
  if (!isSameOrder(link, order) || (kept && (row.account ?? kept.firstId) !== kept.id)) return null;
  if (isRequest(link.state)) return null;
  if (!isGivenUp(link.state)) return link.state === 'expired' ? null : { link, isNew: false, conflict: null };
  // It existed, and was cancelled at the service; or the service refused its number.
  const isOver = row.address !== null || row.orderId !== null || row.payment !== null;
  if (isOver || isUsedElsewhere(link)) return null;
  const duplicates = await findDuplicatesIn(
    trx,
    readSale(row, order.details, order.after),
    consent,
    order.at,
  );
  if (duplicates) return { link: null, conflict: duplicates };
  // A second person may have agreed to this order, whatever the limit.
  if (limit && link.approval === null) await keepCustomerLimit(trx, row, { limitFils, ...limit });
  if (order.saleId !== null && order.saleId !== row.saleId) await joinSales(trx, database, row, order.saleId);
  // Later than the first time, even if the clock was set back.
  const askedAt = Math.max(order.at, row.createdAt + 1);
  const again = await writeLink(
    trx,
    row,
    {
      ...{ id: row.id, at: order.at, cause: 'requested again' },
      check: { to: order.checkDueAt ?? null, attempts: 0, after: 'any' },
    },
    {
      state: 'reserved',
      ...(await chooseNumber(trx, link)),
      failure: null,
      repeatNonce: order.nonce,
      askedAt,
      callbackTokenHash: order.callbackTokenHash,
      channelId: order.channelId,
      threadTs: order.threadTs,
    },
  );
  return { link: again, isNew: true, chosen, conflict: null };
};

/** The person said, of links that they were shown, that they are for the same sale. */
const joinSales = async (
  trx: Transaction<Schema>,
  database: StoreDatabase,
  { teamId, saleId }: LinkRow,
  into: string,
): Promise<void> => {
  const last = await lastOfSale(trx, database, teamId, into);
  await trx
    .updateTable('links')
    .set({ saleId: into, saleOrder: sql`sale_order + ${last}` })
    .where('teamId', '=', teamId)
    .where('saleId', '=', saleId)
    .execute();
};

const chooseNumber = async (trx: Transaction<Schema>, link: Link): Promise<Partial<LinkRow>> => {
  if (link.failure?.doubt !== 'number-taken') return {};
  const { invoiceId, asked } = await findNextNumber(trx, link.teamId, link.invoiceId);
  return { invoiceId, invoiceKey: invoiceKey(invoiceId), invoiceIdAsked: asked };
};

function isSameOrder(link: Link, order: NewLink): boolean {
  const number = order.invoiceIdIsOurs ? null : invoiceKey(order.invoiceId);
  const isSameNumber = link.invoiceIdIsOurs
    ? number === null
    : number === invoiceKey(link.invoiceIdAsked ?? link.invoiceId) || number === invoiceKey(link.invoiceId);
  return (
    isSameNumber &&
    link.details.erasedAt === undefined &&
    link.amountFils === order.amountFils &&
    link.expiresAt === order.expiresAt &&
    describeDetails(link.details) === describeDetails(order.details)
  );
}

/** As stored, so that fields that the schema drops make no difference. */
const describeDetails = (details: LinkDetails): string =>
  JSON.stringify(
    Object.entries(linkDetailsSchema.parse(details)).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
