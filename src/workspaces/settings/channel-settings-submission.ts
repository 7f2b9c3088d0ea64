import { z } from 'zod';
import type { ChannelSettings } from '../../store/channel-settings-store.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { buildChannelChanged, listChannelChanges } from './channel-changed-view.ts';
import { AS_WORKSPACE, MOST_MENTIONS, NEWS, PRESET_VALUE } from './channel-settings-view.ts';
import { CHANNEL_SETTINGS_FORM as FORM } from './settings-fields.ts';
import { readState } from './settings-state.ts';
import { markShown } from './settings-values.ts';
import {
  CHANGED_MEANWHILE,
  createSettingsSubmission,
  type Saved,
  type SentSettings,
} from './take-settings.ts';

const metadataSchema = z.object({
  channelId: z.string().max(24),
  seen: z.string(),
  isBare: z.boolean().default(false),
});

export const writeChannelMetadata = (channelId: string, settings: ChannelSettings, isBare = false): string =>
  JSON.stringify({ channelId, seen: markShown(Object.entries(settings).sort()), isBare });

const chosenSchema = z.object({
  expiryHours: z.union([
    z.literal(AS_WORKSPACE).transform(() => null),
    z.coerce.number().int().min(1).max(2_160),
  ]),
  qr: z.enum([AS_WORKSPACE, 'on', 'off']),
  qrPlace: z.enum(['thread', 'inline']),
  preset: z.string().nullable(),
  news: z.enum(NEWS),
  paidMentions: z.array(z.string()).max(MOST_MENTIONS),
});

/** Reads the window as Slack sends it. */
export const readChannelSettings = (values: unknown): ChannelSettings => {
  const state = readState(values);
  const { qr, preset, news, ...chosen } = chosenSchema.parse({
    expiryHours: state.chosen(FORM.expiryHours),
    qr: state.chosen(FORM.qr),
    qrPlace: state.chosen(FORM.qrPlace),
    preset: state.chosen(FORM.preset),
    news: state.chosen(FORM.news),
    paidMentions: state.people(FORM.paidMentions),
  });
  return {
    ...chosen,
    isQrNeeded: qr === AS_WORKSPACE ? null : qr === 'on',
    presetName: preset?.startsWith(PRESET_VALUE) ? preset.slice(PRESET_VALUE.length) : null,
    isThreaded: news !== NEWS.channel,
    isPaidBroadcast: news === NEWS.both,
  };
};

async function save(
  { teamId, userId, metadata, values }: SentSettings,
  { store, audit, clock }: WorkspaceDependencies,
): Promise<Saved> {
  const { channelId, seen, isBare } = metadataSchema.parse(JSON.parse(metadata));
  const before = await store.channelSettings.of(teamId, channelId);
  if (seen !== markShown(Object.entries(before).sort()))
    return { errors: { [FORM.expiryHours]: CHANGED_MEANWHILE } };
  const read = readChannelSettings(values);
  const isKept = isBare && read.paidMentions.length === 0;
  const after = isKept ? { ...read, paidMentions: before.paidMentions } : read;
  const detail = listChannelChanges(before, after);
  if (Object.keys(detail).length === 0) return { errors: null, said: null };
  await store.channelSettings.set(teamId, channelId, after, { by: userId, at: clock.now() });
  await audit.write({ teamId, actorId: userId, action: 'settings-changed', subject: channelId, detail });
  return { errors: null, said: buildChannelChanged({ channelId, before, after }) };
}

export const handleChannelSettingsSubmission = createSettingsSubmission(FORM.expiryHours, save);
