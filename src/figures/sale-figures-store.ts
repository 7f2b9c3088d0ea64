import { setImmediate as nextTurn } from 'node:timers/promises';
import { BACK_WORDS } from '../blocks/back-words.ts';
import { groupBySale } from '../links/sale/link-in-sale.ts';
import type { BackKind } from '../payment-service/index.ts';
import { isOfCurrentAccount } from '../store/account-store.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { isBehind } from '../store/engine/paging.ts';
import { findAll, isInList, toListParameter } from '../store/engine/queries.ts';
import type { LinkState } from '../store/link-states.ts';
import { type Span, slicesOf, type TimedRows } from '../store/slices.ts';
import { links } from '../store/tables/links.ts';
import {
  addSale,
  addSum,
  type ByPerson,
  type LinkOfFigures,
  NOTHING,
  noFigures,
  readSale,
  type SaleFigures,
  type SaleInFigures,
  type Sum,
} from './sale-figures.ts';

export interface SaleQuery {
  teamId: string;
  span: Span;
  signal?: AbortSignal | undefined;
}

/** They take a few milliseconds. */
const LINKS_OF_A_SLICE = 200;

const LEAN = [
  ...(['id', 'saleId', 'saleOrder', 'invoiceId', 'creatorId', 'ownerId', 'createdAt'] as const),
  ...(['state', 'amountFils', 'payment', 'settled'] as const),
] as const;

const count = sql<number>`cast(count(*) as bigint)`.as('count');
const fils = sql<number>`cast(coalesce(sum(fils), 0) as bigint)`.as('fils');

// As in the index `links_further`.
const isFurther = sql<boolean>`sale_order > 1`;
const isDisputed = sql<boolean>`finding = 'disputed'`;
// As in the index `link_movements_again`.
const isAgain = sql<boolean>`kind = 'payment' and nth > 0`;

export const createSaleFiguresStore = (
  { db, engine }: StoreDatabase,
  { linksOfASlice = LINKS_OF_A_SLICE }: { linksOfASlice?: number } = {},
) => {
  const ofTeam = (teamId: string) =>
    db.selectFrom('links').where('links.teamId', '=', teamId).where(isOfCurrentAccount);

  /** Calls `read` for one part of the span after the other and yields to other work in between. */
  const eachSlice = async (
    { teamId, span, signal }: SaleQuery,
    rows: TimedRows,
    read: (slice: Span) => Promise<void>,
  ): Promise<void> => {
    const parts = slicesOf(db, rows, { teamId, span, size: linksOfASlice });
    for await (const slice of parts) {
      signal?.throwIfAborted();
      await read(slice);
    }
  };

  /** Of these sales, each with its own in order. Only of the confirmed account. */
  const linksOf = async (teamId: string, saleIds: readonly string[]): Promise<LinkOfFigures[][]> => {
    const lean = ofTeam(teamId)
      .select(LEAN)
      .where(isInList(engine, 'saleId', toListParameter(engine, saleIds)))
      .orderBy('saleOrder');
    return [...groupBySale(await findAll(lean, (row) => links.read(row))).values()];
  };

  /** The sales that the service has links of, as they stand now. */
  const salesOf = async (teamId: string, saleIds: readonly string[]): Promise<SaleInFigures[]> =>
    (await linksOf(teamId, saleIds)).flatMap((sale) => readSale(sale) ?? []);

  const inState = (teamId: string, state: LinkState) => ofTeam(teamId).where('state', '=', state);

  /** The sales of all these links, each once. Other work runs in between. */
  async function* eachSale(
    teamId: string,
    these: readonly ReturnType<typeof ofTeam>[],
  ): AsyncGenerator<SaleInFigures> {
    const seen = new Set<string>();
    for (const those of these) {
      let last: { at: number; id: string } | undefined = { at: 0, id: '' };
      while (last !== undefined) {
        const page: { id: string; saleId: string; at: number }[] = await those
          .select(['id', 'saleId', 'createdAt as at'])
          .where(isBehind(['createdAt', 'id'], [last.at, last.id]))
          .orderBy('createdAt')
          .orderBy('id')
          .limit(linksOfASlice)
          .execute();
        const fresh = new Set(page.map(({ saleId }) => saleId).filter((id) => !seen.has(id)));
        for (const id of fresh) seen.add(id);
        if (fresh.size > 0) yield* await salesOf(teamId, [...fresh]);
        last = page.at(-1);
        await nextTurn();
      }
    }
  }

  /** Sales of which something is still to come, whenever made; with `expiredSince`, also those made since then that expired unpaid. */
  async function* unpaid(
    teamId: string,
    {
      ownerId,
      expiredSince = Number.POSITIVE_INFINITY,
    }: { ownerId?: string | undefined; expiredSince?: number } = {},
  ): AsyncGenerator<SaleInFigures> {
    const of = (state: LinkState) =>
      ownerId === undefined ? inState(teamId, state) : inState(teamId, state).where('ownerId', '=', ownerId);
    const mayBe = [
      of('open'),
      inState(teamId, 'reported'),
      // A part may be paid with the link before it.
      inState(teamId, 'expired').where(isFurther),
      ...(Number.isFinite(expiredSince) ? [of('expired').where('createdAt', '>=', expiredSince)] : []),
    ];
    for await (const sale of eachSale(teamId, mayBe)) {
      const isOwed = sale.toComeFils > 0 || (sale.state === 'expired' && sale.madeAt >= expiredSince);
      if (isOwed && (ownerId === undefined || sale.owner === ownerId)) yield sale;
    }
  }

  return {
    linksOf,

    /** Our sales of the span: what was made in it, as it stands now, and the money that came and went back in it. */
    of: async (query: SaleQuery): Promise<ByPerson<SaleFigures>> => {
      const { teamId } = query;
      const sales: ByPerson<SaleFigures> = { all: noFigures(), byPerson: new Map() };
      await eachSlice(query, { table: 'links', column: 'createdAt' }, async ({ from, to }) => {
        const made = await ofTeam(teamId)
          .select('saleId')
          .distinct()
          .where('createdAt', '>=', from)
          .where('createdAt', '<=', to)
          .execute();
        const ids = made.map(({ saleId }) => saleId);
        for (const sale of await salesOf(teamId, ids))
          if (sale.madeAt >= from && sale.madeAt <= to)
            for (const figures of eachOf(sales, sale.maker, noFigures)) addSale(figures, sale);
      });
      await eachSlice(query, { table: 'linkMovements', column: 'at' }, async ({ from, to }) => {
        const rows = await ofTeam(teamId)
          .innerJoin('linkMovements', 'linkMovements.linkId', 'links.id')
          .select(['receivedBy', 'kind', count, fils])
          .where('linkMovements.teamId', '=', teamId)
          .where('at', '>=', from)
          .where('at', '<=', to)
          .groupBy(['receivedBy', 'kind'])
          .execute();
        for (const row of rows)
          for (const figures of eachOf(sales, row.receivedBy, noFigures))
            addSum(figures[figureOf(row.kind)], row);
      });
      return sales;
    },

    unpaid,

    /** What is missing of sales that can be paid, whenever made, by who has them now. `ownerId`: only of this person's. */
    toCome: async (teamId: string, ownerId?: string): Promise<ByPerson<Sum>> => {
      const sums: ByPerson<Sum> = { all: { ...NOTHING }, byPerson: new Map() };
      for await (const { toComeFils, owner } of unpaid(teamId, { ownerId }))
        for (const sum of eachOf(sums, owner, () => ({ ...NOTHING })))
          addSum(sum, { count: 1, fils: toComeFils });
      return sums;
    },

    /** All sales that may not be settled: something is missing, too much, disputed or not certain. */
    async *unsettled(teamId: string): AsyncGenerator<SaleInFigures> {
      yield* eachSale(teamId, [
        ...(['open', 'reported'] as const).map((state) => inState(teamId, state)),
        ofTeam(teamId).where(sql<boolean>`(${isFurther} or ${isDisputed})`),
        ofTeam(teamId).where('links.id', 'in', (of) =>
          of.selectFrom('linkMovements').select('linkId').where('teamId', '=', teamId).where(isAgain),
        ),
      ]);
    },
  };
};

/** Every figure of our own sales. */
export type SaleFiguresStore = ReturnType<typeof createSaleFiguresStore>;

const eachOf = <Figures>(
  { all, byPerson }: ByPerson<Figures>,
  person: string,
  none: () => Figures,
): [Figures, Figures] => {
  const known = byPerson.get(person) ?? none();
  byPerson.set(person, known);
  return [all, known];
};

const figureOf = (kind: 'payment' | BackKind): 'received' | 'refunded' | 'chargedBack' =>
  kind === 'payment' ? 'received' : BACK_WORDS[kind].isByBank ? 'chargedBack' : 'refunded';
