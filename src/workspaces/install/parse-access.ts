import { z } from 'zod';
import type { NewInstallation } from '../installations.ts';

const named = z.object({ id: z.string().min(1), name: z.string().nullish() });
const accessSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bot'),
  app_id: z.string(),
  bot_user_id: z.string(),
  scope: z.string(),
  team: named.nullish(),
  enterprise: named.nullish(),
  is_enterprise_install: z.boolean().nullish(),
  authed_user: z.object({ id: z.string().min(1) }),
  refresh_token: z.string().nullish(),
});

/** Slack's answer did not hold a lasting bot token. Contains nothing from the answer. */
export class AccessUnusableError extends Error {
  override name = 'AccessUnusableError';
}

/** Reads the answer of `oauth.v2.access`. Throws `AccessUnusableError`. */
export const parseAccess = (answer: unknown): NewInstallation => {
  const read = accessSchema.safeParse(answer);
  if (!read.success) {
    const fields = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new AccessUnusableError(`Slack's answer to the install lacks or garbles: ${fields}.`);
  }
  const { team, enterprise, is_enterprise_install, ...access } = read.data;
  if (access.refresh_token) {
    throw new AccessUnusableError(
      'Token rotation is on for this Slack app, and Paylink keeps tokens that do not change.',
    );
  }
  // A workspace inside an organisation has an enterprise too, so only the flag tells the two apart.
  const place = is_enterprise_install ? enterprise : team;
  if (!place) throw new AccessUnusableError('Slack does not say where the app was installed.');
  return {
    enterpriseId: enterprise?.id ?? null,
    teamId: is_enterprise_install ? null : place.id,
    name: place.name || place.id,
    appId: access.app_id,
    botUserId: access.bot_user_id,
    scopes: access.scope.split(',').filter(Boolean),
    botToken: access.access_token,
    installedBy: access.authed_user.id,
  };
};
