import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, context, header, modal, section } from '../blocks/message.ts';
import { formatMinute, nameZone, WEEKDAYS } from '../blocks/money-and-time.ts';
import { describePlace } from '../blocks/place.ts';
import { plain } from '../blocks/text.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import { SETTINGS_RANGE, type WorkspaceSettings } from '../store/settings-store.ts';
import type { StoredWord } from '../teaching/taught-word-store.ts';
import { buildTaughtWords } from '../teaching/taught-words-view.ts';
import { buildPeople } from './people-settings-view.ts';
import {
  CHANNEL_SETTINGS_ACTION,
  CONNECTION_ACTION,
  choice,
  FORM_SETTINGS_ACTION,
  type GivenRoles,
  input,
  number,
  SETTINGS_FORM,
  SETTINGS_OPTION,
} from './settings-fields.ts';

export interface SettingsView {
  settings: WorkspaceSettings;
  roles: GivenRoles;
  /** Stay admins whatever is chosen here. */
  fixedAdmins: readonly string[];
  timeZone: string;
  /** A private page for entering credentials; null: they are in the environment. */
  connectAddress: string | null;
  /** Words of the service that the admins were asked about, or that were learned. */
  taughtWords: readonly StoredWord[];
  /** The channel where the settings were asked for, which has some of its own; null: in none. */
  channelId: string | null;
  /** Travels with the form and comes back with it. */
  metadata: string;
  /** Preselects neither people nor channel; fields left blank keep their current value. */
  isBare?: boolean;
}

export const buildSettingsView = (shown: SettingsView): ModalView =>
  modal(
    SETTINGS_FORM.callbackId,
    { title: 'Paylink settings', submit: 'Save', close: 'Cancel', metadata: shown.metadata },
    [
      ...buildOtherWindows(shown.channelId),
      { type: 'divider' },
      header('New payment links'),
      ...buildLinkDefaults(shown),
      { type: 'divider' },
      header('Reminders, daily close and weekly summary'),
      ...buildTimes(shown.settings, shown.timeZone),
      { type: 'divider' },
      header('Approval'),
      ...buildApproval(shown.settings),
      { type: 'divider' },
      header('People'),
      ...buildPeople(shown),
      ...buildTaughtWords(shown.taughtWords),
      ...(shown.connectAddress === null ? [] : buildConnection(shown.connectAddress)),
    ],
  );

/** They open on top of this one, which keeps what was typed here. */
function buildOtherWindows(channelId: string | null): KnownBlock[] {
  const row = (action: string, words: string): KnownBlock => ({
    ...section(words, action),
    accessory: { type: 'button', action_id: action, text: plain('Change', limits.button.text) },
  });
  return [
    row(FORM_SETTINGS_ACTION, '*The form*\nIts presets and fields, the terms, and the shop’s e-mail.'),
    ...(channelId === null
      ? []
      : [
          row(
            CHANNEL_SETTINGS_ACTION,
            `*This channel*, ${describePlace(channelId)}\nIts own expiry, QR code and preset, and who is mentioned when a link is paid.`,
          ),
        ]),
  ];
}

function buildLinkDefaults({ settings, isBare = false }: SettingsView): KnownBlock[] {
  const channel = settings.defaultChannelId;
  const options: PlainTextOption[] = [
    buildOption(SETTINGS_OPTION.qr, 'QR code for the customer to scan'),
    buildOption(SETTINGS_OPTION.invoice, 'Ask the payment service for an invoice'),
  ];
  const chosen = options.filter(
    ({ value }) =>
      (value === SETTINGS_OPTION.qr && settings.isQrNeeded) ||
      (value === SETTINGS_OPTION.invoice && settings.isInvoiceGenerated),
  );
  return [
    {
      ...input('defaultChannelId', 'Post cards in'),
      optional: true,
      hint: plain(
        `Invite Paylink to a private channel first: /invite @Paylink. ${channel === null ? 'Leave blank for the channel where the command is typed. ' : ''}The form can still change it.`,
      ),
      element: {
        type: 'conversations_select',
        action_id: 'defaultChannelId',
        filter: { include: ['public', 'private'], exclude_external_shared_channels: true },
        placeholder: plain(channel === null ? 'Where the command is typed' : 'No change', limits.placeholder),
        ...(channel === null || isBare ? {} : { initial_conversation: channel }),
      },
    },
    ...(channel === null ? [] : buildLetGo(channel)),
    {
      ...input('expiryDays', 'Link valid for (days)'),
      hint: plain('The payment service recommends 30.'),
      element: number('expiryDays', SETTINGS_RANGE.expiryDays, String(settings.expiryDays)),
    },
    {
      type: 'input',
      block_id: SETTINGS_FORM.options,
      optional: true,
      label: plain('On by default'),
      element: {
        type: 'checkboxes',
        action_id: SETTINGS_FORM.options,
        options,
        ...(chosen.length > 0 ? { initial_options: chosen } : {}),
      },
    },
  ];
}

/** Slack may show the menu empty to an admin who cannot see the channel, so clearing it needs a control of its own. */
function buildLetGo(channel: string): KnownBlock[] {
  return [
    context(`Now ${describePlace(channel)}`, 'default_channel'),
    {
      type: 'input',
      block_id: SETTINGS_FORM.instead,
      optional: true,
      label: plain('Or instead', limits.input.label),
      element: {
        type: 'checkboxes',
        action_id: SETTINGS_FORM.instead,
        options: [buildOption(SETTINGS_OPTION.whereTyped, 'In the channel where the command is typed')],
      },
    },
  ];
}

function buildTimes(
  { reminderHours, dailyCloseAtMinute, weeklySummaryOn, weeklySummaryAtMinute }: WorkspaceSettings,
  timeZone: string,
): KnownBlock[] {
  const zone = nameZone(timeZone);
  return [
    {
      ...input('reminderHours', 'Reminder, in hours before a link expires'),
      optional: true,
      hint: plain(
        'If a link is still unpaid, the person who has it gets a reminder. Applies to new links. Leave blank for none.',
      ),
      element: number(
        'reminderHours',
        SETTINGS_RANGE.reminderHours,
        reminderHours === null ? null : String(reminderHours),
      ),
    },
    {
      ...input('dailyCloseAtMinute', 'Usual hour of the daily close'),
      hint: plain(
        `${zone} time, for /paylink daily on without an hour. Channels that have a daily close keep theirs.`,
      ),
      element: {
        type: 'timepicker',
        action_id: 'dailyCloseAtMinute',
        initial_time: formatMinute(dailyCloseAtMinute),
      },
    },
    {
      ...input('weeklySummaryOn', 'Usual day of the weekly summary'),
      hint: plain('For /paylink weekly on without a day. Channels that have a summary keep theirs.'),
      element: choice(
        'weeklySummaryOn',
        'static_select',
        WEEKDAYS.map((day, index) => buildOption(String(index), day)),
        String(weeklySummaryOn),
      ),
    },
    {
      ...input('weeklySummaryAtMinute', 'Usual hour of the weekly summary'),
      hint: plain(`${zone} time.`),
      element: {
        type: 'timepicker',
        action_id: 'weeklySummaryAtMinute',
        initial_time: formatMinute(weeklySummaryAtMinute),
      },
    },
  ];
}

function buildApproval({ approvalLimitFils: limit, askNextMinutes }: WorkspaceSettings): KnownBlock[] {
  const above: KnownBlock = {
    ...input('approvalLimitFils', 'Approval for links above, in AED'),
    optional: true,
    hint: plain(
      'A supervisor or an admin must approve such a link, and nobody can approve their own request. Leave blank for no limit.',
    ),
    element: {
      type: 'number_input',
      action_id: 'approvalLimitFils',
      is_decimal_allowed: true,
      min_value: '0',
      placeholder: plain('5000', limits.placeholder),
      ...(limit === null ? {} : { initial_value: formatFils(limit).replace(/\.00$/, '') }),
    },
  };
  const next: KnownBlock = {
    ...input('askNextMinutes', 'If nobody answers, ask others after (minutes)'),
    optional: true,
    hint: plain(
      'Supervisors are asked first, by direct message; then the admins. Leave blank to ask nobody else.',
    ),
    element: number(
      'askNextMinutes',
      SETTINGS_RANGE.askNextMinutes,
      askNextMinutes === null ? null : String(askNextMinutes),
    ),
  };
  return [above, next];
}

function buildConnection(address: string): KnownBlock[] {
  return [
    { type: 'divider' },
    header('Payment service connection'),
    {
      ...section(
        'Enter the API key, account ID and secret key on a private page, never in Slack. Don’t share its address: anyone who has it can use it.',
        SETTINGS_FORM.connection,
      ),
      accessory: {
        type: 'button',
        action_id: CONNECTION_ACTION,
        text: plain('Open private page', limits.button.text),
        url: address,
      },
    },
  ];
}
