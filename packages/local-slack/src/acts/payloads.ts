import { buildMessageOutput } from '../messages.ts';
import type { FoundElement } from '../page/list-elements.ts';
import type { FilledValue } from '../page/page-api.ts';
import { type JsonRecord, readRecord } from '../page/read-json.ts';
import { type PersonRecord, VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { AppPost } from '../post-to-app.ts';
import type { World } from '../slack-world.ts';
import { enterpriseFields } from '../team.ts';
import { buildStateValues, choiceFields } from '../view-state.ts';
import { describeView } from '../views.ts';
import { type ActDeps, filledOf, type Surface } from './find-target.ts';

/** The part that all interaction payloads share. */
export const buildInteraction = (
  type: string,
  person: PersonRecord,
  where: 'message' | 'view',
  { team, behaviours }: Pick<World, 'team' | 'behaviours'>,
): JsonRecord => {
  const isOutsider = person.teamId !== team.id;
  // For views opened by an outsider, only the view names the workspace with the app.
  const isOwnNamed = isOutsider && (where === 'view' || behaviours.of('teamOfOutsider') === 'own');
  return {
    type,
    team: isOwnNamed
      ? { id: person.teamId, domain: person.teamId.toLowerCase() }
      : { id: team.id, domain: team.domain, ...enterpriseFields(team) },
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    api_app_id: team.ids.app,
    token: VERIFICATION_TOKEN,
    enterprise: team.enterprise,
    is_enterprise_install: false,
  };
};

export const buildInteractionDelivery = (what: string, payload: JsonRecord): AppPost => ({
  kind: 'interactive',
  what,
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
  shown: payload,
});

/** `container`, and the view or the message with its channel. */
export const buildContainer = (surface: Surface, as: string, deps: ActDeps): JsonRecord => {
  if (surface.kind === 'view')
    return {
      container: { type: 'view', view_id: surface.view.id },
      view: describeView(surface.view, deps),
    };
  const { message } = surface;
  const place = deps.workspace.conversation(message.channel);
  const isEphemeral = message.ephemeralTo !== null;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: isEphemeral,
      ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    },
    channel: { id: message.channel, name: place?.kind === 'dm' ? 'directmessage' : (place?.name ?? '') },
    // Slack does not store ephemeral messages, so payloads do not contain them.
    ...(isEphemeral ? {} : { message: buildMessageOutput(message, deps.team) }),
    state: { values: buildStateValues(surface.blocks, filledOf(surface, as), surface.offered) },
  };
};

const pick = (element: JsonRecord, ...names: string[]): JsonRecord =>
  Object.fromEntries(names.flatMap((name) => (element[name] === undefined ? [] : [[name, element[name]]])));

const described = (found: FoundElement, chosen: FilledValue, options: JsonRecord[]): JsonRecord => {
  const { element, type } = found;
  switch (type) {
    case 'button':
    case 'icon_button':
      return pick(element, 'text', 'value', 'url', 'style', 'icon', 'confirm');
    case 'feedback_buttons': {
      const [positive, negative] = [element['positive_button'], element['negative_button']].map(readRecord);
      return pick((chosen === negative?.['value'] ? negative : positive) ?? {}, 'text', 'value');
    }
    default:
      return {
        ...choiceFields(type, chosen, options),
        ...pick(element, 'placeholder', 'confirm', 'timezone'),
        ...Object.fromEntries(Object.entries(element).filter(([name]) => name.startsWith('initial_'))),
      };
  }
};

/** One entry of `actions[]` in a block_actions payload. */
export const buildAction = (
  found: FoundElement,
  chosen: FilledValue,
  options: JsonRecord[],
  at: string,
): JsonRecord => ({
  type: found.type,
  action_id: found.actionId,
  block_id: found.blockId,
  ...described(found, chosen, options),
  action_ts: at,
});
