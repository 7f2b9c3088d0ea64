import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { isRefunded } from '../store/is-refunded.ts';
import { ISSUED } from '../store/link-states.ts';
import { type Span, slicesOf } from '../store/slices.ts';

/** The figures of one person's or one channel's links. */
export interface LinkTally {
  made: number;
  madeFils: number;
  paid: number;
  paidFils: number;
  /** Open: the customer may still pay. */
  waiting: number;
  waitingFils: number;
  /** The time from creation until we learned of the payment, summed over all paid links. */
  paidAfterMs: number;
  /** How many were paid within each step of `PAID_WITHIN_MINUTES`, counted in the first that fits; the last: later. */
  paidWithin: number[];
}

export interface TeamFigures {
  all: LinkTally;
  byOwner: Map<string, LinkTally>;
  /** By the conversation where the card is, or will be. */
  byPlace: Map<string, LinkTally>;
}

/** The sums of what was paid, by the conversation where the card is. */
export type PaidByPlace = Map<string, { count: number; fils: number }>;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Steps of the time from creation to payment. */
export const PAID_WITHIN_MINUTES: readonly number[] = [
  ...[1, 2, 5, 10, 15, 20, 30, 45],
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 18].map((hours) => hours * HOUR),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 30].map((days) => days * DAY),
];

/** They take a few milliseconds. */
const LINKS_OF_A_SLICE = 500;

const place = sql<string>`coalesce(channel_id, '')`;
// Expressions: with a bare column, the database would choose an index that covers the links of all days.
const owner = sql<string>`coalesce(owner_id, '')`;
const state = sql<string>`coalesce(state, '')`;
const minutes = (count: number) => sql.lit(count * 60_000);
const step = sql<number>`case when paid_at is null or ${isRefunded} then -1 ${sql.join(
  PAID_WITHIN_MINUTES.map(
    (most, at) => sql`when paid_at - created_at <= ${minutes(most)} then ${sql.lit(at)}`,
  ),
  sql` `,
)} else ${sql.lit(PAID_WITHIN_MINUTES.length)} end`;
const whole = (expression: ReturnType<typeof sql>) => sql<number>`cast(coalesce(${expression}, 0) as bigint)`;

export const createTeamFiguresStore = (
  { db }: StoreDatabase,
  { linksOfASlice = LINKS_OF_A_SLICE }: { linksOfASlice?: number } = {},
) => {
  /** Calls `count` for one part of the span after the other and yields to other work in between. */
  const inSlices = async (
    teamId: string,
    column: 'createdAt' | 'paidAt',
    span: Span,
    signal: AbortSignal | undefined,
    count: (slice: Span) => Promise<void>,
  ): Promise<void> => {
    for await (const slice of slicesOf(
      db,
      { table: 'links', column },
      { teamId, span, size: linksOfASlice },
    )) {
      signal?.throwIfAborted();
      await count(slice);
    }
  };

  return {
    /** Of links that were created in the span and that the service has, in their present state. Refunded ones are not paid. */
    made: async (teamId: string, span: Span, signal?: AbortSignal) => {
      const figures: TeamFigures = { all: emptyTally(), byOwner: new Map(), byPlace: new Map() };
      await inSlices(teamId, 'createdAt', span, signal, async (slice) => {
        const rows = await db
          .selectFrom('links')
          .select([
            owner.as('owner'),
            place.as('place'),
            step.as('step'),
            whole(sql`count(*)`).as('made'),
            whole(sql`sum(amount_fils)`).as('madeFils'),
            whole(sql`sum(case when state = 'open' then 1 else 0 end)`).as('waiting'),
            whole(sql`sum(case when state = 'open' then amount_fils else 0 end)`).as('waitingFils'),
            whole(sql`sum(paid_at - created_at)`).as('paidAfterMs'),
          ])
          .where('teamId', '=', teamId)
          .where('createdAt', '>=', slice.from)
          .where('createdAt', '<=', slice.to)
          .where(state, 'in', ISSUED)
          .groupBy(['owner', 'place', 'step'])
          .execute();
        for (const row of rows) {
          addTo(figures.all, row);
          addTo(tallyOf(figures.byOwner, row.owner), row);
          addTo(tallyOf(figures.byPlace, row.place), row);
        }
      });
      return figures;
    },

    /** Of links that we learned were paid in the span, whenever created. */
    paid: async (teamId: string, span: Span, signal?: AbortSignal) => {
      const sums: PaidByPlace = new Map();
      await inSlices(teamId, 'paidAt', span, signal, async (slice) => {
        const rows = await db
          .selectFrom('links')
          .select([
            place.as('place'),
            whole(sql`count(*)`).as('count'),
            whole(sql`sum(amount_fils)`).as('fils'),
          ])
          .where('teamId', '=', teamId)
          .where('paidAt', '>=', slice.from)
          .where('paidAt', '<=', slice.to)
          .groupBy('place')
          .execute();
        for (const { place: key, count, fils } of rows) {
          const before = sums.get(key) ?? { count: 0, fils: 0 };
          sums.set(key, { count: before.count + count, fils: before.fils + fils });
        }
      });
      return sums;
    },
  };
};

export type TeamFiguresStore = ReturnType<typeof createTeamFiguresStore>;

interface TallyRow {
  step: number;
  made: number;
  madeFils: number;
  waiting: number;
  waitingFils: number;
  paidAfterMs: number;
}

function addTo(tally: LinkTally, row: TallyRow): void {
  tally.made += row.made;
  tally.madeFils += row.madeFils;
  tally.waiting += row.waiting;
  tally.waitingFils += row.waitingFils;
  if (row.step < 0) return;
  tally.paid += row.made;
  tally.paidFils += row.madeFils;
  tally.paidAfterMs += row.paidAfterMs;
  tally.paidWithin[row.step] = (tally.paidWithin[row.step] ?? 0) + row.made;
}

const emptyTally = (): LinkTally => ({
  made: 0,
  madeFils: 0,
  paid: 0,
  paidFils: 0,
  waiting: 0,
  waitingFils: 0,
  paidAfterMs: 0,
  paidWithin: PAID_WITHIN_MINUTES.map(() => 0).concat(0),
});

function tallyOf(tallies: Map<string, LinkTally>, key: string): LinkTally {
  const known = tallies.get(key) ?? emptyTally();
  tallies.set(key, known);
  return known;
}
