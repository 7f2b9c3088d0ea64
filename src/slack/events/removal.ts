import type { ListenerDependencies } from '../deps.ts';
import { handleAppUninstalled } from './app-uninstalled.ts';
import type { EventArgs } from './event-args.ts';
import { handleTokensRevoked } from './tokens-revoked.ts';

/** Slack took the app, or its tokens, out of a workspace. In the one workspace of a token there is nothing to delete. */
export const handleRemoval = async (
  { body, event }: EventArgs,
  { installations, audit, log }: ListenerDependencies,
): Promise<void> => {
  if (installations === null) return;
  const deps = { installations, audit, log };
  if (event.type === 'tokens_revoked') await handleTokensRevoked({ body, event }, deps);
  else await handleAppUninstalled({ body }, deps);
};
