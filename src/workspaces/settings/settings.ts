import type { Clock } from '../../clock.ts';
import { EXPIRY_DAYS } from '../../payment-service/index.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { ChannelSettingsStore } from '../../store/channel-settings-store.ts';
import type { SettingsStore, WorkspaceSettings } from '../../store/settings-store.ts';
import { type FormSettings, mergeFormSettings } from './form-settings.ts';

export type { WorkspaceSettings };

export const DEFAULT_SETTINGS: WorkspaceSettings = {
  defaultChannelId: null,
  expiryDays: EXPIRY_DAYS,
  isQrNeeded: true,
  isInvoiceGenerated: false,
  reminderHours: 24,
  dailyCloseAtMinute: 21 * 60,
  weeklySummaryOn: 0,
  weeklySummaryAtMinute: 9 * 60,
  approvalLimitFils: null,
  askNextMinutes: 30,
  defaultEmail: null,
  fields: {},
  presets: [],
  terms: null,
  areCustomersShared: false,
};

/** Of a workspace that has chosen nothing. */
export const DEFAULT_FORM_SETTINGS = mergeFormSettings(DEFAULT_SETTINGS, null);

/** Forms open often, so cache; keep it short, as another instance may change the settings. */
const RECENT_MS = 5_000;
const MOST_KEPT = 1_000;

export interface Settings {
  of(teamId: string): Promise<WorkspaceSettings>;
  /** May be a few seconds old. Use it for defaults that the user can see and change, never to enforce a limit. */
  recent(teamId: string): Promise<WorkspaceSettings>;
  /**
   * What a form begins with that is asked for in this channel; null: in no channel, so that those of the workspace's
   * own channel count. As recent as `recent`.
   */
  ofForm(teamId: string, channelId: string | null): Promise<FormSettings>;
  /** Returns the settings before and after. */
  change(
    teamId: string,
    chosen: Partial<WorkspaceSettings>,
    by: string,
  ): Promise<{ before: WorkspaceSettings; after: WorkspaceSettings }>;
}

export const createSettings = ({
  settings,
  channelSettings,
  clock,
}: {
  settings: SettingsStore;
  channelSettings: Pick<ChannelSettingsStore, 'of'>;
  clock: Pick<Clock, 'now'>;
}): Settings => {
  const kept = createRecentMap<{ settings: WorkspaceSettings; until: number }>(MOST_KEPT);

  const of = async (teamId: string): Promise<WorkspaceSettings> => {
    const read = { ...DEFAULT_SETTINGS, ...(await settings.find(teamId)) };
    kept.set(teamId, { settings: read, until: clock.now() + RECENT_MS });
    return read;
  };

  const recent = async (teamId: string): Promise<WorkspaceSettings> => {
    const known = kept.get(teamId);
    return known && clock.now() < known.until ? known.settings : of(teamId);
  };

  return {
    of,
    recent,

    ofForm: async (teamId, channelId) => {
      const workspace = await recent(teamId);
      const at = channelId ?? workspace.defaultChannelId;
      return mergeFormSettings(workspace, at === null ? null : await channelSettings.of(teamId, at));
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
