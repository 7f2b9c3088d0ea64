import { limits } from '../../blocks/limits.ts';
import type { Message } from '../../blocks/message.ts';
import { formatAed, formatMinute } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { joinWords, mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../../blocks/text.ts';
import { explainRefusedPlace } from '../../slack/explain-refused-place.ts';
import type { RoleChange } from '../../store/member-store.ts';
import type { ChannelSettings, WorkspaceSettings } from '../../store/settings-store.ts';
import { describeHours } from './channel-settings-view.ts';
import { formatPreset } from './presets.ts';
import { describeFields } from './settings.ts';
import { WEEKDAYS } from './settings-fields.ts';

/** How one kind of settings is described. */
interface Descriptions<Settings> {
  labels: Record<keyof Settings, string>;
  /** As in the audit trail. */
  plainly(key: keyof Settings, settings: Settings): string;
  /** As in a message. */
  describe(key: keyof Settings, settings: Settings): string;
}

const listChanged = <Settings>(
  { labels, plainly }: Descriptions<Settings>,
  before: Settings,
  after: Settings,
): (keyof Settings)[] =>
  (Object.keys(labels) as (keyof Settings)[]).filter((key) => plainly(key, before) !== plainly(key, after));

const describeChanges = <Settings>(
  kind: Descriptions<Settings>,
  before: Settings,
  after: Settings,
): string[] =>
  listChanged(kind, before, after).map(
    (key) => `• ${kind.labels[key]}: ${kind.describe(key, before)} → *${kind.describe(key, after)}*`,
  );

/** Each changed setting's name with its values, `30 → 14`. */
const listDetail = <Settings>(
  kind: Descriptions<Settings>,
  before: Settings,
  after: Settings,
): Record<string, string> =>
  Object.fromEntries(
    listChanged(kind, before, after).map((key) => [
      key,
      `${kind.plainly(key, before)} → ${kind.plainly(key, after)}`,
    ]),
  );

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
    ...describeChanges(WORKSPACE, before, after),
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

/** The audit detail of a change. */
export const listSettingsChanges = (
  before: WorkspaceSettings,
  after: WorkspaceSettings,
): Record<string, string> => listDetail(WORKSPACE, before, after);

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

const WORKSPACE: Descriptions<WorkspaceSettings> = {
  labels: {
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
  },
  describe: describeSetting,
  plainly: plainSetting,
};

function describeSetting(key: keyof WorkspaceSettings, settings: WorkspaceSettings): string {
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
      return escapeMrkdwn(cut(plainSetting(key, settings), MOST_OF_A_VALUE));
  }
}

function plainSetting(key: keyof WorkspaceSettings, settings: WorkspaceSettings): string {
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

const CHANNEL: Descriptions<ChannelSettings> = {
  labels: {
    expiryHours: 'Links are valid for',
    isQrNeeded: 'QR code',
    qrPlace: 'QR code is posted in',
    presetName: 'Form starts with preset',
    isThreaded: 'Updates about a link are posted',
    isPaidBroadcast: 'Paid is also posted in the channel',
    paidMentions: 'Mentioned when a link is paid',
  },
  describe: describeChannelSetting,
  plainly: plainChannelSetting,
};

/** Tells the admin who changed a channel's settings what is different now. */
export const buildChannelChanged = ({
  channelId,
  before,
  after,
}: {
  channelId: string;
  before: ChannelSettings;
  after: ChannelSettings;
}): Message => {
  const lines = describeChanges(CHANNEL, before, after);
  const text = [`*Paylink’s settings for ${describePlace(channelId)} have changed.*`, ...lines].join('\n');
  return { text, blocks: [{ type: 'section', text: mrkdwn(text) }] };
};

/** The audit detail of a change. */
export const listChannelChanges = (before: ChannelSettings, after: ChannelSettings): Record<string, string> =>
  listDetail(CHANNEL, before, after);

function describeChannelSetting(key: keyof ChannelSettings, settings: ChannelSettings): string {
  return key === 'paidMentions' && settings.paidMentions.length > 0
    ? joinWords(settings.paidMentions.map(mention), 'and')
    : escapeMrkdwn(plainChannelSetting(key, settings));
}

function plainChannelSetting(key: keyof ChannelSettings, settings: ChannelSettings): string {
  switch (key) {
    case 'expiryHours':
      return settings.expiryHours === null ? 'as in the workspace' : describeHours(settings.expiryHours);
    case 'isQrNeeded':
      return settings.isQrNeeded === null ? 'as in the workspace' : settings.isQrNeeded ? 'on' : 'off';
    case 'qrPlace':
      return settings.qrPlace === 'inline' ? 'the card itself' : 'the thread of the card';
    case 'presetName':
      return settings.presetName ?? 'none';
    case 'isThreaded':
      return settings.isThreaded ? 'in the thread of its card' : 'in the channel';
    case 'isPaidBroadcast':
      return settings.isPaidBroadcast ? 'yes' : 'no';
    case 'paidMentions':
      return settings.paidMentions.join(', ') || 'nobody else';
  }
}

/** Posted in the channel that was chosen in the settings. */
export const buildDefaultChannelNews = (userId: string): Message => {
  const text = `${mention(userId)} chose this channel in Paylink’s settings: cards of new payment links are posted here from now on.`;
  return { text, blocks: [{ type: 'section', text: mrkdwn(text) }] };
};

/** For the admin who chose the channel, if Slack refuses Paylink's messages there. */
export const explainDefaultChannel = (channelId: string, code: string): string =>
  `⚠️ ${explainRefusedPlace(
    { channelId, code },
    {
      where: describePlace(channelId),
      so: ', so cards for it go to their creators’ messages with Paylink',
      afterwards: 'new cards are posted there',
    },
  )}`;
