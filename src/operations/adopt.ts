import { systemClock } from '../clock.ts';
import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { createIds } from '../ids.ts';
import { openStore } from '../open-store.ts';
import { endRefused } from '../remedy-error.ts';
import { buildAccountConfirmed, nameAccount } from '../tenancy/accounts.ts';

const MANY_WORKSPACES =
  'Many workspaces: an admin of each confirms its account in Paylink’s Home, with *This is our account*';

/** From now on, new work of this database's workspaces belongs to the account in the environment. Returns what to print. */
export const adoptAccount = async ({
  credentials,
  paymentService,
  databaseUrl,
  dataDir,
}: Config): Promise<string> => {
  if (credentials === null) throw new ConfigError([MANY_WORKSPACES]);
  const now = nameAccount(credentials.accountId, paymentService.baseUrl);
  const onWarning = (warning: string) => process.stderr.write(`${warning}\n`);
  const store = await openStore(databaseUrl === null ? { dataDir } : { databaseUrl }, { onWarning });
  const ids = createIds();
  try {
    const changed: string[] = [];
    for (const teamId of await store.accounts.teams()) {
      const kept = await store.accounts.find(teamId);
      if (kept === null || (kept.id === now.id && kept.host === now.host)) continue;
      const at = systemClock.now();
      const event = buildAccountConfirmed({ teamId, actorId: 'paylink', now, kept });
      const entry = { ...event, id: ids.auditEntry(), at, subject: null };
      await store.accounts.confirm(teamId, now, { by: null, at, entry });
      changed.push(
        `${teamId}: new links belong to account ${now.id} at ${now.host}. Before, it was ${kept.id} at ${kept.host}.`,
      );
    }
    return changed.length === 0
      ? `Nothing to confirm: new links belong to account ${now.id} at ${now.host}.`
      : changed.join('\n');
  } finally {
    await store.close();
  }
};

/** `paylink adopt`, with the app stopped. */
export const main = async (): Promise<void> => {
  try {
    process.stdout.write(`${await adoptAccount(loadConfig(loadEnvFile(process.env)).config)}\n`);
  } catch (error) {
    endRefused(error);
  }
};
