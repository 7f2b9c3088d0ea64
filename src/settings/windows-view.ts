import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { context, header, modal, section } from '../blocks/message.ts';
import { describePlace } from '../blocks/place.ts';
import { plain } from '../blocks/text.ts';
import type { StoredWord } from '../teaching/taught-word-store.ts';
import { buildTaughtWords, type OperatorWords } from '../teaching/taught-words-view.ts';
import { CHANNEL_ROWS, type ChannelSettings } from './channel-settings.ts';
import { FORM_ROWS } from './form-settings.ts';
import { buildPeople, type GivenRoles } from './roles.ts';
import { buildSettingInputs } from './setting.ts';
import { SETTINGS_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

export const SETTINGS_WINDOW = { callbackId: 'settings', title: 'Paylink settings' } as const;
export const FORM_WINDOW = { callbackId: 'form_settings', title: 'The form' } as const;
export const CHANNEL_WINDOW = { callbackId: 'channel_settings', title: 'This channel' } as const;

/** Buttons to the windows of the form’s settings and of the channel’s. */
export const FORM_SETTINGS_ACTION = 'open_form_settings';
export const CHANNEL_SETTINGS_ACTION = 'open_channel_settings';

/** A link out of Slack; the app does nothing when you press it. */
export const CONNECTION_ACTION = 'open_connection';

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
  operatorWords: OperatorWords;
  /** The channel where the settings were asked for, which has some of its own; null: in none. */
  channelId: string | null;
  metadata: string;
  /** Preselects neither people nor channel; fields left blank keep their current value. */
  isBare?: boolean;
}

export const buildSettingsView = ({ isBare = false, ...shown }: SettingsView): ModalView => {
  const { settings, timeZone, metadata, channelId, connectAddress } = shown;
  return modal(
    SETTINGS_WINDOW.callbackId,
    { title: SETTINGS_WINDOW.title, submit: 'Save', close: 'Cancel', metadata },
    [
      ...buildOtherWindows(channelId),
      ...buildSettingInputs(SETTINGS_ROWS, settings, { timeZone, isBare }),
      ...buildPeople({ ...shown, isBare }),
      ...buildTaughtWords(shown.taughtWords, shown.operatorWords),
      ...(connectAddress === null ? [] : buildConnection(connectAddress)),
    ],
  );
};

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
            `*This channel*, ${describePlace(channelId)}\nWhere updates are posted, and who is mentioned when a link is paid.`,
          ),
        ]),
  ];
}

function buildConnection(address: string): KnownBlock[] {
  return [
    { type: 'divider' },
    header('Payment service connection'),
    {
      ...section(
        'Enter the API key, account ID and secret key on a private page, never in Slack. Don’t share its address: anyone who has it can use it.',
        'connection',
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

export const buildFormSettings = ({
  settings,
  timeZone,
  metadata,
}: Pick<SettingsView, 'settings' | 'timeZone' | 'metadata'>): ModalView =>
  modal(
    FORM_WINDOW.callbackId,
    { title: FORM_WINDOW.title, submit: 'Save', close: 'Back', metadata },
    buildSettingInputs(FORM_ROWS, settings, { timeZone, isBare: false }),
  );

interface ChannelSettingsView {
  channelId: string;
  settings: ChannelSettings;
  timeZone: string;
  metadata: string;
  /** Preselects no people; left blank, they stay as they are. */
  isBare?: boolean;
}

export const buildChannelSettings = ({
  channelId,
  settings,
  metadata,
  isBare = false,
  ...shown
}: ChannelSettingsView): ModalView =>
  modal(CHANNEL_WINDOW.callbackId, { title: CHANNEL_WINDOW.title, submit: 'Save', close: 'Back', metadata }, [
    context(`For ${describePlace(channelId)} only.`, 'channel_name'),
    ...buildSettingInputs(CHANNEL_ROWS, settings, { ...shown, isBare }),
  ]);
