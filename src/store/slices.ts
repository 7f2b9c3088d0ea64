import { setImmediate } from 'node:timers/promises';
import { type StoreDatabase, sql } from './engine/database.ts';

/** Epoch milliseconds, both ends inclusive. */
export interface Span {
  from: number;
  to: number;
}

/** A table and its time column. */
export type TimedRows =
  | { table: 'links'; column: 'createdAt' }
  | { table: 'linkMovements'; column: 'at' }
  | { table: 'auditEntries'; column: 'at' };

/**
 * Splits a span into parts that each hold at most `size` rows of the workspace, or all rows of one instant. The embedded
 * database blocks the event loop while it reads, so other work runs between two parts.
 */
export async function* slicesOf(
  db: StoreDatabase['db'],
  { table, column }: TimedRows,
  {
    teamId,
    span,
    size,
    isNewestFirst = false,
  }: {
    teamId: string;
    span: Span;
    size: number;
    isNewestFirst?: boolean;
  },
): AsyncGenerator<Span> {
  let { from, to } = span;
  while (from <= to) {
    const at = sql.ref(column);
    const { rows } = await sql<{ edge: number }>`
      select ${at} as edge from ${sql.table(table)}
      where team_id = ${teamId} and ${at} >= ${from} and ${at} <= ${to}
      order by ${at} ${sql.raw(isNewestFirst ? 'desc' : 'asc')} limit 1 offset ${size}
    `.execute(db);
    const edge = rows[0]?.edge;
    const slice = { from, to };
    if (edge !== undefined && isNewestFirst) slice.from = Math.min(edge + 1, to);
    if (edge !== undefined && !isNewestFirst) slice.to = Math.max(edge - 1, from);
    yield slice;
    if (edge === undefined) return;
    if (isNewestFirst) to = slice.from - 1;
    else from = slice.to + 1;
    await setImmediate();
  }
}
