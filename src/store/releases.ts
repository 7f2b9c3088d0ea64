import type { Kysely } from 'kysely';
import type { Engine, Shapes } from './engine/table.ts';
import v1_0_0 from './snapshots/1.0.0.json' with { type: 'json' };

/** What a release stores. `npm run snapshot` writes it; that of a release is never changed. */
export interface Snapshot {
  version: string;
  tables: Shapes;
  /** What jobs keep, and in which queue they wait: as JSON schemas, by their kind and by what is told, said, shown or made of it. */
  jobs: Readonly<Record<string, { queue?: string; payload: object; progress?: object }>>;
}

/** Oldest first. */
export const RELEASED: readonly Snapshot[] = [v1_0_0];

/** What becomes of data that a release stores otherwise than the one before: what the difference of two snapshots cannot say. */
export interface DataMigration {
  /** The release that it leads to. */
  to: string;
  /** The changes that it answers, as the test of the snapshots names them. */
  answers: readonly string[];
  /** New tables and columns are there, and those that nobody uses any more still are. */
  run(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

export const DATA_MIGRATIONS: readonly DataMigration[] = [];
