import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** The server keeps them for each connection, and the plan of one takes tens of kilobytes. */
const MOST_NAMED = 200;
/** What is asked less often is not worth a name: a list of values makes a text for each length. */
const OFTEN = 10;
const MOST_COUNTED = 1_000;
/** Any star but that of `count(*)`. */
const HAS_STAR = /(?<!\()\*/;

/**
 * Names statements that are asked often, so that the server parses and plans them once for each connection. For short
 * ones that takes several times as long as running them.
 *
 * One that returns all columns gets no name: if a newer version adds a column while this process runs, the server
 * refuses a named one from then on (0A000, "cached plan must not change result type").
 */
export const nameStatements = (pool: pg.Pool): PostgresPool => {
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size === MOST_NAMED || HAS_STAR.test(text)) return known;
    const asked = (times.get(text) ?? 0) + 1;
    if (times.size >= MOST_COUNTED) times.clear();
    times.set(text, asked);
    if (asked < OFTEN) return undefined;
    times.delete(text);
    const name = `paylink_${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  const nameFor = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    };
    // Without the form that takes a cursor, which Kysely uses only where its dialect is given one.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
  };

  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? nameFor(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
