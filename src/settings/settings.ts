import type { Clock } from '../clock.ts';
import { EXPIRY_DAYS } from '../payment-service/index.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import {
  type ChannelSettings,
  type ChannelSettingsStore,
  type FieldPlace,
  OPTIONAL_FIELDS,
  type OptionalField,
  type Preset,
  type SettingsStore,
  type WorkspaceSettings,
} from '../store/settings-store.ts';

/** Where the form shows a field that the workspace has not placed. */
export const USUAL_FIELD_PLACES: Record<OptionalField, FieldPlace> = {
  knownCustomer: 'always',
  Email: 'always',
  expiryOn: 'always',
  Address: 'more',
  City: 'more',
  Country: 'more',
  Invoice_Id: 'more',
  Product_Id: 'more',
  Is_QR_needed: 'always',
  Is_invoice_generated: 'always',
  place: 'always',
};

/** The names of the optional fields, as the form has them. */
export const FIELD_LABELS: Record<OptionalField, string> = {
  knownCustomer: 'Known customer',
  Email: 'E-mail',
  expiryOn: 'Can be paid until',
  Address: 'Address',
  City: 'City',
  Country: 'Country',
  Invoice_Id: 'Invoice number',
  Product_Id: 'Product number',
  Is_QR_needed: 'QR code',
  Is_invoice_generated: 'Invoice',
  place: 'Card goes to',
};

const PLACE_WORDS: Record<FieldPlace, string> = {
  always: 'always',
  more: 'under More details',
  never: 'never',
};

/** `E-mail never, City always`: the fields that are not in their default place. */
export const describeFields = (fields: WorkspaceSettings['fields']): string =>
  OPTIONAL_FIELDS.flatMap((name) => {
    const place = fields[name] ?? USUAL_FIELD_PLACES[name];
    return place === USUAL_FIELD_PLACES[name] ? [] : [`${FIELD_LABELS[name]} ${PLACE_WORDS[place]}`];
  }).join(', ') || 'the usual ones';

/** What a new link form shows, and what it begins with. */
export interface FormSettings {
  fields: Record<OptionalField, FieldPlace>;
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
  fields: { ...USUAL_FIELD_PLACES, ...workspace.fields },
  presets: workspace.presets,
  preset: workspace.presets.find(({ name }) => name === channel?.presetName) ?? null,
  defaultEmail: workspace.defaultEmail,
  defaultChannelId: workspace.defaultChannelId,
  isQrNeeded: channel?.isQrNeeded ?? workspace.isQrNeeded,
  isInvoiceGenerated: workspace.isInvoiceGenerated,
  isTermsAccepted: workspace.terms !== null,
  validFor:
    channel === null || channel.expiryHours === null
      ? { days: workspace.expiryDays }
      : { hours: channel.expiryHours },
  workspace,
});

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
  shopPhone: null,
  fields: {},
  presets: [],
  terms: null,
  areCustomersShared: false,
};

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
