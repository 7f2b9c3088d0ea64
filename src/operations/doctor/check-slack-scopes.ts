import { readManifest } from '../../config/read-manifest.ts';
import { LATER_SCOPES, listLaterScopes } from '../../workspaces/later-scopes.ts';
import type { Check } from './check.ts';

export const ADD_SCOPES =
  'Add what is missing under OAuth & Permissions > Scopes of your Slack app (or give the app the output of `npm run manifest`), then install it to the workspace again.';

/** Scopes the manifest asks for that the token lacks. */
export const listMissingScopes = (granted: readonly string[]): string[] => {
  const { bot, bot_optional: optional = [] } = readManifest().oauth_config.scopes;
  return bot.filter(
    (scope) => !optional.includes(scope) && !(scope in LATER_SCOPES) && !granted.includes(scope),
  );
};

/** Compares the token's scopes, as Slack reports them, with the manifest's. */
export const checkSlackScopes: Check = {
  id: 'slack-scopes',
  title: 'Slack scopes',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL'],
  after: ['slack-token'],
  run: async ({ config, facts }) => {
    if (config.slack.access.kind === 'oauth') return null;
    const granted = facts.grantedScopes;
    if (!granted) return { status: 'skipped', seen: 'Slack did not say which scopes the token has' };
    const { bot, bot_optional: optional = [] } = readManifest().oauth_config.scopes;
    const missing = listMissingScopes(granted);
    const spare = granted.filter((scope) => ![...bot, ...optional].includes(scope));
    if (missing.length > 0) {
      return {
        status: 'failed',
        seen: `missing: ${missing.join(', ')}`,
        remedy: ADD_SCOPES,
      };
    }
    const later = listLaterScopes(granted);
    const advice = [
      ...later.map((scope) => `With ${scope}, ${LATER_SCOPES[scope]} To get it: ${ADD_SCOPES}`),
      ...(spare.length > 0 ? [`Not needed, and better removed: ${spare.join(', ')}.`] : []),
    ];
    return {
      status: 'ok',
      seen:
        later.length > 0
          ? `all that Paylink needs are granted; an install today also asks for ${later.join(', ')}`
          : `all of the manifest’s are granted (${bot.join(', ')})`,
      remedy: advice.length > 0 ? advice.join(' ') : undefined,
    };
  },
};
