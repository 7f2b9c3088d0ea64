import type { Clock } from '../../clock.ts';
import { EXPIRY_DAYS } from '../../payment-service/index.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { SettingsStore, WorkspaceSettings } from '../../store/settings-store.ts';

export type { WorkspaceSettings };

export const DEFAULT_SETTINGS: WorkspaceSettings = {
  defaultChannelId: null,
  expiryDays: EXPIRY_DAYS,
  isQrNeeded: true,
  isInvoiceGenerated: false,
  reminderHours: 24,
  dailyCloseAtMinute: 21 * 60,
  approvalLimitFils: null,
  defaultEmail: null,
};

/** Forms open often, so cache; keep it short, as another instance may change the settings. */
const RECENT_MS = 5_000;
const MOST_KEPT = 1_000;

export interface Settings {
  of(teamId: string): Promise<WorkspaceSettings>;
  /** May be a few seconds old. Use it for defaults that the user can see and change, never to enforce a limit. */
  recent(teamId: string): Promise<WorkspaceSettings>;
  /** Returns the settings before and after. */
  change(
    teamId: string,
    chosen: Partial<WorkspaceSettings>,
    by: string,
  ): Promise<{ before: WorkspaceSettings; after: WorkspaceSettings }>;
}

export const createSettings = ({
  settings,
  clock,
}: {
  settings: SettingsStore;
  clock: Pick<Clock, 'now'>;
}): Settings => {
  const kept = createRecentMap<{ settings: WorkspaceSettings; until: number }>(MOST_KEPT);

  const of = async (teamId: string): Promise<WorkspaceSettings> => {
    const read = { ...DEFAULT_SETTINGS, ...(await settings.find(teamId)) };
    kept.set(teamId, { settings: read, until: clock.now() + RECENT_MS });
    return read;
  };

  return {
    of,

    recent: async (teamId) => {
      const known = kept.get(teamId);
      return known && clock.now() < known.until ? known.settings : of(teamId);
    },

    change: async (teamId, chosen, by) => {
      const before = {
        ...DEFAULT_SETTINGS,
        ...(await settings.change(teamId, chosen, { by, at: clock.now() })),
      };
      kept.delete(teamId);
      return { before, after: { ...before, ...chosen } };
    },
  };
};
