import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Ask } from './ask.ts';

export type CheckId =
  | 'environment'
  | 'database'
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

/** What one check found. `remedy` with `ok` is an advice. */
export type Outcome =
  | { status: 'ok'; seen: string; remedy?: string | undefined; details?: string[]; facts?: Facts }
  | { status: 'failed'; seen: string; remedy: string; details?: string[]; facts?: Facts }
  | { status: 'skipped'; seen: string; facts?: Facts };

/** What later checks use of earlier ones. */
export interface Facts {
  grantedScopes?: string[];
  /** Milliseconds by which this machine's clock is ahead of somebody's. */
  aheadOfSlackMs?: number;
  aheadOfServiceMs?: number;
  aheadOfAppMs?: number;
}

export interface Round {
  config: Config;
  clock: Clock;
  ask: Ask;
  /** Aborted when the check's time is over. */
  signal: AbortSignal;
  /** For one answer, in milliseconds. */
  patienceMs: number;
  probeSignature: boolean;
  /** Of how many days records are read; null: none are. */
  recordsDays: number | null;
  newToken: () => string;
  facts: Facts;
  /** Whether an earlier check came out well. */
  isOk: (id: CheckId) => boolean;
}

export interface Check {
  id: CheckId;
  title: string;
  /** Variables of the environment without which there is nothing to check. */
  needs: string[];
  /** Checks that must have come out well before. */
  after?: CheckId[];
  /** Answers in a row, for the check's own time limit. */
  answers?: number;
  /** Null: there is nothing of the kind in this configuration, and so no line. */
  run(round: Round): Promise<Outcome | null>;
}
