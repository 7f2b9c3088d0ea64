import { ErrorCode, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import type { Installed, NewInstallation } from './installations.ts';
import { buildWelcome } from './welcome-view.ts';

/** Tells the user who installed the app what to do first. */
export const WELCOME_JOB = 'welcome';

const welcomePayloadSchema = z.object({
  userId: z.string(),
  /** The app was already installed there. */
  isAgain: z.boolean(),
});

/** One for the first install, and one for each reinstall without a removal in between. */
export const buildWelcomeJob = (
  { teamId, installedBy: userId }: NewInstallation,
  { since, at }: Installed,
  ids: Ids,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: WELCOME_JOB,
  key: [WELCOME_JOB, teamId, since, at].join(':'),
  payload: { userId, isAgain: since !== at } satisfies z.infer<typeof welcomePayloadSchema>,
  dueAt: at,
});

const progressSchema = z.object({ isSent: z.boolean() }).catch({ isSent: false });

/**
 * Slack offers no exactly-once posting. We save that the message is sent before sending it, so if the process dies
 * or the answer is lost, it is not sent twice.
 */
export const createWelcomeJob =
  ({ installations, log }: App, client: WebClient): JobHandler =>
  async (job, { saveProgress, givenUp }) => {
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp };
    if (progressSchema.parse(job.progress ?? {}).isSent) return { outcome: 'done' };
    const { userId, isAgain } = welcomePayloadSchema.parse(job.payload);
    const installation = await installations?.find(job.teamId);
    if (installation == null) return { outcome: 'failed', reason: 'app removed' };
    const message = buildWelcome({
      isAgain,
      isConnected: installation.credentials !== null,
    });
    if (!(await saveProgress({ isSent: true })))
      return { outcome: 'later', reason: 'taken over', retryAfterMs: null };
    try {
      await client.chat.postMessage({ channel: userId, ...message });
      return { outcome: 'done' };
    } catch (error) {
      if (mayHaveArrived(error)) {
        log.warn({ job: job.id, err: error }, 'nobody knows whether a welcome arrived');
        return { outcome: 'done' };
      }
      await saveProgress({ isSent: false });
      return settleRefusal(error);
    }
  };

/** These mean no connection was made, so nothing was sent. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== ErrorCode.RequestError) return false;
  for (let cause: unknown = error; cause instanceof Error; cause = findCause(cause))
    if ('code' in cause && UNSENT.has(String(cause.code))) return false;
  return true;
}

function findCause(error: Error): unknown {
  return error.cause ?? ('original' in error ? error.original : undefined);
}
