import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import { createRecentMap } from '../recent-map.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { InstallationPlace, InstallationStore, StoredInstallation } from './installation-store.ts';
import { SealBrokenError, type Sealer } from './sealer.ts';

/** `teamId` null: an organisation-wide install. */
export interface InstallationKey {
  enterpriseId: string | null;
  teamId: string | null;
}

export interface Installation extends InstallationKey {
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

/** The query Bolt makes, in the terms of Slack's payloads. */
interface InstallationAsk extends InstallationKey {
  isEnterpriseInstall: boolean;
  /** When an event happened, in epoch milliseconds: Slack may send it late. Absent: now. */
  at?: number | undefined;
}

/** `keyName`: see `SealBrokenError`. */
interface BrokenInstallation extends InstallationKey {
  keyName: string | null;
}

export interface Installed {
  installedBy: string;
  since: number;
  /** Time of this install. */
  at: number;
  /** It has credentials of the payment service, from before. */
  isConnected: boolean;
}

/** A workspace in an organisation with an organisation-wide install. */
interface OrganisationTeam {
  enterpriseId: string;
  teamId: string;
}

export type Installations = ReturnType<typeof createInstallations>;

const credentialsSchema = z.object({ apiKey: z.string(), accountId: z.string(), secretKey: z.string() });

const REMEMBERED_FOR_MS = 10 * 60_000;
const MOST_REMEMBERED = 5_000;

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
  /** Organisations' workspaces this process has saved. They expire, as another instance may hear that one left. */
  const remembered = createRecentMap<{ enterpriseId: string; until: number }>(MOST_REMEMBERED);

  /** An organisation's admin added the app to a workspace. `at`: for a late event. False: removed again since. */
  const joinTeam = async (team: OrganisationTeam, at = clock.now()): Promise<boolean> => {
    const isIn = await store.joinTeam(team, at);
    if (isIn)
      remembered.set(team.teamId, {
        enterpriseId: team.enterpriseId,
        until: clock.now() + REMEMBERED_FOR_MS,
      });
    return isIn;
  };

  /** False: the workspace has left since. */
  const remember = async (team: OrganisationTeam, at: number | undefined): Promise<boolean> => {
    const known = remembered.get(team.teamId);
    if (known?.enterpriseId === team.enterpriseId && known.until > clock.now()) return true;
    return joinTeam(team, at);
  };

  const openSecret = (sealed: string, column: Column, place: InstallationPlace): string =>
    sealer.open(sealed, sealContext(column, place));

  const open = (stored: StoredInstallation): Installation => {
    const { enterpriseId, teamId, installedAt: _, ...rest } = stored;
    return {
      ...rest,
      enterpriseId: enterpriseId || null,
      teamId: teamId || null,
      botToken: openSecret(stored.botToken, 'bot_token', stored),
      credentials:
        stored.credentials === null
          ? null
          : parseCredentials(openSecret(stored.credentials, 'credentials', stored)),
    };
  };

  const openFound = (stored: StoredInstallation | null) => (stored === null ? null : open(stored));

  const sealAnew = (stored: StoredInstallation) => {
    const again = (column: Column, sealed: string) => {
      const context = sealContext(column, stored);
      const text = sealer.open(sealed, context);
      return sealer.isCurrent(sealed) ? sealed : sealer.seal(text, context);
    };
    return {
      botToken: again('bot_token', stored.botToken),
      credentials: stored.credentials === null ? null : again('credentials', stored.credentials),
    };
  };

  /** A concurrent change makes this a no-op, and has used the first key already. */
  const resealOne = async (stored: StoredInstallation): Promise<boolean> => {
    const sealed = sealAnew(stored);
    if (sealed.botToken === stored.botToken && sealed.credentials === stored.credentials) return false;
    return store.replaceSealed(stored, sealed, stored.version);
  };

  return {
    /** For a request. Follows `isEnterpriseInstall`, since a workspace in an organisation may have its own install. */
    findFor: async ({ teamId, enterpriseId, isEnterpriseInstall, at }: InstallationAsk) => {
      if (!isEnterpriseInstall)
        return openFound(teamId ? await store.find(placeOf({ teamId, enterpriseId })) : null);
      if (!enterpriseId) return null;
      const found = await store.find({ enterpriseId, teamId: '' });
      const isOfTeam = found !== null && teamId && teamId !== enterpriseId;
      return isOfTeam && !(await remember({ teamId, enterpriseId }, at)) ? null : openFound(found);
    },

    /** For background work, which only has a workspace's id. */
    ofTeam: async (teamId: string) => openFound(await store.ofTeam(teamId)),

    /** The exact installation. */
    find: async (key: InstallationKey) => openFound(await store.find(placeOf(key))),

    /** Workspaces with credentials. For an organisation: only those workspaces that have sent a request. */
    connectedTeams: store.connectedTeams,

    /**
     * A reinstall replaces what Slack gave us and keeps the credentials, unless the app was removed in between.
     * `installedBy` in the result is the admin: if the app was already installed, its first installer. Slack lets most
     * members reinstall an app, and that must not make them admins. After a removal, anybody but an admin of before
     * begins anew: see `beginAnew`. `since`: the first install since any removal.
     */
    save: async (installation: NewInstallation): Promise<Installed> => {
      const asked = placeOf(installation);
      const own = await store.find(asked);
      // A workspace is its team, whichever organisation it is in today: its credentials stay.
      const place = own ?? asked;
      const current = own ?? (asked.teamId === '' ? null : await store.ofTeam(asked.teamId));
      const { installedBy } = current ?? installation;
      const at = clock.now();
      if (current === null) await store.beginAnew(asked, { by: installedBy, at });
      const since = await store.save({
        ...installation,
        enterpriseId: place.enterpriseId,
        teamId: place.teamId,
        installedBy,
        botToken: sealer.seal(installation.botToken, sealContext('bot_token', place)),
        installedAt: at,
      });
      return { installedBy, since, at, isConnected: own?.credentials != null };
    },

    /** False: the app is no longer installed there. */
    setCredentials: async (
      key: InstallationKey,
      { apiKey, accountId, secretKey }: PaymentCredentials,
    ): Promise<boolean> => {
      // Use the organisation stored with the installation, not the one a payload names today.
      const stored = await store.find(placeOf(key));
      if (stored === null) return false;
      const text = JSON.stringify({ apiKey, accountId, secretKey });
      return store.setCredentials(stored, sealer.seal(text, sealContext('credentials', stored)), clock.now());
    },

    /**
     * Token and credentials are gone when this resolves. Does not touch an install later than `installedUntil`, because
     * a removal event can arrive after a reinstall. False: nothing to remove.
     */
    remove: (
      key: InstallationKey,
      {
        installedUntil = Number.MAX_SAFE_INTEGER,
        entry,
      }: { installedUntil?: number; entry?: AuditEntry } = {},
    ) => store.remove(placeOf(key), { at: clock.now(), installedUntil }, entry),

    joinTeam,

    /** The admin took the app out: the workspace is no longer served. False: it was not served, or was added since. */
    leaveTeam: async (
      team: OrganisationTeam,
      { at = clock.now(), entry }: { at?: number; entry?: AuditEntry } = {},
    ): Promise<boolean> => {
      remembered.delete(team.teamId);
      return store.leaveTeam(team, at, entry);
    },

    /** Re-encrypts secrets with the first key, so that you can drop the other keys. `broken`: no key decrypts these. */
    reseal: async () => {
      let resealed = 0;
      const broken: BrokenInstallation[] = [];
      for (const stored of await store.all()) {
        try {
          if (await resealOne(stored)) resealed += 1;
        } catch (error) {
          if (!(error instanceof SealBrokenError)) throw error;
          const { enterpriseId, teamId } = stored;
          broken.push({ enterpriseId: enterpriseId || null, teamId: teamId || null, keyName: error.keyName });
        }
      }
      return { resealed, broken };
    },
  };
};

/** The id under which jobs and the audit trail have it: the workspace's, or for all of an organisation the organisation's. */
export const holderIdOf = ({ enterpriseId, teamId }: InstallationKey): string => {
  const id = teamId ?? enterpriseId;
  if (id === null) throw new TypeError('An installation is of a workspace, of an organisation, or of both.');
  return id;
};

type Column = 'bot_token' | 'credentials';

function placeOf({ enterpriseId, teamId }: InstallationKey): InstallationPlace {
  holderIdOf({ enterpriseId: enterpriseId || null, teamId: teamId || null });
  return { enterpriseId: enterpriseId ?? '', teamId: teamId ?? '' };
}

/** Binds a sealed text to its column and row: moved elsewhere, it does not decrypt. */
/** What a secret of an installation is sealed for: it opens nowhere else. */
function sealContext(column: Column, { enterpriseId, teamId }: InstallationPlace): string {
  return `installations/${column}/${enterpriseId}/${teamId}`;
}

function parseCredentials(text: string): PaymentCredentials {
  return credentialsSchema.parse(JSON.parse(text));
}
