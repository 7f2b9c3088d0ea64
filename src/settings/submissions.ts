import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { readBoth } from '../slack/fields.ts';
import { Refused } from '../slack/refused.ts';
import { isRefusedByPlace, readSlackFailure } from '../slack/slack-failure.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { CHANNEL_ROWS } from './channel-settings.ts';
import { FORM_ROWS } from './form-settings.ts';
import { groupByRole, LAST_ADMIN, readRoles } from './roles.ts';
import { listChanges, markSettings, readSettings, type SettingRows } from './setting.ts';
import {
  buildChannelChanged,
  buildDefaultChannelNews,
  buildSettingsChanged,
  explainDefaultChannel,
} from './settings-changed-view.ts';
import { markSnapshot, parseSettingsMetadata, readSnapshot } from './snapshot.ts';
import { SETTINGS_ROWS, WORKSPACE_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

/** Under the first field of a window whose settings are others by now. */
const refuseOther = (rows: SettingRows): never => {
  throw new Refused(
    'Someone changed the settings while this was open. Close this, and open the settings again.',
    Object.keys(rows)[0],
  );
};

/** A closed window means that its settings are saved; then its person is told what changed. */
const saved = (tell: Sent['tell'], said: Message | null, afterwards?: () => Promise<unknown>): Answer =>
  said === null
    ? { close: true }
    : {
        close: true,
        afterwards: async () => {
          await tell(said);
          await afterwards?.();
        },
      };

export const handleSettingsSubmission = async (
  { teamId, userId, view, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const { members, audit, clock, timeZone } = request;
  const { isBare, seen } = parseSettingsMetadata(view.metadata);
  const snapshot = await readSnapshot(teamId, request);
  if (seen !== markSnapshot(snapshot)) refuseOther(SETTINGS_ROWS);
  const how = { by: userId, at: clock.now(), held: view.values, shown: { timeZone, isBare } };
  const { roleHolders, fixedAdmins } = snapshot;
  const [chosen, given] = readBoth(
    () => readSettings(SETTINGS_ROWS, snapshot.settings, how),
    () => readRoles(view.values, { roles: groupByRole(roleHolders), fixedAdmins, isBare }),
  );
  const { expiryHours, reminderHours } = chosen;
  // A reminder due before the link even exists would never be sent.
  if (reminderHours !== null && reminderHours >= expiryHours)
    throw new Refused(
      'A link expires before that: enter fewer hours or none, or choose a longer time above.',
      'reminderHours',
    );
  const people = new Set([...roleHolders.map((member) => member.userId), ...given.keys()]);
  const roles = await members.change(
    teamId,
    [...people].map((one) => ({ userId: one, role: given.get(one) ?? null })),
    userId,
    ({ userId: subject, from, to }) =>
      audit.build({
        teamId,
        actorId: userId,
        action: 'role-changed',
        subject,
        detail: { from: from ?? 'cashier', to: to ?? 'cashier' },
      }),
  );
  if (roles === null) throw new Refused(LAST_ADMIN, 'admin');
  const { before, after } = await changeSettings({ teamId, userId }, chosen, request);
  const approvers = await members.whoMay(teamId, 'approve');
  const onlyApprover = approvers.length === 1 ? (approvers[0] ?? null) : null;
  const newChannel = before.defaultChannelId === after.defaultChannelId ? null : after.defaultChannelId;
  return saved(tell, buildSettingsChanged({ before, after, roles, onlyApprover }), async () => {
    const warning = newChannel === null ? null : await introduceIn(newChannel, userId, request);
    if (warning !== null) await tell(warning);
  });
};

const changeSettings = (
  { teamId, userId }: { teamId: string; userId: string },
  chosen: Partial<WorkspaceSettings>,
  { settings, audit }: Request,
) =>
  settings.change(teamId, chosen, userId, ({ before, after }) => {
    const detail = listChanges(WORKSPACE_ROWS, before, after);
    return Object.keys(detail).length === 0
      ? null
      : audit.build({ teamId, actorId: userId, action: 'settings-changed', detail });
  });

/** Announces in the channel that cards will appear there. If it cannot post, returns a warning for the admin. */
async function introduceIn(
  channelId: string,
  userId: string,
  { patientClient }: Request,
): Promise<string | null> {
  try {
    await patientClient.chat.postMessage({ channel: channelId, ...buildDefaultChannelNews(userId) });
    return null;
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isRefusedByPlace(failure)) throw error;
    return explainDefaultChannel(channelId, failure.code);
  }
}

export const handleFormSettingsSubmission = async (
  { teamId, userId, view, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const { settings, clock, timeZone } = request;
  const now = await settings.of(teamId);
  if (view.metadata !== markSettings(FORM_ROWS, now)) refuseOther(FORM_ROWS);
  const how = { by: userId, at: clock.now(), held: view.values, shown: { timeZone, isBare: false } };
  const { before, after } = await changeSettings(
    { teamId, userId },
    readSettings(FORM_ROWS, now, how),
    request,
  );
  return saved(tell, buildSettingsChanged({ before, after, roles: [], onlyApprover: null }));
};

export const handleChannelSettingsSubmission = async (
  { teamId, userId, view, tell }: Sent,
  { store, audit, clock, timeZone }: Request,
): Promise<Answer> => {
  const { channelId, seen, isBare } = parseSettingsMetadata(view.metadata);
  if (channelId === null) throw new Error('the settings are of no channel');
  const before = await store.settings.ofChannel(teamId, channelId);
  if (seen !== markSettings(CHANNEL_ROWS, before)) refuseOther(CHANNEL_ROWS);
  const shown = { timeZone, isBare };
  const at = clock.now();
  const after = readSettings(CHANNEL_ROWS, before, { by: userId, at, held: view.values, shown });
  const detail = listChanges(CHANNEL_ROWS, before, after);
  if (Object.keys(detail).length === 0) return { close: true };
  const event = { teamId, actorId: userId, action: 'settings-changed', subject: channelId, detail } as const;
  await store.settings.setChannel(teamId, channelId, after, { by: userId, at, entry: audit.build(event) });
  return saved(tell, buildChannelChanged({ channelId, before, after }));
};
