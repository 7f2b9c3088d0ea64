import type { Transaction, TransactionBuilder } from 'kysely';
import type { QueueName } from '../job-kinds.ts';
import type { LinkState } from '../link-states.ts';
import type { Schema } from '../schema.ts';
import { Kysely } from './database.ts';
import { runTransaction } from './try-again.ts';

/** What somebody in this process waits for. */
export type Written =
  /** A job of the queue may run from then on, by the clock of this process. */
  | { queue: QueueName; dueAt: number }
  /** A link has changed; null: it is in the state in which it was. */
  | { link: LinkState | null };

type Hear = (written: Written) => void;

const HEARD = Symbol('heard');

/** Of a transaction: what it has written so far. */
interface Told extends Kysely<Schema> {
  [HEARD]?: Hear;
}

/** Those who listen hear it when it is committed: at once, or with the transaction. */
export const noteWritten = (on: Told, written: Written): void => on[HEARD]?.(written);

export const listen = (db: Kysely<Schema>, hear: Hear): void => {
  if (db instanceof ToldKysely) db.listen(hear);
};

/** Its transactions tell what they have written, once they are committed, and run again when they are undone: see `runTransaction`. */
export class ToldKysely extends Kysely<Schema> {
  readonly #hearers = new Set<Hear>();

  [HEARD](written: Written): void {
    for (const hear of this.#hearers) hear(written);
  }

  listen(hear: Hear): void {
    this.#hearers.add(hear);
  }

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
      let heard: Written[] = [];
      const result = await runTransaction(execute<T>, (trx: Transaction<Schema> & Told) => {
        heard = [];
        trx[HEARD] = (written) => void heard.push(written);
        return work(trx);
      });
      for (const written of heard) this[HEARD](written);
      return result;
    };
    return builder;
  }
}
