import type { Clock } from '../clock.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { ChannelSettings } from './channel-settings.ts';
import type { OptionalField } from './form-fields.ts';
import type { Preset } from './presets.ts';
import { usualOf } from './setting.ts';
import type { ChannelSettingsStore, SettingsStore } from './settings-store.ts';
import { WORKSPACE_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

/** What a new link form shows, and what it begins with. */
export interface FormSettings {
  /** The optional fields that it shows; the others are under *More details*. */
  shownFields: readonly OptionalField[];
  presets: readonly Preset[];
  /** Fills the form in when it opens. */
  preset: Preset | null;
  /** Sent where the form's e-mail is left blank; null: the form asks for one. */
  defaultEmail: string | null;
  defaultChannelId: string | null;
  isQrNeeded: boolean;
  isInvoiceGenerated: boolean;
  isTermsAccepted: boolean;
  validFor: { days: number } | { hours: number };
  /** What they are made of. */
  workspace: WorkspaceSettings;
}

/** The workspace's settings, with a channel's own in place of them. */
const mergeFormSettings = (workspace: WorkspaceSettings, channel: ChannelSettings | null): FormSettings => ({
  shownFields: workspace.shownFields,
  presets: workspace.presets,
  preset: workspace.presets.find(({ name }) => name === channel?.presetName) ?? null,
  defaultEmail: workspace.defaultEmail,
  defaultChannelId: workspace.defaultChannelId,
  isQrNeeded: workspace.isQrNeeded,
  isInvoiceGenerated: workspace.isInvoiceGenerated,
  isTermsAccepted: workspace.terms !== null,
  validFor:
    channel === null || channel.expiryHours === null
      ? { days: workspace.expiryDays }
      : { hours: channel.expiryHours },
  workspace,
});

export const DEFAULT_SETTINGS: WorkspaceSettings = usualOf(WORKSPACE_ROWS);

/** Of a workspace that has chosen nothing. */
export const DEFAULT_FORM_SETTINGS = mergeFormSettings(DEFAULT_SETTINGS, null);

interface SettingsChange {
  before: WorkspaceSettings;
  after: WorkspaceSettings;
}

export type Settings = ReturnType<typeof createSettings>;

export const createSettings = ({
  settings,
  channelSettings,
  clock,
}: {
  settings: SettingsStore;
  channelSettings: Pick<ChannelSettingsStore, 'of'>;
  clock: Pick<Clock, 'now'>;
}) => {
  const of = async (teamId: string): Promise<WorkspaceSettings> => ({
    ...DEFAULT_SETTINGS,
    ...(await settings.find(teamId)),
  });

  return {
    of,

    /**
     * The defaults of a form that is opened in this channel; null: outside a channel, so the workspace's default channel
     * counts.
     */
    ofForm: async (teamId: string, channelId: string | null): Promise<FormSettings> => {
      if (channelId !== null) {
        const { workspace, channel } = await settings.findWith(teamId, channelId);
        return mergeFormSettings({ ...DEFAULT_SETTINGS, ...workspace }, channel);
      }
      const workspace = await of(teamId);
      const at = workspace.defaultChannelId;
      return mergeFormSettings(workspace, at === null ? null : await channelSettings.of(teamId, at));
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
