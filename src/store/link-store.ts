import type { Consent } from './consent.ts';
import { createDoubtPlaces, type DoubtPlaceStore } from './doubt-places.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findAll, findOne, isInList, type Param, prepareQuery, toListParameter } from './engine/queries.ts';
import { createSharedCommit } from './engine/shared-commit.ts';
import { insertJobs, type NewJob } from './job.ts';
import { LINK_COLUMNS, type Link, parseLink } from './link.ts';
import {
  type CountedReminder,
  countReminder,
  type HandedOver,
  type HandOver,
  handOverLink,
  type SentReminder,
} from './link-actions.ts';
import { createLinkCards, createLinkPictures, type LinkCards, type LinkPictures } from './link-card.ts';
import {
  type LinkEvent,
  type LinkFacts,
  listLinkEvents,
  moveLink,
  recordOnLink,
  type StateChange,
} from './link-changes.ts';
import { createLinkChecks, type LinkChecks } from './link-checks.ts';
import {
  createLinkRelations,
  findLinkTies,
  findSaleOf,
  type LinkRelations,
  type LinkTies,
  type NameValues,
} from './link-relations.ts';
import { type LinkState, PERHAPS_ISSUED, UNFINISHED } from './link-states.ts';
import type { NewLink } from './new-link.ts';
import { type RepeatedOrder, repeatLink } from './repeat-link.ts';
import { type CustomerLimit, type Reserved, reserveLink } from './reserve-link.ts';
import { findTiedTo } from './tied-links.ts';

export interface LinkStore extends DoubtPlaceStore, LinkChecks, LinkCards, LinkPictures, LinkRelations {
  /**
   * Saves a link before anything is sent to the service. Identified by the nonce: a second call with the same one
   * changes nothing and returns the first row with `isNew: false`. Writes nothing if that row is for another amount or
   * customer, if another link holds the typed number, or, with a guard, if the same customer and amount already have
   * links the guard does not acknowledge. With a limit, throws `AboveCustomerLimitError` if the customer's total
   * exceeds it.
   */
  reserve(link: NewLink, consent?: Consent, limit?: CustomerLimit): Promise<Reserved>;
  /**
   * The order of a link that was not made, submitted again: see `repeatLink`. Null, and nothing written: it is another order.
   * With a limit, throws as `reserve` does.
   */
  repeat(order: RepeatedOrder, consent: Consent, limit?: CustomerLimit): Promise<Reserved | null>;
  /** Null when not found, or when it belongs to another workspace. */
  find(teamId: string, id: string): Promise<Link | null>;
  findByNonce(teamId: string, nonce: string): Promise<Link | null>;
  /** Does not check the workspace: only for ids from the store, never from a user. Throws if not found. */
  get(id: string): Promise<Link>;
  /** Does not check the workspace: only for ids from the store. Leaves out ids that are not found. */
  versionsOf(ids: readonly string[]): Promise<Map<string, number>>;
  /** The newest link sent under this reference. */
  findByInvoiceId(teamId: string, invoiceId: string): Promise<Link | null>;
  /** The account's links that any of these values may name, whatever their state; one query for each sort of value. */
  tiedTo(of: { teamId: string; account: string }, values: NameValues): Promise<Link[]>;
  inState(state: LinkState): Promise<Link[]>;
  /** One user's unfinished links, earliest expiry first. */
  unfinishedOf(ask: { teamId: string; ownerId: string; limit: number }): Promise<Link[]>;
  /**
   * Moves a link forward and writes its history and jobs, in one transaction. Returns null and changes nothing if
   * the link's state no longer allows this move.
   */
  move(change: StateChange): Promise<Link | null>;
  /** Records new facts without changing the state. Null, and nothing written, if `ifVersion` is out of date. */
  record(change: LinkFacts): Promise<Link | null>;
  handOver(change: HandOver): Promise<HandedOver>;
  countReminder(reminder: SentReminder): Promise<CountedReminder>;
  /** For an address that we learn after the link is open. */
  setAddress(
    id: string,
    issued: { address: string; orderId: string | null },
    at: number,
    jobs: readonly NewJob[],
  ): Promise<Link>;
  history(id: string): Promise<LinkEvent[]>;
  /** The links it replaces or was created beside, and those that replace it or were created beside it. */
  ties(link: Pick<Link, 'id' | 'teamId' | 'replacesLinkId' | 'besideLinkId'>): Promise<LinkTies>;
  /** The other links of its sale, newest first: the ones it replaces, the ones that replace it, and so on. */
  saleOf(link: Pick<Link, 'id'>): Promise<Link[]>;
}

/** A link came into a state. A report of a payment that is taken back brings it into none. */
export interface LinkMoved {
  to: LinkState;
}

export const createLinkStore = (
  database: StoreDatabase,
  { gatherMs = 0, onMoved = () => {} }: { gatherMs?: number; onMoved?: (moved: LinkMoved) => void } = {},
): LinkStore => {
  const { db, engine } = database;
  const inCommit = createSharedCommit(database, gatherMs);
  const ofTeam = (teamId: string) => db.selectFrom('links').selectAll().where('teamId', '=', teamId);
  const byId = prepareQuery((param: Param<{ id: string }>) =>
    db.selectFrom('links').select(LINK_COLUMNS).where('id', '=', param('id')),
  );
  const versions = prepareQuery((param: Param<{ ids: unknown }>) =>
    db
      .selectFrom('links')
      .select(['id', 'version'])
      .where(isInList(engine, 'id', param('ids'))),
  );
  return {
    ...createLinkChecks(database),
    ...createLinkRelations(database),
    ...createLinkCards(database),
    ...createLinkPictures(database),
    ...createDoubtPlaces(database),

    reserve: (link, consent, limit) =>
      inCommit((trx) => reserveLink(trx, database, link, consent ?? null, limit ?? null)),

    repeat: (order, consent, limit) =>
      inCommit((trx) => repeatLink(trx, database, order, consent, limit ?? null)),

    find: (teamId, id) => findOne(ofTeam(teamId).where('id', '=', id), parseLink),
    findByNonce: (teamId, nonce) => findOne(ofTeam(teamId).where('nonce', '=', nonce), parseLink),

    get: async (id) => {
      const [row] = await byId(db, { id });
      if (!row) throw new Error(`There is no link ${id}.`);
      return parseLink(row);
    },

    versionsOf: async (ids) => {
      const rows = await versions(db, { ids: toListParameter(engine, ids) });
      return new Map(rows.map(({ id, version }) => [id, version]));
    },

    findByInvoiceId: (teamId, invoiceId) => {
      const sent = ofTeam(teamId).where('invoiceId', '=', invoiceId).where('state', 'in', PERHAPS_ISSUED);
      return findOne(sent.orderBy('createdAt', 'desc'), parseLink);
    },

    tiedTo: (of, values) => findTiedTo(database, of, values),

    inState: (state) =>
      findAll(db.selectFrom('links').selectAll().where('state', '=', state).orderBy('createdAt'), parseLink),

    unfinishedOf: async ({ teamId, ownerId, limit }) => {
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

    move: async (change) => {
      const moved = await inCommit((trx) => moveLink(trx, database, change));
      if (moved !== null && change.isTakenBack !== true) onMoved({ to: change.to });
      return moved;
    },
    record: (change) => recordOnLink(database, change),
    handOver: (change) => handOverLink(database, change),
    countReminder: (reminder) => countReminder(database, reminder),

    setAddress: (id, issued, at, jobs) =>
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
          return parseLink(row);
        }
        // Another process found the address first and has queued the messages.
        const known = trx.selectFrom('links').selectAll().where('id', '=', id);
        return parseLink(await known.executeTakeFirstOrThrow());
      }),

    history: (id) => listLinkEvents(db, id),
    ties: (link) => findLinkTies(database, link),
    saleOf: (link) => findSaleOf(database, link),
  };
};
