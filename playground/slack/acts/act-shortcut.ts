import type { Outcome } from '../../page/page-api.ts';
import { actionTrouble } from '../answer-words.ts';
import { buildMessageOutput } from '../build-message-output.ts';
import type { JsonRecord } from '../parse-json.ts';
import { channelName } from './act-command.ts';
import type { ActDeps } from './act-deps.ts';
import { buildInteraction, buildInteractionDelivery } from './build-interaction.ts';
import { findActor } from './find-actor.ts';

const offers = (type: 'global' | 'message', callbackId: string, { features }: ActDeps): boolean =>
  features === null || features.shortcuts.some((one) => one.type === type && one.callbackId === callbackId);

/** A person picks a shortcut of the app, from anywhere or from the menu of a message. */
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
