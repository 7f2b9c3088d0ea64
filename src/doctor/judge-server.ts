import type { ServerStanding } from '../store/inspect-postgres.ts';
import type { Outcome } from './check.ts';
import { judgeMigrations } from './judge-migrations.ts';

const LEAST_VERSION = 15;

/** What a PostgreSQL's standing means for this version of Paylink, which knows the `known` migrations. */
export const judgeServer = ({ version, mayCreate, applied }: ServerStanding, known: string[]): Outcome => {
  const major = Math.floor(version / 10_000);
  if (major < LEAST_VERSION) {
    return {
      status: 'failed',
      seen: `PostgreSQL ${major} answers`,
      remedy: `Paylink needs PostgreSQL ${LEAST_VERSION} or newer.`,
    };
  }
  if (!mayCreate && known.some((name) => !applied.includes(name))) {
    return {
      status: 'failed',
      seen: `PostgreSQL ${major} answers; its user may not make tables in the schema`,
      remedy: 'Grant it CREATE on the schema, or make it the owner.',
    };
  }
  return judgeMigrations(`PostgreSQL ${major} answers`, applied, known);
};
