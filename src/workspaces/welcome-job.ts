import { z } from 'zod';
import type { Ids } from '../ids.ts';
import type { NewJob } from '../store/job-store.ts';
import type { Installed, NewInstallation } from './installations.ts';

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
