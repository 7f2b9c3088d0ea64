import type { Request } from '../app-parts.ts';
import { readBoth } from '../slack/fields.ts';
import { Refused } from '../slack/refused.ts';
import { isRefusedByPlace, readSlackFailure } from '../slack/slack-failure.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { updateView } from '../slack/views.ts';
import { CHANNEL_ROWS, readChannelSettings } from './channel-settings.ts';
import { buildNewRoleJobs } from './new-role.ts';
import { buildSettings, type SettingsAsker } from './open-settings.ts';
import { type GivenRoles, LAST_ADMIN, readRoles } from './roles.ts';
import { listChanges, readSettings, type SettingRows } from './setting.ts';
import { buildDefaultChannelNews, describeSaved, explainDefaultChannel } from './settings-changed-view.ts';
import { markSection, parseSettingsMetadata, readSnapshot, rowsOf } from './snapshot.ts';
import { WORKSPACE_ROWS } from './workspace-settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** *Save*, of a section: the list of sections then says what is different. */
export const handleSettingsSubmission = async (sent: Sent, request: Request): Promise<Answer> => {
  const { teamId, userId, view, body, tell, replace } = sent;
  const { section, isBare, seen, channelId } = parseSettingsMetadata(view.metadata);
  if (section === null) throw new Error('the window shows no section');
  const asker = { teamId, userId, channelId };
  const snapshot = await readSnapshot(asker, request);
  const rows = rowsOf(section, snapshot);
  if (seen !== markSection(section, snapshot))
    throw new Refused(
      'Someone changed the settings while this was open. Close this, and open the settings again.',
      section === 'people' ? 'supervisor' : Object.keys(rows)[0],
    );
  const { clock, timeZone, connectAddress } = request;
  const shown = { timeZone, isBare, isForMany: connectAddress !== null };
  const how = { by: userId, at: clock.now(), held: view.values, shown };
  const [chosen, people] = readBoth(
    () => readSettings(rows, snapshot.values, how),
    () => (section === 'people' ? readRoles(view.values, { ...snapshot, isBare }) : null),
  );
  // A reminder due before the link even exists would never be sent.
  if (
    section === 'links' &&
    chosen['reminderHours'] !== null &&
    chosen['reminderHours'] >= chosen['expiryHours']
  )
    throw new Refused(
      'A link expires before that: enter fewer hours or none, or choose a longer time above.',
      'reminderHours',
    );
  const roles = people === null ? [] : await changeRoles(asker, snapshot.roles, people.given, request);
  await changeSettings(asker, { ...snapshot, rows }, chosen, request);
  const approvers = await request.members.whoMay(teamId, 'approve');
  const after = { ...snapshot.values, ...chosen };
  const said = describeSaved({
    ...{ rows, before: snapshot.values, after, roles, stayed: people?.stayed ?? [] },
    onlyApprover: approvers.length === 1 ? (approvers[0] ?? null) : null,
  });
  const below = body.view.previous_view_id;
  const say = async (words: string) => {
    const list = await buildSettings(asker, request, words);
    const isSeen = await (below ? updateView({ viewId: below, view: list }, request) : replace(list)).catch(
      () => null,
    );
    if (isSeen === null) await tell(words);
  };
  const { defaultChannelId: newChannel } = after;
  const introduce = async () => {
    if (newChannel === null || newChannel === snapshot.values.defaultChannelId) return;
    const warning = await introduceIn(newChannel, userId, request);
    if (warning !== null) await say(`${said}\n${warning}`);
  };
  if (!below) return { show: await buildSettings(asker, request, said), afterwards: introduce };
  return {
    close: true,
    afterwards: async () => {
      await say(said);
      await introduce();
    },
  };
};

const changeRoles = async (
  { teamId, userId: by }: SettingsAsker,
  before: GivenRoles,
  given: ReadonlyMap<string, keyof GivenRoles>,
  { members, audit, clock }: Request,
) => {
  const people = new Set([...Object.values(before).flat(), ...given.keys()]);
  const roles = await members.change(
    teamId,
    [...people].map((one) => ({ userId: one, role: given.get(one) ?? null })),
    by,
    (change) => {
      const { userId: subject, from, to } = change;
      const detail = { from: from ?? 'cashier', to: to ?? 'cashier' };
      return {
        entry: audit.build({ teamId, actorId: by, action: 'role-changed', subject, detail }),
        jobs: buildNewRoleJobs(change, { teamId, by, at: clock.now() }),
      };
    },
  );
  if (roles === null) throw new Refused(LAST_ADMIN, 'admin');
  return roles;
};

/** Writes what is different. */
const changeSettings = async (
  { teamId, userId: by, channelId }: SettingsAsker,
  { values, rows }: { values: Values; rows: SettingRows },
  chosen: Values,
  { settings, store, audit, clock }: Request,
): Promise<void> => {
  const changed = Object.keys(listChanges(rows, values, chosen));
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, chosen[name]]));
  const noted = (detail: Record<string, string>, subject?: string) =>
    audit.build({ teamId, actorId: by, action: 'settings-changed', detail, ...(subject && { subject }) });
  const own = changed.filter((name) => !(name in CHANNEL_ROWS));
  if (own.length > 0)
    await settings.change(teamId, pick(own), by, ({ before, after }) =>
      noted(listChanges(WORKSPACE_ROWS, before, after)),
    );
  if (channelId === null || own.length === changed.length) return;
  const after = readChannelSettings(pick(Object.keys(CHANNEL_ROWS)));
  const detail = listChanges(CHANNEL_ROWS, readChannelSettings(values), after);
  const entry = noted(detail, channelId);
  await store.settings.setChannel(teamId, channelId, after, { by, at: clock.now(), entry });
};

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
