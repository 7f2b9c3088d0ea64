import { request } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';

/** What one check found. With `ok`, `remedy` is only advice. */
export interface Outcome {
  status: 'ok' | 'failed' | 'skipped';
  seen: string;
  remedy?: string;
  details?: string[];
}

export const ok = (seen: string, more: Pick<Outcome, 'remedy' | 'details'> = {}): Outcome => ({
  status: 'ok',
  seen,
  ...more,
});
export const failed = (seen: string, remedy: string, details: string[] = []): Outcome => ({
  status: 'failed',
  seen,
  remedy,
  details,
});

export interface Round {
  config: Config;
  clock: Clock;
  /** How long to wait for one answer, in milliseconds. */
  patienceMs: number;
  newToken: () => string;
}

export interface Check {
  id: string;
  title: string;
  /** Environment variables, and ids of earlier checks, without which it has nothing to look at. */
  needs: readonly string[];
  /** Null: does not apply to this configuration, so nothing is printed. */
  run(round: Round): Promise<Outcome | null>;
}

/** Posts once and follows no redirect. The code of the failure if there was no answer. */
export const post = async (
  { patienceMs }: Round,
  url: string,
  headers: Record<string, string>,
  body: string,
) => {
  try {
    const answer = await request(url, {
      ...{ method: 'POST', headers, body, reset: true },
      signal: AbortSignal.timeout(patienceMs),
    });
    return {
      status: answer.statusCode,
      header: (name: string) => [answer.headers[name] ?? []].flat().join(', '),
      body: await answer.body.text(),
    };
  } catch (error) {
    return readFailureCode(error);
  }
};

/** The code of a failure or of the first cause that has one; else its name. Its message can hold part of an address. */
export const readFailureCode = (failure: unknown): string => {
  if (!(failure instanceof Error)) return 'unknown';
  if ('code' in failure && typeof failure.code === 'string') return failure.code;
  const cause: unknown = failure instanceof AggregateError ? failure.errors[0] : failure.cause;
  return cause instanceof Error ? readFailureCode(cause) : failure.name;
};
