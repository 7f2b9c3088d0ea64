import type { TokensRevokedEvent } from '@slack/types';
import { type RemovalDependencies, removeInstallation } from './remove-installation.ts';

/** Without its bot token the app can do nothing in a workspace. A person's token is none of ours. */
export const handleTokensRevoked = async (
  { body, event }: { body: unknown; event: Pick<TokensRevokedEvent, 'tokens'> },
  deps: RemovalDependencies,
): Promise<void> => {
  if ((event.tokens.bot ?? []).length === 0) return;
  await removeInstallation(body, deps, 'tokens_revoked');
};
