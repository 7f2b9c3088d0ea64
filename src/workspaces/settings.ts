import type { Clock } from '../clock.ts';
import { EXPIRY_DAYS } from '../payment-service/index.ts';
import type { SettingsStore, WorkspaceSettings } from '../store/settings-store.ts';

export type { WorkspaceSettings };

export const DEFAULT_SETTINGS: WorkspaceSettings = {
  defaultChannelId: null,
  expiryDays: EXPIRY_DAYS,
  isQrNeeded: true,
  isInvoiceGenerated: false,
  nudgeHours: 24,
  dailyCloseAtMinute: 21 * 60,
  approvalLimitFils: null,
};

export interface Settings {
  of(teamId: string): Promise<WorkspaceSettings>;
  /** Gives the settings as they were and as they are. */
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
}): Settings => ({
  of: async (teamId) => ({ ...DEFAULT_SETTINGS, ...(await settings.find(teamId)) }),

  change: async (teamId, chosen, by) => {
    const before = {
      ...DEFAULT_SETTINGS,
      ...(await settings.change(teamId, chosen, { by, at: clock.now() })),
    };
    return { before, after: { ...before, ...chosen } };
  },
});
