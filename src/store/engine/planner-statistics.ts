import type Database from 'libsql';

/**
 * Roughly how many rows share a value of a column in a workspace with many links: many for a workspace, a state and an
 * owner; few for a customer and an invoice number.
 */
const ROWS_OF_A_VALUE: Record<string, Record<string, number>> = {
  links: {
    id: 1,
    nonce: 1,
    callback_token_hash: 1,
    team_id: 100_000,
    state: 300_000,
    owner_id: 500_000,
    payout_id: 50,
    batch_id: 100,
    amount_fils: 100,
    phone_key: 10,
    email_key: 10,
    invoice_id: 1,
    invoice_id_asked: 1,
    invoice_key: 1,
    order_id: 1,
    address: 1,
    sale_id: 1,
    customer: 1,
    created_at: 2,
    expires_at: 2,
    paid_at: 2,
  },
  audit_entries: { id: 1, team_id: 100_000, actor_id: 500_000, at: 2 },
  batches: { id: 1, team_id: 1_000, state: 300_000 },
  // After an outage, thousands wait.
  jobs: {
    id: 1,
    kind: 100_000,
    key: 1,
    state: 30_000,
    lane: 20,
    link_id: 10,
    due_at: 2,
    created_at: 2,
    seq: 1,
    queue: 100_000,
    updated_at: 2,
    given_up_at: 2,
  },
};
const ROWS_OF_A_TABLE = 1_000_000;

interface Statistic {
  tbl: string;
  idx: string;
  stat: string;
}

/**
 * Tells SQLite how selective the indexes of the growing tables are. Without statistics it assumes that ten rows share
 * the first column of any index, so it reads all links of a workspace to avoid sorting two: six of the reads in
 * `query-plans.test.ts`, among them the newest link of a phone and who holds a number. The numbers are fixed, not
 * gathered by `ANALYZE`, so that plans are the same on the first day, after a million links, and in the tests.
 * Their format: https://sqlite.org/fileformat2.html#stat1tab
 */
export const writeStatistics = (database: Database.Database): void => {
  const wanted = listIndexes(database).map(describeIndex);
  if (JSON.stringify(readStatistics(database)) === JSON.stringify(wanted)) return;
  // Creates the statistics table if there is none.
  database.exec('analyze sqlite_schema');
  database.transaction(() => {
    database.exec('delete from sqlite_stat1');
    const add = database.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
    for (const { tbl, idx, stat } of wanted) add.run([tbl, idx, stat]);
  })();
  // Reloads it.
  database.exec('analyze sqlite_schema');
};

interface Index {
  tbl: string;
  idx: string;
  /** Comma-separated. */
  columns: string;
}

const listIndexes = (database: Database.Database): Index[] =>
  database
    .prepare(
      `select tables.name as tbl, indexes.name as idx, group_concat(columns.name order by columns.seqno) as columns
       from sqlite_schema as tables, pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as columns
       where tables.type = 'table' and tables.name in (select value from json_each(?))
       group by tables.name, indexes.name order by tables.name, indexes.name`,
    )
    .all([JSON.stringify(Object.keys(ROWS_OF_A_VALUE))]) as Index[];

/** How many rows the table has, how many share the first column, the first two, and so on. */
function describeIndex({ tbl, idx, columns }: Index): Statistic {
  const counts = [ROWS_OF_A_TABLE];
  for (const column of columns.split(',')) {
    const before = counts.at(-1) ?? 1;
    const ofValue = ROWS_OF_A_VALUE[tbl]?.[column] ?? before;
    // Each further column narrows the rows that share the columns before it.
    const within = Math.ceil((before * ofValue) / ROWS_OF_A_TABLE);
    counts.push(counts.length === 1 ? ofValue : Math.max(1, within));
  }
  return { tbl, idx, stat: counts.join(' ') };
}

const readStatistics = (database: Database.Database): Statistic[] => {
  const isThere =
    database.prepare("select 1 from sqlite_schema where name = 'sqlite_stat1'").all([]).length > 0;
  if (!isThere) return [];
  return database.prepare('select tbl, idx, stat from sqlite_stat1 order by tbl, idx').all([]) as Statistic[];
};
