import { insist } from '../../insist.ts';
import type { ListenerDependencies } from '../deps.ts';
import { handleAppUninstalled } from './app-uninstalled.ts';
import type { EventArgs } from './event-args.ts';
import { handleTokensRevoked } from './tokens-revoked.ts';

/** Events are acknowledged before they are heard: Slack does not send one again that could not be written down. */
const INSIST_FOR_MS = 15 * 60_000;

/** Slack took the app, or its tokens, out of a workspace. In the one workspace of a token there is nothing to delete. */
export const handleRemoval = async (
  { body, event }: EventArgs,
  {
    installations,
    audit,
    log,
    clock,
    work,
    reports,
  }: Pick<ListenerDependencies, 'installations' | 'audit' | 'log' | 'clock' | 'work'> & {
    reports: Pick<ListenerDependencies['reports'], 'stopping'>;
  },
): Promise<void> => {
  if (installations === null) return;
  const deps = { installations, audit, log };
  const until = clock.now() + INSIST_FOR_MS;
  await work.track(
    insist(
      () =>
        event.type === 'tokens_revoked'
          ? handleTokensRevoked({ body, event }, deps)
          : handleAppUninstalled({ body }, deps),
      {
        until: () => until,
        signal: reports.stopping,
        clock,
        random: () => 0,
        onFault: (error) => log.error({ err: error }, 'a removal was not written down; trying again'),
      },
    ),
  );
};
