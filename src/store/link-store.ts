import type { Consent } from './consent.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, findOne, isInList, toListParameter } from './engine/queries.ts';
import { listen, noteWritten } from './engine/written.ts';
import { insertJobs, type NewJob } from './job.ts';
import { LINK_COLUMNS, type Link, parseLink } from './link.ts';
import {
  countReminder,
  findLanguage,
  type HandOver,
  handOverSales,
  type NoteKind,
  type Noting,
  noteOnLink,
  noteOwnerGone,
  type SentReminder,
} from './link-actions.ts';
import { createLinkCards, createLinkPictures } from './link-card.ts';
import { type LinkFacts, listLinkEvents, moveLink, type StateChange } from './link-changes.ts';
import { createLinkChecks } from './link-checks.ts';
import { createLinkRelations, findSaleOf, findSalesOf, type NameValues } from './link-relations.ts';
import { type LinkState, PERHAPS_ISSUED, UNFINISHED } from './link-states.ts';
import type { NewLink } from './new-link.ts';
import { repeatLink } from './repeat-link.ts';
import { type CustomerLimit, reserveLink } from './reserve-link.ts';
import { slicesOf } from './slices.ts';
import { findTiedTo } from './tied-links.ts';

export const createLinkStore = (database: StoreDatabase) => {
  const { db, engine } = database;
  const ofTeam = (teamId: string) => db.selectFrom('links').selectAll().where('teamId', '=', teamId);
  const byId = ({ id }: { id: string }) =>
    db.selectFrom('links').select(LINK_COLUMNS).where('id', '=', id).execute();
  const versions = ({ ids }: { ids: unknown }) =>
    db
      .selectFrom('links')
      .innerJoin('links as ofSale', (join) =>
        join.onRef('ofSale.teamId', '=', 'links.teamId').onRef('ofSale.saleId', '=', 'links.saleId'),
      )
      .select(({ fn }) => [
        'links.id',
        fn.sum('ofSale.version').as('version'),
        // One that is found changes no version.
        fn.count('ofSale.address').as('addresses'),
      ])
      .where(isInList(engine, 'links.id', ids))
      .groupBy('links.id')
      .execute();
  return {
    ...createLinkChecks(database),
    ...createLinkRelations(database),
    ...createLinkCards(database),
    ...createLinkPictures(database),

    /**
     * Saves a link before anything is sent to the service. Identified by the nonce: a second call with the same one
     * changes nothing and returns the first row with `isNew: false`. Writes nothing if that row is for another amount or
     * customer, if another link holds the typed number, or, with a guard, if the same customer and amount already have
     * links the guard does not acknowledge. With a limit, throws `AboveCustomerLimitError` if the customer's total
     * exceeds it.
     */
    reserve: (link: NewLink, consent?: Consent, limit?: CustomerLimit) =>
      db
        .transaction()
        .execute((trx) => reserveLink(trx, database, link, consent ?? null, { limit: limit ?? null })),

    /**
     * The order of a link that was not made, submitted again: see `repeatLink`. Null, and nothing written: it is another order.
     * With a limit, throws as `reserve` does.
     */
    repeat: (order: NewLink, consent: Consent, limit?: CustomerLimit) =>
      db.transaction().execute((trx) => repeatLink(trx, database, order, consent, limit ?? null)),

    /** Null when not found, or when it belongs to another workspace. */
    find: (teamId: string, id: string) => findOne(ofTeam(teamId).where('id', '=', id), parseLink),
    findByNonce: (teamId: string, nonce: string) =>
      findOne(ofTeam(teamId).where('nonce', '=', nonce), parseLink),

    /** Does not check the workspace: only for ids from the store, never from a user. Throws if not found. */
    get: async (id: string) => {
      const [row] = await byId({ id });
      if (!row) throw new Error(`There is no link ${id}.`);
      return parseLink(row);
    },

    /**
     * For each link a number that is another one after every change of its sale's links. Does not check the workspace: only for ids
     * from the store. Leaves out ids that are not found.
     */
    saleVersionsOf: async (ids: readonly string[]) => {
      const rows = await versions({ ids: toListParameter(engine, ids) });
      return new Map(rows.map(({ id, version, addresses }) => [id, Number(version) + Number(addresses)]));
    },

    /** The newest link sent under this reference. */
    findByInvoiceId: (teamId: string, invoiceId: string) => {
      const sent = ofTeam(teamId).where('invoiceId', '=', invoiceId).where('state', 'in', PERHAPS_ISSUED);
      return findOne(sent.orderBy('createdAt', 'desc'), parseLink);
    },

    /** The account's links that any of these values may name, whatever their state; one query for each sort of value. */
    tiedTo: (of: { teamId: string; account: string }, values: NameValues) => findTiedTo(database, of, values),

    inState: (state: LinkState) =>
      findAll(db.selectFrom('links').selectAll().where('state', '=', state).orderBy('createdAt'), parseLink),

    /** Those that wait for an answer of the admins about their record, the oldest first. */
    awaitingAnswer: async (teamId: string): Promise<Link[]> => {
      const reported = ofTeam(teamId).where('state', '=', 'reported').where('finding', '=', 'unconfirmed');
      const oldest = await findAll(reported.orderBy('createdAt').limit(500), parseLink);
      return oldest.filter(({ payment }) => payment?.askedAt !== undefined);
    },

    /** The workspace's links until then, newest first, whose kept records have one of these names, as `plainName` writes them. */
    async *withNames(teamId: string, names: readonly string[], until: number): AsyncGenerator<Link[]> {
      const plain = sql`replace(replace(replace(lower(record), '_', ''), '-', ''), ' ', '')`;
      const hasName = sql.join(
        names.map((name) => sql`${plain} like ${`%"${name.split('.').at(-1)}"%`}`),
        sql` or `,
      );
      const rows = { table: 'links', column: 'createdAt' } as const;
      const span = { teamId, span: { from: 0, to: until }, size: 500, isNewestFirst: true };
      for await (const { from, to } of slicesOf(db, rows, span)) {
        const some = ofTeam(teamId)
          .where('createdAt', '>=', from)
          .where('createdAt', '<=', to)
          .where(sql<boolean>`exists (select 1 from kept_records where link_id = links.id and (${hasName}))`);
        yield await findAll(some, parseLink);
      }
    },

    /** One user's unfinished links, earliest expiry first. */
    unfinishedOf: async ({ teamId, ownerId, limit }: { teamId: string; ownerId: string; limit: number }) => {
      // One query per state: the index then gives the first rows directly, however many exist.
      const ofState = (state: LinkState) =>
        ofTeam(teamId)
          .where('state', '=', state)
          .where('ownerId', '=', ownerId)
          .orderBy('expiresAt')
          .limit(limit)
          .execute();
      const rows = (await Promise.all(UNFINISHED.map(ofState))).flat();
      return rows
        .toSorted((one, other) => one.expiresAt - other.expiresAt || one.createdAt - other.createdAt)
        .slice(0, limit)
        .map(parseLink);
    },

    /** Who has links that can be paid and expire from one instant until before the other. */
    ownersOfEnding: ({ teamId, from, until }: { teamId: string; from: number; until: number }) =>
      findAll(
        ofTeam(teamId)
          .where('state', '=', 'open')
          .where('expiresAt', '>=', from)
          .where('expiresAt', '<', until)
          .clearSelect()
          .select('ownerId')
          .distinct(),
        ({ ownerId }) => ownerId,
      ),

    /**
     * Moves a link forward and writes its history and jobs, in one transaction. Returns null and changes nothing if
     * the link's state no longer allows this move.
     */
    move: (change: StateChange) =>
      db.transaction().execute(async (trx) => {
        const moved = await moveLink(trx, database, change);
        if (moved !== null && change.to && change.isTakenBack !== true) noteWritten(trx, { link: change.to });
        return moved;
      }),
    /**
     * Calls it after each commit that changed a link, with the state that it came into. Null: it stays in its own, or a report of
     * its payment was taken back.
     */
    onWritten: (hear: (to: LinkState | null) => void) =>
      listen(db, (written) => {
        if ('link' in written) hear(written.link);
      }),
    /** Records new facts without changing the state. Null, and nothing written, if `ifVersion` is out of date. */
    record: (change: LinkFacts) => db.transaction().execute((trx) => moveLink(trx, database, change)),
    handOver: (change: HandOver) => handOverSales(database, change),
    noteOwnerGone: (owner: Parameters<typeof noteOwnerGone>[1]) => noteOwnerGone(database, owner),
    countReminder: (reminder: SentReminder) => countReminder(database, reminder),
    findLanguage: (of: Parameters<typeof findLanguage>[1]) => findLanguage(database, of),
    writeNote: <Kind extends NoteKind>(noting: Noting<Kind>) => noteOnLink(database, noting),

    /** For an address that we learn after the link is open. */
    setAddress: (
      id: string,
      issued: { address: string; orderId: string | null },
      at: number,
      jobs: readonly NewJob[],
    ) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('links')
          .set({ address: issued.address, orderId: issued.orderId, failure: null, updatedAt: at })
          .where('id', '=', id)
          .where('address', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (row) {
          await insertJobs(trx, jobs, at);
          noteWritten(trx, { link: null });
          return parseLink(row);
        }
        // Another process found the address first and has queued the messages.
        const known = trx.selectFrom('links').selectAll().where('id', '=', id);
        return parseLink(await known.executeTakeFirstOrThrow());
      }),

    history: (id: string) => listLinkEvents(db, id),
    /** The other links of its sale, newest first. */
    saleOf: (link: Pick<Link, 'id' | 'teamId' | 'saleId'>) => findSaleOf(database, link),
    /** All links of the sales of these links of one workspace, newest first. Asks nothing for none. */
    salesOf: (of: readonly Pick<Link, 'teamId' | 'saleId'>[]) => findSalesOf(database, of),
  };
};

export type LinkStore = ReturnType<typeof createLinkStore>;
