import { type RemovalDependencies, removeInstallation } from './remove-installation.ts';

/** Slack has taken the app out: what it gave and what the merchant gave are gone when this resolves. */
export const handleAppUninstalled = async (
  { body }: { body: unknown },
  deps: RemovalDependencies,
): Promise<void> => removeInstallation(body, deps, 'app_uninstalled');
