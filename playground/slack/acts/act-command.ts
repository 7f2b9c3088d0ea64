import type { Conversation, Outcome } from '../../page/page-api.ts';
import { commandFailed } from '../answer-words.ts';
import { isRecord } from '../parse-json.ts';
import { APP, type PersonRecord, VERIFICATION_TOKEN } from '../people-and-places.ts';
import { postResponse } from '../post-response.ts';
import type { AppAnswer } from '../post-to-app.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { ActDeps } from './act-deps.ts';
import { escapeCommandText } from './escape-command-text.ts';
import { findActor } from './find-actor.ts';

/** What Slack calls a conversation in a request to an app. */
export const channelName = ({ kind, name }: Conversation): string =>
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
  ...(deps.team.enterprise === null
    ? {}
    : { enterprise_id: deps.team.enterprise.id, enterprise_name: deps.team.enterprise.name }),
  channel_id: place.id,
  channel_name: channelName(place),
  user_id: person.id,
  user_name: person.name,
  command,
  text: escapeCommandText(text, {
    people: deps.workspace.people(),
    conversations: deps.workspace.conversations(),
  }),
  api_app_id: APP,
  is_enterprise_install: String(deps.access.current()?.isEnterpriseInstall === true),
  response_url: deps.responseUrls.issue({ user: person.id, channel: place.id, messageTs: null }),
  trigger_id: deps.triggers.issue({ user: person.id, channel: place.id, viewId: null }),
});

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
  if (body['response_type'] === 'in_channel') deps.messages.add({ channel: place.id, user: as, text: typed });
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
    await deps.pictures.bring(answer.json);
    takeAnswer(answer, as, place, `${command} ${text}`.trim(), deps);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    return tell(`${command} failed with the error "${error.message}"`);
  }
};
