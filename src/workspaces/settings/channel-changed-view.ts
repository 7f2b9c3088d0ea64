import type { Message } from '../../blocks/message.ts';
import { describePlace } from '../../blocks/place.ts';
import { joinWords, mention } from '../../blocks/refusal.ts';
import { escapeMrkdwn, mrkdwn } from '../../blocks/text.ts';
import type { ChannelSettings } from '../../store/channel-settings-store.ts';
import { describeHours } from './channel-settings-view.ts';

const LABELS: Record<keyof ChannelSettings, string> = {
  expiryHours: 'Links are valid for',
  isQrNeeded: 'QR code',
  qrPlace: 'QR code is posted in',
  presetName: 'Form starts with preset',
  isThreaded: 'Updates about a link are posted',
  isPaidBroadcast: 'Paid is also posted in the channel',
  paidMentions: 'Mentioned when a link is paid',
};

const KEYS = Object.keys(LABELS) as (keyof ChannelSettings)[];

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
  const lines = changed(before, after).map(
    (key) => `• ${LABELS[key]}: ${describe(key, before)} → *${describe(key, after)}*`,
  );
  const text = [`*Paylink’s settings for ${describePlace(channelId)} have changed.*`, ...lines].join('\n');
  return { text, blocks: [{ type: 'section', text: mrkdwn(text) }] };
};

/** The audit detail of a change: each setting's name with its values, `workspace → 2 hours`. */
export const listChannelChanges = (before: ChannelSettings, after: ChannelSettings): Record<string, string> =>
  Object.fromEntries(
    changed(before, after).map((key) => [key, `${plainly(key, before)} → ${plainly(key, after)}`]),
  );

const changed = (before: ChannelSettings, after: ChannelSettings): (keyof ChannelSettings)[] =>
  KEYS.filter((key) => plainly(key, before) !== plainly(key, after));

const describe = (key: keyof ChannelSettings, settings: ChannelSettings): string =>
  key === 'paidMentions' && settings.paidMentions.length > 0
    ? joinWords(settings.paidMentions.map(mention), 'and')
    : escapeMrkdwn(plainly(key, settings));

function plainly(key: keyof ChannelSettings, settings: ChannelSettings): string {
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
