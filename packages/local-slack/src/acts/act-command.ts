import { buildMessageOutput } from '../messages.ts';
import { actionTrouble, commandFailed } from '../notices.ts';
import type { Conversation, Outcome } from '../page/page-api.ts';
import { isRecord, type JsonRecord } from '../page/read-json.ts';
import { type PersonRecord, VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { AppAnswer } from '../post-to-app.ts';
import { postResponse } from '../response-urls.ts';
import { SlackFailure } from '../slack-failure.ts';
import { enterpriseFields } from '../team.ts';
import { escapeMarkup, writeCommandText, writeMessage } from '../typed-text.ts';
import { type ActDeps, findActor, knownIn } from './find-target.ts';
import { buildInteraction, buildInteractionDelivery } from './payloads.ts';

/** `channel_name` in a request to an app. */
const channelName = ({ kind, name }: Conversation): string =>
  kind === 'dm' ? 'directmessage' : kind === 'private' ? 'privategroup' : name;

const buildForm = (
  person: PersonRecord,
  place: Conversation,
  command: string,
  text: string,
  deps: ActDeps,
): Record<string, string> => ({
  token: VERIFICATION_TOKEN,
  team_id: deps.team.id,
  team_domain: deps.team.domain,
  ...enterpriseFields(deps.team),
  channel_id: place.id,
  channel_name: channelName(place),
  user_id: person.id,
  user_name: person.name,
  command,
  text: isEscaped(command, deps) ? writeCommandText(text, knownIn(deps)) : escapeMarkup(text),
  api_app_id: deps.team.ids.app,
  is_enterprise_install: 'false',
  response_url: deps.responseUrls.issue({ user: person.id, channel: place.id, messageTs: null }),
  trigger_id: deps.triggers.issue({ user: person.id, channel: place.id, viewId: null }),
});

/** The manifest's `should_escape`: “Escape channels, users, and links sent to your app”. */
const isEscaped = (command: string, { features }: ActDeps): boolean =>
  features === null || features.commands.some((one) => one.command === command && one.shouldEscape);

const isKnown = (command: string, deps: ActDeps): boolean =>
  deps.features === null || deps.features.commands.some((one) => one.command === command);

const takeAnswer = (
  answer: AppAnswer,
  as: string,
  place: Conversation,
  typed: string,
  deps: ActDeps,
): void => {
  if (answer.text.trim() === '') return;
  const body = isRecord(answer.json) ? answer.json : { text: answer.text };
  if (Object.keys(body).length === 0) return;
  if (body['response_type'] === 'in_channel')
    deps.messages.add({ channel: place.id, user: as, ...writeMessage(typed, knownIn(deps)) });
  postResponse(body, { user: as, channel: place.id, messageTs: null }, deps);
};

/** A person types a slash command. */
export const actCommand = async (
  deps: ActDeps,
  as: string,
  channel: string,
  command: string,
  text: string,
): Promise<Outcome> => {
  const actor = findActor(deps, as, channel);
  if (!actor.ok) return actor;
  const { person, place } = actor;
  deps.notices.clear(as);
  if (!isKnown(command, deps) || person.isExternal || deps.access.current() === null)
    return { ok: false, problem: `${command} is not a valid command.` };
  const form = buildForm(person, place, command, text, deps);
  const answer = await deps.post({
    kind: 'slash_commands',
    what: `command ${command}`,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(form).toString(),
    shown: form,
  });
  const tell = (problem: string): Outcome => {
    deps.notices.tell(as, { conversation: place.id, text: problem });
    return { ok: false, problem };
  };
  if (answer.status !== 200) return tell(commandFailed(command, answer.status));
  try {
    await deps.pictures.fetchAll(answer.json);
    takeAnswer(answer, as, place, `${command} ${text}`.trim(), deps);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    return tell(`${command} failed with the error "${error.message}"`);
  }
};

const offers = (type: 'global' | 'message', callbackId: string, { features }: ActDeps): boolean =>
  features === null || features.shortcuts.some((one) => one.type === type && one.callbackId === callbackId);

/** A person picks one of the app's shortcuts, global or in a message's menu. */
export const actShortcut = async (
  deps: ActDeps,
  as: string,
  callbackId: string,
  at: { channel: string; ts: string } | null,
): Promise<Outcome> => {
  const type = at === null ? 'global' : 'message';
  const person = deps.workspace.person(as);
  if (person === undefined || person.isBot) return { ok: false, problem: `There is no person ${as}.` };
  if (!offers(type, callbackId, deps) || person.isExternal)
    return { ok: false, problem: `There is no shortcut ${callbackId} here.` };
  const common = { callback_id: callbackId, action_ts: deps.ids.ts() };
  let payload: JsonRecord;
  if (at === null) {
    const trigger_id = deps.triggers.issue({ user: as, channel: null, viewId: null });
    payload = { ...buildInteraction('shortcut', person, 'message', deps), ...common, trigger_id };
  } else {
    const actor = findActor(deps, as, at.channel);
    if (!actor.ok) return actor;
    const message = deps.messages.find(at.channel, at.ts, as);
    if (message === undefined || message.ephemeralTo !== null)
      return { ok: false, problem: 'This message has no shortcuts.' };
    deps.notices.clear(as);
    payload = {
      ...buildInteraction('message_action', person, 'message', deps),
      ...common,
      trigger_id: deps.triggers.issue({ user: as, channel: at.channel, viewId: null }),
      response_url: deps.responseUrls.issue({ user: as, channel: at.channel, messageTs: null }),
      message_ts: at.ts,
      channel: { id: actor.place.id, name: channelName(actor.place) },
      message: buildMessageOutput(message, deps.team),
    };
  }
  const answer = await deps.post(buildInteractionDelivery(`shortcut ${callbackId}`, payload));
  if (answer.status === 200) return { ok: true };
  if (at !== null) deps.notices.tell(as, { conversation: at.channel, text: actionTrouble });
  return { ok: false, problem: actionTrouble };
};
