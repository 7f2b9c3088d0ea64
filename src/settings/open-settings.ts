import type { ModalView } from '@slack/types';
import type { Request } from '../app-parts.ts';
import type { Opening } from '../slack/views.ts';
import { SECTIONS, type Section } from './setting.ts';
import { markSection, parseSettingsMetadata, readSnapshot, writeSettingsMetadata } from './snapshot.ts';
import { buildSectionView, buildSettingsView, SETTINGS_WINDOW } from './windows-view.ts';

/** An admin, and the channel where they are; null: in none. */
export interface SettingsAsker {
  teamId: string;
  userId: string;
  channelId: string | null;
}

/** The sections of the settings, each with what it is now. */
export const openSettings = (request: Request, asker: SettingsAsker): Opening => ({
  first: SETTINGS_WINDOW,
  read: async () => {
    // Creating the private page means a database write, so its button is added once the window is open.
    const view = await buildSettings(asker, { ...request, connectAddress: null });
    return request.connectAddress === null ? { view } : { view, fill: () => buildSettings(asker, request) };
  },
});

/** `said`: what was just saved. */
export const buildSettings = async (
  asker: SettingsAsker,
  request: Request,
  said?: string,
): Promise<ModalView> => {
  const { teamId, userId, channelId } = asker;
  const [snapshot, connectAddress = null] = await Promise.all([
    readSnapshot(asker, request),
    request.connectAddress?.(teamId, userId),
  ]);
  const metadata = writeSettingsMetadata({ section: null, seen: '', isBare: false, channelId });
  return buildSettingsView({ snapshot, metadata, connectAddress, ...(said !== undefined && { said }) });
};

/** One section, to change. */
export const openSection = (request: Request, asker: SettingsAsker, section: Section): Opening => ({
  first: { callbackId: SETTINGS_WINDOW.callbackId, title: SECTIONS[section] },
  read: async () => {
    const { channelId } = asker;
    const [snapshot, words] = await Promise.all([readSnapshot(asker, request), readWords(asker, request)]);
    const seen = markSection(section, snapshot);
    const build = (isBare: boolean) =>
      buildSectionView(section, {
        ...{ snapshot, isBare, ...words },
        metadata: writeSettingsMetadata({ section, seen, isBare, channelId }),
      });
    // Slack may reject a menu preset to a member who has left, or to a channel this admin is not in.
    return { view: build(false), otherwise: () => build(true) };
  },
});

const readWords = async (
  { teamId }: { teamId: string },
  { store, config, timeZone, connectAddress }: Request,
) => ({
  taughtWords: await store.taughtWords.list(teamId),
  operatorWords: config.stateWords,
  timeZone,
  isForMany: connectAddress !== null,
});

/** The same section as it is now, to replace an open one. `metadata` is that one's, and says what it showed and how. */
export const rebuildSection = async (
  teamId: string,
  request: Request,
  metadata: string,
): Promise<ModalView> => {
  const { section, isBare, channelId } = parseSettingsMetadata(metadata);
  if (section === null) throw new Error('the window shows no section');
  const snapshot = await readSnapshot({ teamId, channelId }, request);
  return buildSectionView(section, { ...(await readWords({ teamId }, request)), snapshot, isBare, metadata });
};
