import { nameDatabaseTrouble, readCode } from './database-errors.ts';
import { isSessionLost } from './try-again.ts';

type DatabaseMark = 'cannot connect' | 'takes no writes';

/**
 * SQLSTATE classes of data, of conflicts, and of what is tried again (a lost statement, another process's lock): they say
 * nothing about the database.
 */
const OF_THE_STATEMENT = /^(2[236]|40|42P05|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|BUSY))/;
/** Read-only (25), out of space or memory (53), told to stop (57), a failing disk (58). */
const TAKES_NO_WRITES = /^(25|53|57|58|SQLITE_(FULL|READONLY|IOERR))/;
/** Of the network below the driver. */
const OF_THE_SYSTEM = /^E[A-Z]+$/;
/** A code that nobody knows counts when it comes again. */
const UNKNOWN = { times: 3, withinMs: 60_000 };

const MARK = Symbol('mark');

/** What the database lacks by this error of a statement or a connection. Follows causes, because libraries wrap the original. */
export const markOf = (error: unknown): DatabaseMark | null => {
  if (!(error instanceof Error)) return null;
  return (error as { [MARK]?: DatabaseMark })[MARK] ?? markOf(error.cause);
};

/**
 * What the statements of this process have met: *cannot connect* until the database answers anything, and *takes no writes* until
 * a write is committed.
 */
export const createDatabaseMarks = (now: () => number = () => performance.now()) => {
  /** The cause of each that is set, for an operator. */
  const causes = new Map<DatabaseMark, string>();
  let unknown: number[] = [];
  let onMarked = (): void => {};

  const set = (mark: DatabaseMark, error: unknown, cause = nameDatabaseTrouble(error)): void => {
    if (error instanceof Error) Object.defineProperty(error, MARK, { value: mark });
    const isNew = !causes.has(mark);
    causes.set(mark, cause);
    if (isNew) onMarked();
  };

  return {
    /** Why, or null. */
    read: (mark: DatabaseMark): string | null => causes.get(mark) ?? null,
    /** Called when a mark is set that was not. */
    listen: (listener: () => void): void => {
      onMarked = listener;
    },
    notConnected: (error: unknown): void => set('cannot connect', error),
    answered: (): void => {
      causes.delete('cannot connect');
    },
    committed: (): void => {
      causes.delete('takes no writes');
      unknown = [];
    },
    /** A statement failed. */
    failed: (error: unknown): void => {
      const code = readCode(error) ?? '';
      if (isSessionLost(error) || OF_THE_SYSTEM.test(code)) set('cannot connect', error);
      else if (TAKES_NO_WRITES.test(code)) set('takes no writes', error);
      else if (code !== '' && !OF_THE_STATEMENT.test(code)) {
        unknown = [...unknown.filter((at) => now() - at < UNKNOWN.withinMs), now()];
        // As of the rollback after a disk was full: what was known says more.
        if (unknown.length >= UNKNOWN.times) set('takes no writes', error, causes.get('takes no writes'));
      }
    },
  };
};

export type DatabaseMarks = ReturnType<typeof createDatabaseMarks>;
