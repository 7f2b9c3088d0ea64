import { limits } from '../../blocks/limits.ts';
import type { Message } from '../../blocks/message.ts';
import { formatAed, formatMinute } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../../blocks/text.ts';
import type { RoleChange } from '../../store/member-store.ts';
import type { WorkspaceSettings } from '../../store/settings-store.ts';
import { describeFields } from './form-settings.ts';
import { formatPreset } from './presets.ts';
import { WEEKDAYS } from './settings-inputs.ts';

interface SettingsChanged {
  before: WorkspaceSettings;
  after: WorkspaceSettings;
  roles: readonly RoleChange[];
  /** The only user who may approve, if there is exactly one. */
  onlyApprover: string | null;
}

/** Eight presets may be longer than a message. */
const MOST_OF_A_VALUE = 400;

/** More lines would not make a readable message; the audit trail has them all. */
const MOST_LINES = 30;

/** Tells the admin who changed settings what is different now; null: nothing is. */
export const buildSettingsChanged = ({
  before,
  after,
  roles,
  onlyApprover,
}: SettingsChanged): Message | null => {
  const lines = [
    ...changedSettings(before, after).map(
      (key) => `• ${LABELS[key]}: ${describe(key, before)} → *${describe(key, after)}*`,
    ),
    ...roles.map(
      ({ userId, from, to }) => `• ${mention(userId)}: ${from ?? 'cashier'} → *${to ?? 'cashier'}*`,
    ),
  ];
  if (lines.length === 0) return null;
  const rest = lines.length - MOST_LINES;
  const more = rest > 0 ? [`…and ${rest} more: \`/paylink audit\` has them all.`] : [];
  const text = ['*Paylink’s settings have changed.*', ...lines.slice(0, MOST_LINES), ...more].join('\n');
  const warning =
    onlyApprover === null || after.approvalLimitFils === null
      ? ''
      : `⚠️ Only ${mention(onlyApprover)} may approve, and nobody can approve their own request: their links above the limit would wait until they expire. Give a second person the role of supervisor.`;
  return {
    text: cut(warning === '' ? text : `${text}\n${warning}`, limits.message.textRecommended),
    blocks: [
      { type: 'section', text: mrkdwn(text) },
      ...(warning === '' ? [] : [{ type: 'section' as const, text: mrkdwn(warning) }]),
    ],
  };
};

/** The audit detail of a change: each setting's name with its values, `30 → 14`. */
export const listSettingsChanges = (
  before: WorkspaceSettings,
  after: WorkspaceSettings,
): Record<string, string> =>
  Object.fromEntries(
    changedSettings(before, after).map((key) => [key, `${plainly(key, before)} → ${plainly(key, after)}`]),
  );

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

const LABELS: Record<keyof WorkspaceSettings, string> = {
  defaultChannelId: 'Cards of new links go to',
  expiryDays: 'Links are valid for',
  isQrNeeded: 'QR code on by default',
  isInvoiceGenerated: 'Invoice on by default',
  reminderHours: 'Reminder of an unpaid link',
  dailyCloseAtMinute: 'Usual hour of the daily close',
  weeklySummaryOn: 'Usual day of the weekly summary',
  weeklySummaryAtMinute: 'Usual hour of the weekly summary',
  approvalLimitFils: 'Links above this wait for approval',
  askNextMinutes: 'Others are asked if nobody approves',
  defaultEmail: 'E-mail for customers without one',
  fields: 'Fields of the form',
  presets: 'Presets',
  terms: 'Terms on by default',
  areCustomersShared: 'Cashiers find everyone’s customers',
};

const KEYS = Object.keys(LABELS) as (keyof WorkspaceSettings)[];

const changedSettings = (before: WorkspaceSettings, after: WorkspaceSettings): (keyof WorkspaceSettings)[] =>
  KEYS.filter((key) => plainly(key, before) !== plainly(key, after));

function describe(key: keyof WorkspaceSettings, settings: WorkspaceSettings): string {
  switch (key) {
    case 'defaultChannelId':
      return settings.defaultChannelId === null
        ? 'where the command is typed'
        : describePlace(settings.defaultChannelId);
    case 'expiryDays':
      return count(settings.expiryDays, 'day');
    case 'reminderHours':
      return settings.reminderHours === null
        ? 'none'
        : `${count(settings.reminderHours, 'hour')} before it expires`;
    case 'askNextMinutes':
      return settings.askNextMinutes === null ? 'never' : `after ${count(settings.askNextMinutes, 'minute')}`;
    case 'approvalLimitFils':
      return settings.approvalLimitFils === null ? 'no limit' : formatAed(settings.approvalLimitFils);
    case 'terms':
      return settings.terms === null ? 'no' : `confirmed by ${mention(settings.terms.confirmedBy)}`;
    default:
      return escapeMrkdwn(cut(plainly(key, settings), MOST_OF_A_VALUE));
  }
}

function plainly(key: keyof WorkspaceSettings, settings: WorkspaceSettings): string {
  switch (key) {
    case 'areCustomersShared':
    case 'isQrNeeded':
    case 'isInvoiceGenerated':
      return yesOrNo(settings[key]);
    case 'dailyCloseAtMinute':
      return formatMinute(settings.dailyCloseAtMinute);
    case 'weeklySummaryAtMinute':
      return formatMinute(settings.weeklySummaryAtMinute);
    case 'weeklySummaryOn':
      return WEEKDAYS[settings.weeklySummaryOn] ?? '';
    case 'approvalLimitFils':
      return settings.approvalLimitFils === null ? 'none' : formatAed(settings.approvalLimitFils);
    case 'fields':
      return describeFields(settings.fields);
    case 'presets':
      return settings.presets.map(formatPreset).join(', ') || 'none';
    case 'terms':
      return settings.terms === null ? 'no' : `confirmed by ${settings.terms.confirmedBy}`;
    case 'defaultChannelId':
    case 'expiryDays':
    case 'reminderHours':
    case 'askNextMinutes':
    case 'defaultEmail':
      return String(settings[key] ?? 'none');
  }
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
