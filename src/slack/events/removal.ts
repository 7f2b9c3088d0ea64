import type { ListenerDependencies } from '../deps.ts';
import { handleAppUninstalled } from './app-uninstalled.ts';
import type { EventArgs } from './event-args.ts';
import { handleTokensRevoked } from './tokens-revoked.ts';
import { untilWritten } from './until-written.ts';

/** Slack took the app, or its tokens, out of a workspace. In the one workspace of a token there is nothing to delete. */
export const handleRemoval = async (
  { body, event }: EventArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { installations, audit, log } = dependencies;
  if (installations === null) return;
  const deps = { installations, audit, log };
  await untilWritten(
    () =>
      event.type === 'tokens_revoked'
        ? handleTokensRevoked({ body, event }, deps)
        : handleAppUninstalled({ body }, deps),
    { ...dependencies, what: 'a removal' },
  );
};
