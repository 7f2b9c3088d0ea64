import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../../src/settings/channel-settings.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { buildChannelChanged, buildSettingsChanged } from '../../src/settings/settings-changed-view.ts';
import {
  buildChannelSettings,
  buildFormSettings,
  buildSettingsView,
} from '../../src/settings/windows-view.ts';
import { NOW, ZONE } from './made-up.ts';
import { type Cast, message, modal, part, type Story } from './story.ts';
import { makeUpWords } from './teaching.ts';

const NO_WORDS = { paid: [], failed: [], cancelled: [], expired: [], refunded: [], waiting: [] };

export const listSettings = (cast: Cast): Story[] => {
  const { channelId, personId } = cast;
  const { asked, answered } = makeUpWords(cast);
  const changed = buildSettingsChanged({
    before: DEFAULT_SETTINGS,
    after: { ...DEFAULT_SETTINGS, defaultChannelId: channelId, approvalLimitFils: 500_000, expiryHours: 4 },
    roles: [{ userId: personId, from: null, to: 'supervisor' }],
    onlyApprover: personId,
  });
  const presets = [
    { name: 'Deposit', amountFils: 50_000, notes: 'Deposit' },
    { name: '_June_', amountFils: 2_500, notes: 'Delivery :tada: in Dubai' },
  ];
  const counter: ChannelSettings = {
    news: 'channel',
    paidMentions: [personId],
  };
  return [
    ...(changed === null ? [] : [part('settings, changed', 'channel', buildSettingsChanged, changed)]),
    message('settings of a channel, changed', 'channel', buildChannelChanged, {
      channelId,
      before: DEFAULT_CHANNEL_SETTINGS,
      after: counter,
    }),
    modal('settings of the form', buildFormSettings, {
      settings: {
        ...DEFAULT_SETTINGS,
        presets,
        defaultEmail: 'shop@example.com',
        terms: { confirmedBy: personId, confirmedAt: NOW },
      },
      timeZone: ZONE,
      metadata: '',
    }),
    ...[false, true].map(
      (isBare): Story =>
        modal(`settings of a channel${isBare ? ', people not shown' : ''}`, buildChannelSettings, {
          channelId,
          settings: counter,
          workspace: { ...DEFAULT_SETTINGS, presets },
          timeZone: ZONE,
          metadata: '{}',
          isBare,
        }),
    ),
    modal('settings', buildSettingsView, {
      settings: { ...DEFAULT_SETTINGS, defaultChannelId: channelId, defaultEmail: 'shop@example.com' },
      roles: { supervisor: [personId], finance: [], admin: [personId] },
      fixedAdmins: [personId],
      timeZone: ZONE,
      connectAddress: 'https://paylink.example.com/slack/connect/rehearsal',
      taughtWords: [answered, asked],
      operatorWords: { ...NO_WORDS, paid: ['ACCEPTÉ', 'QX'] },
      channelId,
      metadata: '{}',
    }),
  ];
};
