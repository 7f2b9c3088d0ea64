import type { KnownBlock, ModalView } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { buildOption, context, header, modal } from '../blocks/message.ts';
import { describePlace } from '../blocks/place.ts';
import { joinWords, mention } from '../blocks/refusal.ts';
import { plain } from '../blocks/text.ts';
import type { ChannelSettings, WorkspaceSettings } from '../store/settings-store.ts';
import { labelPreset } from './presets.ts';
import { CHANNEL_SETTINGS_FORM, choice, input } from './settings-fields.ts';

const FORM = CHANNEL_SETTINGS_FORM;

/** Chosen where the workspace's own setting counts. */
export const AS_WORKSPACE = 'workspace';
const NO_PRESET = 'none';
/** What stands before a preset's name: a name may be any word. */
export const PRESET_VALUE = 'preset ';

/** Updates about a link are posted in its card's thread, there and for Paid in the channel, or in the channel alone. */
export const NEWS = { both: 'both', thread: 'thread', channel: 'channel' } as const;

/** More people would make a mention that nobody reads. */
export const MOST_MENTIONS = 10;

const EXPIRY_CHOICES = [1, 2, 4, 8, 12, 24, 48, 72, 7 * 24, 14 * 24, 30 * 24, 60 * 24, 90 * 24];

interface ChannelSettingsView {
  channelId: string;
  settings: ChannelSettings;
  /** What counts where the channel has nothing of its own. */
  workspace: Pick<WorkspaceSettings, 'expiryDays' | 'isQrNeeded' | 'presets'>;
  /** Travels with the window and comes back with it. */
  metadata: string;
  /** Preselects no people; left blank, they stay as they are. */
  isBare?: boolean;
}

/** One channel's settings, for links asked for there and cards in it. */
export const buildChannelSettings = (shown: ChannelSettingsView): ModalView =>
  modal(FORM.callbackId, { title: FORM.title, submit: 'Save', close: 'Back', metadata: shown.metadata }, [
    context(`For ${describePlace(shown.channelId)} only.`, 'channel_name'),
    header('New payment links'),
    ...buildLinks(shown),
    header('Cards'),
    ...buildCards(shown),
  ]);

function buildLinks({ settings, workspace }: ChannelSettingsView): KnownBlock[] {
  const { expiryHours, isQrNeeded } = settings;
  const hours =
    expiryHours === null || EXPIRY_CHOICES.includes(expiryHours)
      ? EXPIRY_CHOICES
      : [...EXPIRY_CHOICES, expiryHours];
  const usual = describeHours(workspace.expiryDays * 24);
  return [
    {
      ...input(FORM.expiryHours, 'Link valid for'),
      element: choice(
        FORM.expiryHours,
        'static_select',
        [
          buildOption(AS_WORKSPACE, `As in the workspace: ${usual}`),
          ...hours.map((count) => buildOption(String(count), describeHours(count))),
        ],
        expiryHours === null ? AS_WORKSPACE : String(expiryHours),
      ),
    },
    {
      ...input(FORM.qr, 'QR code'),
      element: choice(
        FORM.qr,
        'static_select',
        [
          buildOption(AS_WORKSPACE, `As in the workspace: ${workspace.isQrNeeded ? 'on' : 'off'}`),
          buildOption('on', 'On'),
          buildOption('off', 'Off'),
        ],
        isQrNeeded === null ? AS_WORKSPACE : isQrNeeded ? 'on' : 'off',
      ),
    },
    ...buildPreset({ settings, workspace }),
  ];
}

function buildPreset({
  settings,
  workspace,
}: Pick<ChannelSettingsView, 'settings' | 'workspace'>): KnownBlock[] {
  const { presets } = workspace;
  if (presets.length === 0) return [];
  return [
    {
      ...input(FORM.preset, 'Start the form with preset'),
      element: choice(
        FORM.preset,
        'static_select',
        [
          buildOption(NO_PRESET, 'No preset'),
          ...presets.map((preset) => buildOption(PRESET_VALUE + preset.name, labelPreset(preset))),
        ],
        settings.presetName === null ? NO_PRESET : PRESET_VALUE + settings.presetName,
      ),
    },
  ];
}

function buildCards({ settings, isBare = false }: ChannelSettingsView): KnownBlock[] {
  const { paidMentions } = settings;
  return [
    {
      ...input(FORM.news, 'Post updates (paid, expired, refunded) in'),
      element: choice(
        FORM.news,
        'radio_buttons',
        [
          buildOption(NEWS.both, 'the thread of the card; Paid also in the channel'),
          buildOption(NEWS.thread, 'the thread of the card'),
          buildOption(NEWS.channel, 'the channel, without threads'),
        ],
        newsOf(settings),
      ),
    },
    {
      ...input(FORM.paidMentions, 'Also mention when a link is paid'),
      optional: true,
      hint: plain(
        isBare && paidMentions.length > 0
          ? 'Leave blank for no change.'
          : 'In addition to the person who has the link. They must be in the channel.',
      ),
      element: {
        type: 'multi_users_select',
        action_id: FORM.paidMentions,
        max_selected_items: MOST_MENTIONS,
        placeholder: plain(
          isBare && paidMentions.length > 0 ? 'No change' : 'Nobody else',
          limits.placeholder,
        ),
        ...(paidMentions.length > 0 && !isBare ? { initial_users: [...paidMentions] } : {}),
      },
    },
    ...(paidMentions.length > 0 && isBare
      ? [context(`Now ${joinWords(paidMentions.map(mention), 'and')}`, 'mentioned')]
      : []),
  ];
}

const newsOf = ({ isThreaded, isPaidBroadcast }: ChannelSettings): string => {
  if (!isThreaded) return NEWS.channel;
  return isPaidBroadcast ? NEWS.both : NEWS.thread;
};

/** `2 hours`, `30 days`. */
export const describeHours = (hours: number): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};
