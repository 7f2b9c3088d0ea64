import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Ask } from './ask.ts';

export type CheckId =
  | 'environment'
  | 'database'
  | 'installations'
  | 'missing-links'
  | 'slack-token'
  | 'slack-scopes'
  | 'app-token'
  | 'public-address'
  | 'signing-secret'
  | 'callbacks'
  | 'service'
  | 'service-credentials'
  | 'clock'
  | 'records';

/** What one check found. With `ok`, `remedy` is only advice. */
export type Outcome =
  | { status: 'ok'; seen: string; remedy?: string | undefined; details?: string[]; facts?: Facts }
  | { status: 'failed'; seen: string; remedy: string; details?: string[]; facts?: Facts }
  | { status: 'skipped'; seen: string; facts?: Facts };

type More = { details?: string[]; facts?: Facts };

export const ok = (seen: string, more: More & { remedy?: string | undefined } = {}): Outcome => ({
  status: 'ok',
  seen,
  ...more,
});
export const failed = (seen: string, remedy: string, more: More = {}): Outcome => ({
  status: 'failed',
  seen,
  remedy,
  ...more,
});
export const skipped = (seen: string): Outcome => ({ status: 'skipped', seen });

/** What earlier checks found that later ones use. */
export interface Facts {
  grantedScopes?: string[];
  /** Milliseconds by which this machine's clock is ahead of the other one. */
  aheadOfSlackMs?: number;
  aheadOfServiceMs?: number;
  aheadOfAppMs?: number;
}

export interface Round {
  config: Config;
  clock: Clock;
  ask: Ask;
  /** Aborted when the check runs out of time. */
  signal: AbortSignal;
  /** How long to wait for one answer, in milliseconds. */
  patienceMs: number;
  probeSignature: boolean;
  /** How many days of records to read; null: none. */
  recordsDays: number | null;
  newToken: () => string;
  facts: Facts;
  /** Whether an earlier check passed. */
  isOk: (id: CheckId) => boolean;
}

export interface Check {
  id: CheckId;
  title: string;
  /** Environment variables without which the check has nothing to look at. */
  needs: string[];
  /** Checks that must have passed first. */
  after?: CheckId[];
  /** How many answers the check waits for in turn; sets its time limit. */
  answers?: number;
  /** Null: does not apply to this configuration, so nothing is printed. */
  run(round: Round): Promise<Outcome | null>;
}
