import { z } from 'zod';
import { SETTINGS_FORM, SETTINGS_OPTION } from '../messages/settings-fields.ts';
import type { ChannelSettings } from '../store/channel-settings-store.ts';
import type { AskedSettings } from '../workspaces/read-settings.ts';

/** One element's value in `view.state.values`; which property is filled depends on the element's type. */
const elementSchema = z.object({
  value: z.string().nullish(),
  selected_conversation: z.string().nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
  selected_time: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
});

const stateSchema = z.record(z.string(), z.record(z.string(), elementSchema));

/** What is chosen for the channel where the settings were asked for. */
export const parseChannelSettings = (values: unknown): ChannelSettings => {
  const { channel } = SETTINGS_FORM;
  const chosen = stateSchema.parse(values)[channel]?.[channel]?.selected_options ?? [];
  return { isPaidBroadcast: chosen.some(({ value }) => value === SETTINGS_OPTION.paidBroadcast) };
};

/** Whether cards no longer go to one channel. */
export const parseIsWhereTyped = (values: unknown): boolean => {
  const { instead } = SETTINGS_FORM;
  const chosen = stateSchema.parse(values)[instead]?.[instead]?.selected_options ?? [];
  return chosen.some(({ value }) => value === SETTINGS_OPTION.whereTyped);
};

/** Reads the settings as Slack sends them; block and element have the same id. Text is trimmed. */
export const parseSettingsValues = (values: unknown): AskedSettings => {
  const state = stateSchema.parse(values);
  const at = (block: string) => state[block]?.[block];
  const text = (block: string) => at(block)?.value?.trim() || null;
  const options = (at(SETTINGS_FORM.options)?.selected_options ?? []).map(({ value }) => value);
  return {
    defaultChannelId: at('defaultChannelId')?.selected_conversation ?? null,
    expiryDays: text('expiryDays'),
    isQrNeeded: options.includes(SETTINGS_OPTION.qr),
    isInvoiceGenerated: options.includes(SETTINGS_OPTION.invoice),
    nudgeHours: text('nudgeHours'),
    dailyCloseAt: at('dailyCloseAtMinute')?.selected_time ?? null,
    approvalLimit: text('approvalLimitFils'),
    defaultEmail: text('defaultEmail'),
    roles: {
      supervisor: at('supervisor')?.selected_users ?? [],
      finance: at('finance')?.selected_users ?? [],
      admin: at('admin')?.selected_users ?? [],
    },
  };
};
