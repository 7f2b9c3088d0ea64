import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { noteFailure } from '../../request-context.ts';
import { guard } from '../../slack/guard.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import { permit } from '../roles.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { buildDefaultChannelNews, explainDefaultChannel } from './default-channel-view.ts';
import { readSettings } from './read-settings.ts';
import { buildSettingsChanged, listChannelChanges, listSettingsChanges } from './settings-changed-view.ts';
import { explainSettingsFault } from './settings-fields.ts';
import {
  isStillAsShown,
  keepUnshown,
  parseChannelSettings,
  parseIsWhereTyped,
  parseSettingsMetadata,
  parseSettingsValues,
  readSnapshot,
} from './settings-values.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

type Answered =
  | { errors: Record<string, string> }
  /** Direct message to send once the form has closed; null: none. */
  | {
      errors: null;
      said: { text: string; blocks?: KnownBlock[] } | null;
      /** The channel where cards of new links go from now on. */
      newChannel?: string | null;
    };

/** Checks and saves submitted settings before answering Slack, so that a closed form means they are saved. */
export const handleSettingsSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: WorkspaceDependencies,
): Promise<void> => {
  const { ids, log, patientClient, work } = dependencies;
  const place = { teamId: readTeamId(body), userId: body.user.id };
  let answered: Answered;
  try {
    answered = await save(place, view, dependencies);
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'settings not taken');
    answered = fail(
      `Paylink could not save this. Try again; if it happens again, give reference ${reference} to the person who looks after Paylink.`,
    );
  }
  if (answered.errors !== null) {
    await ack({ response_action: 'errors', errors: answered.errors });
    return;
  }
  await ack();
  const { said, newChannel = null } = answered;
  if (said === null) return;
  const tell = (text: string) => patientClient.chat.postMessage({ channel: place.userId, text });
  await work.track(
    guard(
      dependencies,
      'settings submitted',
      async () => {
        await patientClient.chat.postMessage({ channel: place.userId, ...said });
        if (newChannel === null) return;
        const warning = await introduceIn(newChannel, place.userId, dependencies);
        if (warning !== null) await tell(warning);
      },
      tell,
    ),
  );
};

async function save(
  place: { teamId: string; userId: string },
  view: SubmitArgs['view'],
  dependencies: WorkspaceDependencies,
): Promise<Answered> {
  const { members, settings, audit, store, clock } = dependencies;
  const { teamId, userId } = place;
  let refusal = '';
  const note = async (text: string) => {
    refusal = text;
  };
  if (!(await permit(place, 'change-settings', dependencies, note)))
    return { errors: null, said: { text: `Nothing was saved. ${refusal}` } };
  const { channelId, isBare } = parseSettingsMetadata(view.private_metadata);
  const snapshot = await readSnapshot({ teamId, channelId }, dependencies);
  if (!isStillAsShown(view.private_metadata, snapshot))
    return fail('Someone changed the settings while this was open. Close this, and open the settings again.');
  const { values } = view.state;
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
  const channel = snapshot.channel && {
    id: snapshot.channel.id,
    before: snapshot.channel.settings,
    after: { ...snapshot.channel.settings, ...parseChannelSettings(view.state.values) },
  };
  if (channel && channel.before.isPaidBroadcast !== channel.after.isPaidBroadcast) {
    await store.channelSettings.set(teamId, channel.id, channel.after, { by: userId, at: clock.now() });
    await audit.write({
      teamId,
      actorId: userId,
      action: 'settings-changed',
      subject: channel.id,
      detail: listChannelChanges(channel.before, channel.after),
    });
  }
  const approvers = await members.whoMay(teamId, 'approve');
  const onlyApprover = approvers.length === 1 ? (approvers[0] ?? null) : null;
  return {
    errors: null,
    said: buildSettingsChanged({ before, after, channel, roles, onlyApprover }),
    newChannel: before.defaultChannelId === after.defaultChannelId ? null : after.defaultChannelId,
  };
}

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

/** Shows the error under `expiryDays`, a block that every version of the form has. */
const fail = (text: string): Answered => ({ errors: { expiryDays: text } });
