import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import { RemedyError } from '../remedy-error.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { InstallationStore, StoredInstallation } from './installation-store.ts';
import { SealBrokenError, type Sealer } from './sealer.ts';

export interface Installation {
  teamId: string;
  name: string;
  appId: string;
  botUserId: string;
  scopes: string[];
  botToken: string;
  installedBy: string;
  /** Goes up with every change to any field. */
  version: number;
  /** Null: payment service not connected yet. */
  credentials: PaymentCredentials | null;
}

export type NewInstallation = Omit<Installation, 'version' | 'credentials'>;

export interface Installed {
  installedBy: string;
  since: number;
  /** Time of this install. */
  at: number;
  /** It has credentials of the payment service, from before. */
  isConnected: boolean;
}

export type Installations = ReturnType<typeof createInstallations>;

const credentialsSchema = z.object({ apiKey: z.string(), accountId: z.string(), secretKey: z.string() });

type Sealed = Pick<StoredInstallation, 'teamId' | 'botToken' | 'credentials'>;

const openSecrets = ({ teamId, botToken, credentials }: Sealed, sealer: Sealer) => ({
  botToken: sealer.open(botToken, sealContext('bot_token', teamId)),
  credentials:
    credentials === null
      ? null
      : credentialsSchema.parse(JSON.parse(sealer.open(credentials, sealContext('credentials', teamId)))),
});

/** Throws `RemedyError` if `ENCRYPTION_KEY` lacks a key that sealed one of these. */
export const expectKeys = (installations: readonly Sealed[], sealer: Sealer): void => {
  const lacking = installations.flatMap((stored) => {
    try {
      openSecrets(stored, sealer);
      return [];
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error;
      return [error.keyName];
    }
  });
  if (lacking.length > 0)
    throw new RemedyError(
      `ENCRYPTION_KEY no longer opens the secrets of ${lacking.length} installation(s): put the key that sealed them (${[...new Set(lacking)].join(', ')}) back at the end of the list`,
    );
};

/** Reads reject with `SealBrokenError` when a secret was encrypted with a key that is no longer configured. */
export const createInstallations = ({
  store,
  sealer,
  clock,
}: {
  store: InstallationStore;
  sealer: Sealer;
  clock: Pick<Clock, 'now'>;
}) => {
  const open = ({ installedAt: _, ...stored }: StoredInstallation): Installation => ({
    ...stored,
    ...openSecrets(stored, sealer),
  });

  const find = async (teamId: string): Promise<Installation | null> => {
    const stored = await store.find(teamId);
    return stored === null ? null : open(stored);
  };

  /** A concurrent change makes this a no-op, and has used the first key already. */
  const resealOne = async (stored: StoredInstallation): Promise<boolean> => {
    const again = (column: Column, sealed: string) => {
      if (sealer.isCurrent(sealed)) return sealed;
      const context = sealContext(column, stored.teamId);
      return sealer.seal(sealer.open(sealed, context), context);
    };
    const botToken = again('bot_token', stored.botToken);
    const credentials = stored.credentials === null ? null : again('credentials', stored.credentials);
    if (botToken === stored.botToken && credentials === stored.credentials) return false;
    return store.replaceSealed(stored.teamId, { botToken, credentials }, stored.version);
  };

  return {
    find,

    /** Workspaces with credentials. */
    connectedTeams: store.connectedTeams,

    /**
     * A reinstall replaces what Slack gave us and keeps the credentials, unless the app was removed in between.
     * `installedBy` in the result is the admin: if the app was already installed, its first installer. Slack lets most
     * members reinstall an app, and that must not make them admins. After a removal, anybody but an admin of before
     * begins anew: see `beginAnew`. `since`: the first install since any removal.
     */
    save: async (installation: NewInstallation): Promise<Installed> => {
      const { teamId } = installation;
      const current = await store.find(teamId);
      const { installedBy } = current ?? installation;
      const at = clock.now();
      if (current === null) await store.beginAnew(teamId, { by: installedBy, at });
      const since = await store.save({
        ...installation,
        installedBy,
        botToken: sealer.seal(installation.botToken, sealContext('bot_token', teamId)),
        installedAt: at,
      });
      return { installedBy, since, at, isConnected: current?.credentials != null };
    },

    /** False: the app is no longer installed there. */
    setCredentials: (
      teamId: string,
      { apiKey, accountId, secretKey }: PaymentCredentials,
    ): Promise<boolean> => {
      const text = JSON.stringify({ apiKey, accountId, secretKey });
      return store.setCredentials(teamId, sealer.seal(text, sealContext('credentials', teamId)), clock.now());
    },

    /**
     * Token and credentials are gone when this resolves. Does not touch an install later than `installedUntil`, because
     * a removal event can arrive after a reinstall. False: nothing to remove.
     */
    remove: (
      teamId: string,
      {
        installedUntil = Number.MAX_SAFE_INTEGER,
        entry,
      }: { installedUntil?: number; entry?: AuditEntry } = {},
    ) => store.remove(teamId, { at: clock.now(), installedUntil }, entry),

    /** Re-encrypts secrets with the first key, so that you can drop the other keys. Throws `RemedyError` if one is missing. */
    reseal: async (): Promise<number> => {
      const all = await store.all();
      expectKeys(all, sealer);
      let resealed = 0;
      for (const stored of all) if (await resealOne(stored)) resealed += 1;
      return resealed;
    },
  };
};

type Column = 'bot_token' | 'credentials';

/** What a secret of an installation is sealed for: it opens nowhere else. */
function sealContext(column: Column, teamId: string): string {
  return `installations/${column}/${teamId}`;
}
