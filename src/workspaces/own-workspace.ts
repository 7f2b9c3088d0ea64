import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { buildRetryDelay } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';

/** Whose the token is: a workspace's, or with an install for all workspaces, an organisation's. */
type Owner = { teamId: string } | { enterpriseId: string };

/** `unknown`: Slack has not said yet whose the token is, and nobody is served until it has. */
export type Admission = 'served' | 'stranger' | 'unknown';

export interface Asker {
  teamId?: string | undefined;
  enterpriseId?: string | undefined;
}

/** The one workspace, or organisation, that a token leads to: everybody else's requests are not for it. */
export interface OwnWorkspace {
  judge(asker: Asker): Promise<Admission>;
  /** Asks Slack whose the token is, until it says so. Resolves when it was asked once, whatever came of it. */
  start(): Promise<void>;
  stop(): void;
  /** What the token may do, as Slack said with whose it is; null: it has not. */
  scopes(): readonly string[] | null;
}

const answerSchema = z.object({
  team_id: z.string().min(1),
  enterprise_id: z.string().min(1).nullish(),
  is_enterprise_install: z.boolean().nullish(),
  response_metadata: z.object({ scopes: z.array(z.string()).nullish() }).nullish(),
});

const SAYS_NOTHING =
  'Slack does not say whose SLACK_BOT_TOKEN is: nobody is served, callbacks are taken, what Slack should hear waits';

/** A request may wait so long for the first answer of Slack: its trigger lives three seconds. */
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
        // Once for each reason: it may be the same for days.
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

/** What went wrong is in the log of whoever asks again. */
const isAsked = (asking: Promise<void>): Promise<void> => asking.catch(() => {});
