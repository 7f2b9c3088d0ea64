import { ErrorCode, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job-store.ts';
import type { Installations, Installed, NewInstallation } from './installations.ts';
import { buildWelcome } from './welcome-view.ts';

/** Says to whoever installed the app what comes first. */
export const WELCOME_JOB = 'welcome';

export const welcomePayloadSchema = z.object({
  enterpriseId: z.string().nullable(),
  teamId: z.string().nullable(),
  userId: z.string(),
  /** The app was at work there already. */
  isAgain: z.boolean(),
});

/** One for each installation, and one for each time that it is installed once more without a removal between. */
export const buildWelcomeJob = (
  { enterpriseId, teamId, installedBy: userId }: NewInstallation,
  { since, at }: Installed,
  ids: Pick<Ids, 'job'>,
): NewJob => ({
  id: ids.job(),
  teamId: teamId ?? enterpriseId ?? '',
  kind: WELCOME_JOB,
  key: [WELCOME_JOB, enterpriseId ?? '', teamId ?? '', since, at].join(':'),
  payload: { enterpriseId, teamId, userId, isAgain: since !== at } satisfies z.infer<
    typeof welcomePayloadSchema
  >,
  dueAt: at,
});

const progressSchema = z.object({ isSent: z.boolean() }).catch({ isSent: false });

export interface WelcomeJobDependencies {
  installations: Pick<Installations, 'find'>;
  /** Of the installation. */
  client: WebClient;
  log: Log;
}

/**
 * Slack has no way to post once and no more. That it goes out is saved before it does: where nobody knows whether it
 * arrived, as a process died or the answer was lost, it is not said twice.
 */
export const createWelcomeJob =
  ({ installations, client, log }: WelcomeJobDependencies): JobHandler =>
  async (job, { saveProgress, givenUp }) => {
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp };
    if (progressSchema.parse(job.progress ?? {}).isSent) return { outcome: 'done' };
    const { enterpriseId, teamId, userId, isAgain } = welcomePayloadSchema.parse(job.payload);
    const installation = await installations.find({ enterpriseId, teamId });
    if (installation === null) return { outcome: 'failed', reason: 'app removed' };
    const message = buildWelcome({
      isAgain,
      isOrganisation: teamId === null,
      isConnected: installation.credentials !== null,
    });
    if (!(await saveProgress({ isSent: true })))
      return { outcome: 'later', reason: 'taken over', retryAfterMs: null };
    try {
      await client.chat.postMessage({ channel: userId, ...message });
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      if (mayHaveArrived(error)) {
        log.warn({ job: job.id, reason: failure.code }, 'nobody knows whether a welcome arrived');
        return { outcome: 'done' };
      }
      if (failure.kind === 'permanent') return { outcome: 'failed', reason: failure.code };
      await saveProgress({ isSent: false });
      return { outcome: 'later', reason: failure.code, retryAfterMs: failure.retryAfterMs };
    }
  };

/** No connection came about: nothing was sent. */
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
