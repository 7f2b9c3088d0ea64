import { open, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { acknowledge } from '../slack/rows.ts';
import { toldSettings } from './new-role.ts';
import { openSection } from './open-settings.ts';
import { SECTIONS, type Section } from './setting.ts';
import { parseSettingsMetadata } from './snapshot.ts';
import { handleSettingsSubmission } from './submissions.ts';
import { CONNECTION_ACTION, SETTINGS_WINDOW, sectionAction } from './windows-view.ts';

export const SETTINGS = {
  views: {
    [SETTINGS_WINDOW.callbackId]: submit(
      { name: 'settings', needs: 'change-settings' },
      handleSettingsSubmission,
    ),
  },
  actions: {
    ...Object.fromEntries(
      (Object.keys(SECTIONS) as Section[]).map((section) => [
        sectionAction(section),
        open({ name: sectionAction(section), needs: 'change-settings' }, ({ place }, request) => {
          const { teamId, userId, view } = place;
          const channelId = view === null ? null : parseSettingsMetadata(view.privateMetadata).channelId;
          return openSection(request, { teamId, userId, channelId }, section);
        }),
      ]),
    ),
    [CONNECTION_ACTION]: acknowledge,
  },
  told: toldSettings,
} satisfies Room;
