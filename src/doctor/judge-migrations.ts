import type { Outcome } from './check.ts';

/** Compares the migrations a database has had with those this version knows. `where` begins the sentence. */
export const judgeMigrations = (where: string, applied: string[], known: string[]): Outcome => {
  const pending = known.filter((name) => !applied.includes(name));
  const foreign = applied.filter((name) => !known.includes(name));
  if (foreign.length > 0) {
    return {
      status: 'failed',
      seen: `${where}; its tables were made by a newer version of Paylink (${foreign.join(', ')})`,
      remedy: 'Run that version or a newer one on it. There is no way back but a backup.',
    };
  }
  if (applied.length === 0) {
    return { status: 'ok', seen: `${where}; still empty, its tables are made at the first start` };
  }
  if (pending.length > 0) {
    return {
      status: 'failed',
      seen: `${where}; ${pending.length} of ${known.length} migrations pending (${pending.join(', ')})`,
      remedy: 'Make a backup, then start this version of Paylink: it brings the tables up to date.',
    };
  }
  return { status: 'ok', seen: `${where}; all ${known.length} migrations applied` };
};
