import type { Clock } from '../clock.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import { usualOf } from './setting.ts';
import type { SettingsStore } from './settings-store.ts';
import { chosenSettingsSchema, WORKSPACE_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

/** Of a workspace that has chosen nothing. */
export const DEFAULT_SETTINGS: WorkspaceSettings = usualOf(WORKSPACE_ROWS);

/** As they are stored. */
export const completeSettings = (chosen: object): WorkspaceSettings => ({
  ...DEFAULT_SETTINGS,
  ...chosenSettingsSchema.parse(chosen),
});

interface SettingsChange {
  before: WorkspaceSettings;
  after: WorkspaceSettings;
}

export type Settings = ReturnType<typeof createSettings>;

export const createSettings = ({
  settings,
  clock,
}: {
  settings: SettingsStore;
  clock: Pick<Clock, 'now'>;
}) => {
  return {
    of: async (teamId: string): Promise<WorkspaceSettings> => ({
      ...DEFAULT_SETTINGS,
      ...(await settings.find(teamId)),
    }),

    /** With the account that new work belongs to; null: the workspace has had none. */
    withAccount: async (teamId: string) => {
      const { chosen, kept } = await settings.findWithAccount(teamId);
      return { settings: completeSettings(chosen), kept };
    },

    /** Returns the settings before and after. `entryOf`: what the audit trail says of the change; null: nothing. */
    change: async (
      teamId: string,
      chosen: Partial<WorkspaceSettings>,
      by: string,
      entryOf: (change: SettingsChange) => AuditEntry | null = () => null,
    ): Promise<SettingsChange> => {
      const compare = (earlier: Partial<WorkspaceSettings>): SettingsChange => {
        const before = { ...DEFAULT_SETTINGS, ...earlier };
        return { before, after: { ...before, ...chosen } };
      };
      const earlier = await settings.change(teamId, chosen, {
        by,
        at: clock.now(),
        entryOf: (stored) => entryOf(compare(stored)),
      });
      return compare(earlier);
    },
  };
};
