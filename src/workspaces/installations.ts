import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import { createRecentMap } from '../recent-map.ts';
import type {
  InstallationPlace,
  InstallationStore,
  StoredInstallation,
} from '../store/installation-store.ts';
import { SealBrokenError, type Sealer } from './sealer.ts';

/** `teamId` null: the install serves the whole organisation. */
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
  /** Grows with every change of what is above and below. */
  version: number;
  /** Null: the payment service is not connected yet. */
  credentials: PaymentCredentials | null;
}

export type NewInstallation = Omit<Installation, 'version' | 'credentials'>;

/** As Bolt asks, and as payloads say it. */
export interface InstallationAsk extends InstallationKey {
  isEnterpriseInstall: boolean;
}

/** `keyName` as in `SealBrokenError`. */
export interface BrokenInstallation extends InstallationKey {
  keyName: string | null;
}

export interface Installed {
  installedBy: string;
  since: number;
  /** Of this install. */
  at: number;
}

/** A workspace of an organisation that installed the app for all. */
export interface OrganisationTeam {
  enterpriseId: string;
  teamId: string;
}

/** All that read reject with `SealBrokenError` when what they need was sealed by a key that is not there. */
export interface Installations {
  /** For a request. `isEnterpriseInstall` decides: a workspace of an organisation may have its own install. */
  findFor(ask: InstallationAsk): Promise<Installation | null>;
  /** For background work, which knows a workspace by its id alone. */
  ofTeam(teamId: string): Promise<Installation | null>;
  /** The exact installation. */
  find(key: InstallationKey): Promise<Installation | null>;
  /** Workspaces that have credentials to work with; of an organisation, those that asked for something before. */
  connectedTeams(): Promise<string[]>;
  /**
   * Once more for the same key: what Slack gave is replaced, credentials stay unless the app was removed between.
   * Gives who administers it: where the app is at work already, whoever installed it first. Slack lets most members
   * install an app once more, and that must make nobody an admin. `since`: when it was first installed there, without a
   * removal between.
   */
  save(installation: NewInstallation): Promise<Installed>;
  /** False: the app is not installed there any more. */
  setCredentials(key: InstallationKey, credentials: PaymentCredentials): Promise<boolean>;
  /**
   * Token and credentials are gone when this resolves. `installedUntil`: leaves alone what was installed later,
   * for news of a removal that came late. False: there was nothing to remove.
   */
  remove(key: InstallationKey, installedUntil?: number): Promise<boolean>;
  /** An organisation's admin added the app to a workspace. `at`: for news that came late. False: it left since. */
  joinTeam(team: OrganisationTeam, at?: number): Promise<boolean>;
  /** The same for taking it out: it is not served any more. False: it was not, or was added since. */
  leaveTeam(team: OrganisationTeam, at?: number): Promise<boolean>;
  /** Seals anew what the first key did not seal, so that the other keys can go. `broken`: no key opens these. */
  reseal(): Promise<{ resealed: number; broken: BrokenInstallation[] }>;
}

const credentialsSchema = z.object({ apiKey: z.string(), accountId: z.string(), secretKey: z.string() });

const REMEMBERED_FOR_MS = 10 * 60_000;
const MOST_REMEMBERED = 5_000;

export const createInstallations = ({
  store,
  sealer,
  clock,
}: {
  store: InstallationStore;
  sealer: Sealer;
  clock: Pick<Clock, 'now'>;
}): Installations => {
  /** Workspaces of organisations, as far as this process has written them down: another one may hear that one left. */
  const remembered = createRecentMap<{ enterpriseId: string; until: number }>(MOST_REMEMBERED);

  const joinTeam = async (team: OrganisationTeam, at = clock.now()): Promise<boolean> => {
    const isIn = await store.joinTeam(team, at);
    if (isIn)
      remembered.set(team.teamId, {
        enterpriseId: team.enterpriseId,
        until: clock.now() + REMEMBERED_FOR_MS,
      });
    return isIn;
  };

  const remember = async (team: OrganisationTeam): Promise<void> => {
    const known = remembered.get(team.teamId);
    if (known?.enterpriseId === team.enterpriseId && known.until > clock.now()) return;
    await joinTeam(team);
  };

  const open = (stored: StoredInstallation): Installation => {
    const { enterpriseId, teamId, installedAt: _, ...rest } = stored;
    return {
      ...rest,
      enterpriseId: enterpriseId || null,
      teamId: teamId || null,
      botToken: sealer.open(stored.botToken, contextOf('bot_token', stored)),
      credentials:
        stored.credentials === null
          ? null
          : parseCredentials(sealer.open(stored.credentials, contextOf('credentials', stored))),
    };
  };

  const openFound = (stored: StoredInstallation | null) => (stored === null ? null : open(stored));

  const sealAnew = (stored: StoredInstallation) => {
    const again = (column: Column, sealed: string) => {
      const context = contextOf(column, stored);
      const text = sealer.open(sealed, context);
      return sealer.isCurrent(sealed) ? sealed : sealer.seal(text, context);
    };
    return {
      botToken: again('bot_token', stored.botToken),
      credentials: stored.credentials === null ? null : again('credentials', stored.credentials),
    };
  };

  /** Whoever changes an installation meanwhile seals by the first key already. */
  const resealOne = async (stored: StoredInstallation): Promise<boolean> => {
    const sealed = sealAnew(stored);
    if (sealed.botToken === stored.botToken && sealed.credentials === stored.credentials) return false;
    return store.replaceSealed(stored, sealed, stored.version);
  };

  return {
    findFor: async ({ teamId, enterpriseId, isEnterpriseInstall }) => {
      if (!isEnterpriseInstall)
        return openFound(teamId ? await store.find(placeOf({ teamId, enterpriseId })) : null);
      if (!enterpriseId) return null;
      const found = await store.find({ enterpriseId, teamId: '' });
      if (found !== null && teamId && teamId !== enterpriseId) await remember({ teamId, enterpriseId });
      return openFound(found);
    },

    ofTeam: async (teamId) => openFound(await store.ofTeam(teamId)),

    find: async (key) => openFound(await store.find(placeOf(key))),

    connectedTeams: store.connectedTeams,

    save: async (installation) => {
      const place = placeOf(installation);
      const standing = await (place.teamId === '' ? store.find(place) : store.ofTeam(place.teamId));
      const { installedBy } = standing ?? installation;
      const at = clock.now();
      const since = await store.save({
        ...installation,
        ...place,
        installedBy,
        botToken: sealer.seal(installation.botToken, contextOf('bot_token', place)),
        installedAt: at,
      });
      return { installedBy, since, at };
    },

    setCredentials: async (key, { apiKey, accountId, secretKey }) => {
      // Under the organisation that the installation has, not the one that a payload names today.
      const stored = await store.find(placeOf(key));
      if (stored === null) return false;
      const text = JSON.stringify({ apiKey, accountId, secretKey });
      return store.setCredentials(stored, sealer.seal(text, contextOf('credentials', stored)), clock.now());
    },

    remove: (key, installedUntil = Number.MAX_SAFE_INTEGER) =>
      store.remove(placeOf(key), { at: clock.now(), installedUntil }),

    joinTeam,

    leaveTeam: async (team, at = clock.now()) => {
      remembered.delete(team.teamId);
      return store.leaveTeam(team, at);
    },

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

type Column = 'bot_token' | 'credentials';

function placeOf({ enterpriseId, teamId }: InstallationKey): InstallationPlace {
  const place = { enterpriseId: enterpriseId ?? '', teamId: teamId ?? '' };
  if (place.enterpriseId === '' && place.teamId === '')
    throw new TypeError('An installation is of a workspace, of an organisation, or of both.');
  return place;
}

/** A sealed text moved to another column or another row does not open there. */
function contextOf(column: Column, { enterpriseId, teamId }: InstallationPlace): string {
  return `installations/${column}/${enterpriseId}/${teamId}`;
}

function parseCredentials(text: string): PaymentCredentials {
  return credentialsSchema.parse(JSON.parse(text));
}
