import { limits } from '../blocks/limits.ts';
import { buildMessage, type Message, section } from '../blocks/message.ts';
import { formatAed, formatMinute, WEEKDAYS } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { RoleChange } from '../people/member-store.ts';
import { explainRefusedPlace } from '../slack/explain-refused-place.ts';
import type { ChannelSettings, WorkspaceSettings } from '../store/settings-store.ts';
import { describeHours } from './channel-settings-view.ts';
import { formatPreset } from './presets.ts';
import { describeFields } from './settings.ts';

/** How one setting is called, written in the audit trail, and described in a message if that differs. */
interface Description<Settings> {
  label: string;
  plainly(settings: Settings): string;
  inMessage?: (settings: Settings) => string;
}

type Descriptions<Settings> = Record<keyof Settings, Description<Settings>>;

const listChanged = <Settings>(kind: Descriptions<Settings>, before: Settings, after: Settings) =>
  (Object.entries(kind) as [string, Description<Settings>][]).filter(
    ([, { plainly }]) => plainly(before) !== plainly(after),
  );

const describeChanges = <Settings>(
  kind: Descriptions<Settings>,
  before: Settings,
  after: Settings,
): string[] =>
  listChanged(kind, before, after).map(([, { label, plainly, inMessage }]) => {
    const describe = inMessage ?? ((settings) => escapeMrkdwn(cut(plainly(settings), MOST_OF_A_VALUE)));
    return `• ${label}: ${describe(before)} → *${describe(after)}*`;
  });

/** Each changed setting's name with its values, `30 → 14`. */
const listDetail = <Settings>(
  kind: Descriptions<Settings>,
  before: Settings,
  after: Settings,
): Record<string, string> =>
  Object.fromEntries(
    listChanged(kind, before, after).map(([key, { plainly }]) => [
      key,
      `${plainly(before)} → ${plainly(after)}`,
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
    blocks: [section(text), ...(warning === '' ? [] : [section(warning)])],
  };
};

/** The audit detail of a change. */
export const listSettingsChanges = (
  before: WorkspaceSettings,
  after: WorkspaceSettings,
): Record<string, string> => listDetail(WORKSPACE, before, after);

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const WORKSPACE: Descriptions<WorkspaceSettings> = {
  defaultChannelId: {
    label: 'Cards of new links go to',
    plainly: (one) => one.defaultChannelId ?? 'none',
    inMessage: ({ defaultChannelId: at }) => (at === null ? 'where the command is typed' : describePlace(at)),
  },
  expiryDays: {
    label: 'Links are valid for',
    plainly: (one) => String(one.expiryDays),
    inMessage: (one) => count(one.expiryDays, 'day'),
  },
  isQrNeeded: { label: 'QR code on by default', plainly: (one) => yesOrNo(one.isQrNeeded) },
  isInvoiceGenerated: { label: 'Invoice on by default', plainly: (one) => yesOrNo(one.isInvoiceGenerated) },
  reminderHours: {
    label: 'Reminder of an unpaid link',
    plainly: (one) => String(one.reminderHours ?? 'none'),
    inMessage: ({ reminderHours: hours }) =>
      hours === null ? 'none' : `${count(hours, 'hour')} before it expires`,
  },
  dailyCloseAtMinute: {
    label: 'Usual hour of the daily close',
    plainly: (one) => formatMinute(one.dailyCloseAtMinute),
  },
  weeklySummaryOn: {
    label: 'Usual day of the weekly summary',
    plainly: (one) => WEEKDAYS[one.weeklySummaryOn] ?? '',
  },
  weeklySummaryAtMinute: {
    label: 'Usual hour of the weekly summary',
    plainly: (one) => formatMinute(one.weeklySummaryAtMinute),
  },
  approvalLimitFils: {
    label: 'Links above this wait for approval',
    plainly: ({ approvalLimitFils: fils }) => (fils === null ? 'none' : formatAed(fils)),
    inMessage: ({ approvalLimitFils: fils }) => (fils === null ? 'no limit' : formatAed(fils)),
  },
  askNextMinutes: {
    label: 'Others are asked if nobody approves',
    plainly: (one) => String(one.askNextMinutes ?? 'none'),
    inMessage: ({ askNextMinutes: minutes }) =>
      minutes === null ? 'never' : `after ${count(minutes, 'minute')}`,
  },
  defaultEmail: { label: 'E-mail for customers without one', plainly: (one) => one.defaultEmail ?? 'none' },
  shopPhone: { label: 'The shop’s own phone', plainly: (one) => one.shopPhone ?? 'none' },
  fields: { label: 'Fields of the form', plainly: (one) => describeFields(one.fields) },
  presets: { label: 'Presets', plainly: (one) => one.presets.map(formatPreset).join(', ') || 'none' },
  terms: {
    label: 'Terms on by default',
    plainly: ({ terms }) => (terms === null ? 'no' : `confirmed by ${terms.confirmedBy}`),
    inMessage: ({ terms }) => (terms === null ? 'no' : `confirmed by ${mention(terms.confirmedBy)}`),
  },
  areCustomersShared: {
    label: 'Cashiers find everyone’s customers',
    plainly: (one) => yesOrNo(one.areCustomersShared),
  },
};

const CHANNEL: Descriptions<ChannelSettings> = {
  expiryHours: {
    label: 'Links are valid for',
    plainly: ({ expiryHours: hours }) => (hours === null ? 'as in the workspace' : describeHours(hours)),
  },
  isQrNeeded: {
    label: 'QR code',
    plainly: ({ isQrNeeded }) => (isQrNeeded === null ? 'as in the workspace' : isQrNeeded ? 'on' : 'off'),
  },
  presetName: { label: 'Form starts with preset', plainly: (one) => one.presetName ?? 'none' },
  isThreaded: {
    label: 'Updates about a link are posted',
    plainly: (one) => (one.isThreaded ? 'in the thread of its card' : 'in the channel'),
  },
  isPaidBroadcast: {
    label: 'Paid is also posted in the channel',
    plainly: (one) => yesOrNo(one.isPaidBroadcast),
  },
  paidMentions: {
    label: 'Mentioned when a link is paid',
    plainly: (one) => one.paidMentions.join(', ') || 'nobody else',
    inMessage: ({ paidMentions: people }) =>
      people.length > 0 ? joinWords(people.map(mention), 'and') : 'nobody else',
  },
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
  return buildMessage(text);
};

/** The audit detail of a change. */
export const listChannelChanges = (before: ChannelSettings, after: ChannelSettings): Record<string, string> =>
  listDetail(CHANNEL, before, after);

/** Posted in the channel that was chosen in the settings. */
export const buildDefaultChannelNews = (userId: string): Message => {
  const text = `${mention(userId)} chose this channel in Paylink’s settings: cards of new payment links are posted here from now on.`;
  return buildMessage(text);
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
