import { z } from 'zod';
import type { DateSpan } from '../calendar/date-span.ts';
import type { ListedTotals } from './listing-reader.ts';

const receivedSchema = z.object({ currency: z.string(), rows: z.number(), fils: z.number() });

/** What a close counted as money received, and when it was. The next close compares it, so it is kept in that one's job. */
export const countedSchema = z.object({
  day: z.iso.date(),
  from: z.number(),
  to: z.number(),
  received: z.array(receivedSchema),
});

export type CountedReceived = z.infer<typeof countedSchema>;
type Received = z.infer<typeof receivedSchema>;

/** Null: a listing could not be read. */
export const countReceived = (
  day: string,
  parts: readonly { span: DateSpan; transactions: ListedTotals | null }[],
): CountedReceived | null => {
  const totals = parts.flatMap(({ transactions }) => (transactions?.isList ? [transactions] : []));
  if (totals.length < parts.length) return null;
  return {
    day,
    from: Math.min(...parts.map(({ span }) => span.from)),
    to: Math.max(...parts.map(({ span }) => span.to)),
    received: totals.flatMap(sumReceived).reduce(addTo, []),
  };
};

/** What is listed now and was not then, by currency; negative: no longer. Empty: nothing has changed. */
export const compareReceived = ({ received }: CountedReceived, now: ListedTotals): Received[] => {
  const before = received.map(({ currency, rows, fils }) => ({ currency, rows: -rows, fils: -fils }));
  return [...sumReceived(now), ...before]
    .reduce(addTo, [])
    .filter(({ rows, fils }) => rows !== 0 || fils !== 0);
};

function sumReceived({ byClass }: ListedTotals): Received[] {
  return byClass.flatMap(({ is, currency, rows, withoutAmount, fils }) =>
    is === 'received' ? [{ currency, rows: rows - withoutAmount, fils }] : [],
  );
}

function addTo(sums: Received[], one: Received): Received[] {
  const same = sums.find(({ currency }) => currency === one.currency);
  const others = sums.filter((sum) => sum !== same);
  return [...others, { ...one, rows: one.rows + (same?.rows ?? 0), fils: one.fils + (same?.fils ?? 0) }];
}
