import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { buildDefaultChannelNews, explainDefaultChannel } from './default-channel-view.ts';
import { readSettings } from './read-settings.ts';
import { buildSettingsChanged, listSettingsChanges } from './settings-changed-view.ts';
import { explainSettingsFault } from './settings-fields.ts';
import {
  isStillAsShown,
  keepUnshown,
  parseIsWhereTyped,
  parseSettingsMetadata,
  parseSettingsValues,
  readSnapshot,
} from './settings-values.ts';
import {
  CHANGED_MEANWHILE,
  createSettingsSubmission,
  type Saved,
  type SentSettings,
} from './take-settings.ts';

const ERROR_BLOCK = 'expiryDays';

async function save(
  { teamId, userId, metadata, values }: SentSettings,
  dependencies: WorkspaceDependencies,
): Promise<Saved> {
  const { members, settings, audit } = dependencies;
  const { isBare } = parseSettingsMetadata(metadata);
  const snapshot = await readSnapshot(teamId, dependencies);
  if (!isStillAsShown(metadata, snapshot)) return { errors: { [ERROR_BLOCK]: CHANGED_MEANWHILE } };
  const isWhereTyped = parseIsWhereTyped(values);
  const asked = keepUnshown(parseSettingsValues(values), snapshot, { isBare, isWhereTyped });
  const read = readSettings(asked, snapshot.fixedAdmins);
  if (read.chosen === null)
    return { errors: Object.fromEntries(read.faults.map((one) => [one.field, explainSettingsFault(one)])) };

  const people = new Set([...snapshot.roleHolders.map((member) => member.userId), ...read.roles.keys()]);
  const roles = await members.change(
    teamId,
    [...people].map((one) => ({ userId: one, role: read.roles.get(one) ?? null })),
    userId,
  );
  if (roles === null)
    return { errors: { admin: explainSettingsFault({ field: 'admin', rule: 'last_admin' }) } };
  const { before, after } = await settings.change(teamId, read.chosen, userId);

  const detail = listSettingsChanges(before, after);
  if (Object.keys(detail).length > 0)
    await audit.write({ teamId, actorId: userId, action: 'settings-changed', detail });
  for (const { userId: subject, from, to } of roles)
    await audit.write({
      teamId,
      actorId: userId,
      action: 'role-changed',
      subject,
      detail: { from: from ?? 'cashier', to: to ?? 'cashier' },
    });
  const approvers = await members.whoMay(teamId, 'approve');
  const onlyApprover = approvers.length === 1 ? (approvers[0] ?? null) : null;
  const newChannel = before.defaultChannelId === after.defaultChannelId ? null : after.defaultChannelId;
  return {
    errors: null,
    said: buildSettingsChanged({ before, after, roles, onlyApprover }),
    afterwards: async (tell) => {
      const warning = newChannel === null ? null : await introduceIn(newChannel, userId, dependencies);
      if (warning !== null) await tell(warning);
    },
  };
}

export const handleSettingsSubmission = createSettingsSubmission(ERROR_BLOCK, save);

/** Announces in the channel that cards will appear there. If it cannot post, returns a warning for the admin. */
async function introduceIn(
  channelId: string,
  userId: string,
  { patientClient }: WorkspaceDependencies,
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
