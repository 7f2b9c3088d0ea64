import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { buildRetryDelay } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';

/** The token's owner: a workspace, or an organisation for an organisation-wide install. */
type Owner = { teamId: string } | { enterpriseId: string };

/** `unknown`: Slack has not told us yet who owns the token, so we serve no one. */
export type Admission = 'served' | 'stranger' | 'unknown';

export interface Asker {
  teamId?: string | undefined;
  enterpriseId?: string | undefined;
}

/** The workspace or organisation that owns the token. Requests from anywhere else are refused. */
export interface OwnWorkspace {
  judge(asker: Asker): Promise<Admission>;
  /** Asks Slack who owns the token until it answers. Resolves after the first attempt, even if that failed. */
  start(): Promise<void>;
  stop(): void;
  /** The token's scopes, from the same answer; null: no answer yet, or no scopes in it. */
  scopes(): readonly string[] | null;
}

const answerSchema = z.object({
  team_id: z.string().min(1),
  enterprise_id: z.string().min(1).nullish(),
  is_enterprise_install: z.boolean().nullish(),
  response_metadata: z.object({ scopes: z.array(z.string()).nullish() }).nullish(),
});

const SAYS_NOTHING =
  'Slack does not say whose SLACK_BOT_TOKEN this is: requests from Slack are refused, callbacks are stored, messages to Slack wait';

/** How long a request may wait for Slack's first answer; its trigger expires after three seconds. */
const FIRST_ANSWER_WITHIN_MS = 1_500;

export const createOwnWorkspace = ({
  authTest,
  clock,
  random,
  log,
}: {
  authTest: () => Promise<unknown>;
  clock: Clock;
  random: () => number;
  log: Log;
}): OwnWorkspace => {
  const stopping = new AbortController();
  let owner: Owner | null = null;
  let asking: Promise<void> | null = null;
  let scopes: readonly string[] | null = null;

  const ask = async (): Promise<void> => {
    const { team_id, enterprise_id, is_enterprise_install, response_metadata } = answerSchema.parse(
      await authTest(),
    );
    scopes = response_metadata?.scopes ?? null;
    owner =
      is_enterprise_install === true && enterprise_id ? { enterpriseId: enterprise_id } : { teamId: team_id };
    log.info(owner, 'the workspace of the token is known');
  };

  const retryUntil = async (): Promise<void> => {
    let told = '';
    for (let attempts = 0; owner === null && !stopping.signal.aborted; attempts += 1) {
      asking = ask();
      try {
        await asking;
      } catch (error) {
        const againInMs = buildRetryDelay(attempts, random);
        const reason = readSlackFailure(error).code;
        // Log a reason once: it may stay the same for days.
        if (reason !== told) log.error({ reason }, SAYS_NOTHING);
        told = reason;
        await clock.sleep(againInMs, stopping.signal);
      }
    }
  };

  return {
    judge: async (asker) => {
      if (owner === null && asking !== null) {
        const waited = new AbortController();
        await Promise.race([isAsked(asking), clock.sleep(FIRST_ANSWER_WITHIN_MS, waited.signal)]);
        waited.abort();
      }
      if (owner === null) return 'unknown';
      const isOwn =
        'teamId' in owner ? asker.teamId === owner.teamId : asker.enterpriseId === owner.enterpriseId;
      return isOwn ? 'served' : 'stranger';
    },
    start: async () => {
      void retryUntil();
      if (asking !== null) await isAsked(asking);
    },
    stop: () => stopping.abort(),
    scopes: () => scopes,
  };
};

/** Ignores the failure; the retry loop logs it. */
const isAsked = (asking: Promise<void>): Promise<void> => asking.catch(() => {});
