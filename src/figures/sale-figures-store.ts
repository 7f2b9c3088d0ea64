import { BACK_WORDS } from '../blocks/back-words.ts';
import { displayStateOf } from '../links/sale/display-state.ts';
import { rowOf } from '../links/sale/display-states.ts';
import type { BackKind } from '../payment-service/index.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { isReplaced, isToBePaid } from '../store/is-to-be-paid.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import { ISSUED, type LinkState } from '../store/link-states.ts';
import { type Span, slicesOf, type TimedRows } from '../store/slices.ts';
import {
  addSum,
  isStanding,
  noFigures,
  PAID_WITHIN_MINUTES,
  type SaleFigures,
  type Standing,
  type Sum,
} from './sale-figures.ts';

export interface SaleQuery {
  teamId: string;
  span: Span;
  /** Only this person’s links; else the whole workspace’s. */
  ownerId?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The figures of a span, of all and by whose links they are. A payment counts for who had its link when it came. */
export interface SalesOfSpan {
  all: SaleFigures;
  byOwner: Map<string, SaleFigures>;
}

/** They take a few milliseconds. */
const LINKS_OF_A_SLICE = 500;

// Expressions: with a bare column, the database would choose an index that covers the links of all days.
const owner = sql<string>`coalesce(owner_id, '')`;
const state = sql<LinkState>`coalesce(state, '')`;
const minutes = (count: number) => sql.lit(count * 60_000);
const paidAt = sql<
  number | null
>`(select max(at) from link_movements where link_id = links.id and kind = 'payment')`;
/** In which step of `PAID_WITHIN_MINUTES` it was paid; -1: not. */
const step = sql<number>`case when state <> 'paid' or ${paidAt} is null then -1 ${sql.join(
  PAID_WITHIN_MINUTES.map(
    (most, at) => sql`when ${paidAt} - created_at <= ${minutes(most)} then ${sql.lit(at)}`,
  ),
  sql` `,
)} else ${sql.lit(PAID_WITHIN_MINUTES.length)} end`;
const whole = (expression: ReturnType<typeof sql>) => sql<number>`cast(coalesce(${expression}, 0) as bigint)`;
const count = whole(sql`count(*)`).as('count');

/** The service has it, or had it before it was cancelled there. */
const isMade = sql<boolean>`(${state} in (${sql.join(ISSUED)}) or (state = 'failed' and finding = 'cancelled'))`;

export const createSaleFiguresStore = (
  { db }: StoreDatabase,
  { linksOfASlice = LINKS_OF_A_SLICE }: { linksOfASlice?: number } = {},
) => {
  const inSlice = ({ teamId, ownerId }: SaleQuery, { from, to }: Span) =>
    db
      .selectFrom('links')
      .select([owner.as('owner'), count])
      .where('teamId', '=', teamId)
      .where('createdAt', '>=', from)
      .where('createdAt', '<=', to)
      .where((or) => or.and(ownerId === undefined ? [] : [or('ownerId', '=', ownerId)]));

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

  return {
    /** Our sales of the span: what was made in it, as it stands now, and the money that came and went back in it. */
    of: async (query: SaleQuery): Promise<SalesOfSpan> => {
      const sales: SalesOfSpan = { all: noFigures(), byOwner: new Map() };
      const eachOf = (row: { owner: string }): SaleFigures[] => [
        sales.all,
        entryOf(sales.byOwner, row.owner),
      ];
      await eachSlice(query, { table: 'links', column: 'createdAt' }, async (slice) => {
        const rows = await inSlice(query, slice)
          .where(isMade)
          .select([
            ...['state' as const, 'finding' as const],
            ...[step.as('step'), isReplaced.as('isReplaced')],
            whole(sql`sum(amount_fils)`).as('fils'),
          ])
          .groupBy(['owner', 'state', 'finding', 'step', 'isReplaced'])
          .execute();
        for (const row of rows) for (const figures of eachOf(row)) addMade(figures, row);
      });
      await eachSlice(query, { table: 'linkMovements', column: 'at' }, async (slice) => {
        const { teamId, ownerId } = query;
        const rows = await db
          .selectFrom('linkMovements')
          .select(['receivedBy as owner', 'kind', count, whole(sql`sum(fils)`).as('fils')])
          .where('teamId', '=', teamId)
          .where('at', '>=', slice.from)
          .where('at', '<=', slice.to)
          .where((or) => or.and(ownerId === undefined ? [] : [or('receivedBy', '=', ownerId)]))
          .groupBy(['receivedBy', 'kind'])
          .execute();
        for (const row of rows) for (const figures of eachOf(row)) addSum(figures[sumOf(row.kind)], row);
      });
      return sales;
    },

    /** Open links that customers should still pay, whenever created. */
    stillToCome: (teamId: string, ownerId?: string): Promise<Sum> =>
      db
        .selectFrom('links')
        .select([count, whole(sql`sum(links.amount_fils)`).as('fils')])
        .where('teamId', '=', teamId)
        .where('state', '=', 'open')
        .where(isToBePaid)
        .where((or) => or.and(ownerId === undefined ? [] : [or('ownerId', '=', ownerId)]))
        .executeTakeFirstOrThrow(),
  };
};

/** Every figure of our own sales. */
export type SaleFiguresStore = ReturnType<typeof createSaleFiguresStore>;

const sumOf = (kind: 'payment' | BackKind): 'received' | 'refunded' | 'chargedBack' =>
  kind === 'payment' ? 'received' : BACK_WORDS[kind].isByBank ? 'chargedBack' : 'refunded';

interface MadeRow extends Sum {
  state: LinkState;
  finding: PaymentFinding | null;
  isReplaced: number;
  step: number;
}

function addMade(figures: SaleFigures, row: MadeRow): void {
  const standing = standingOf(row);
  if (standing === null) return;
  addSum(figures.made, row);
  addSum(figures.now[standing], row);
  if (standing === 'stillToCome' && row.finding === 'declined') addSum(figures.declined, row);
  if (standing === 'paid' && row.step >= 0)
    figures.paidWithin[row.step] = (figures.paidWithin[row.step] ?? 0) + row.count;
}

/** As its card says. */
function standingOf({ state, finding, isReplaced }: MadeRow): Standing | null {
  if (isReplaced === 1) return 'replaced';
  const { figure } = rowOf(displayStateOf({ state, payment: finding && { finding } }));
  return isStanding(figure) ? figure : null;
}

function entryOf(map: Map<string, SaleFigures>, key: string): SaleFigures {
  const known = map.get(key) ?? noFigures();
  map.set(key, known);
  return known;
}
