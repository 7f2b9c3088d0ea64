import type { Conversation } from '../../page/page-api.ts';
import type { PersonRecord } from '../people-and-places.ts';
import type { ActDeps } from './act-deps.ts';

type Found = { ok: true; person: PersonRecord; place: Conversation } | { ok: false; problem: string };

/** The person, and the conversation in which they can act. */
export const findActor = (deps: ActDeps, as: string, channel: string): Found => {
  const person = deps.workspace.person(as);
  if (person === undefined || person.isBot) return { ok: false, problem: `There is no person ${as}.` };
  const place = deps.workspace.conversation(channel);
  if (place === undefined) return { ok: false, problem: `There is no conversation ${channel}.` };
  if (!place.members.includes(as))
    return { ok: false, problem: `${person.realName} is not in #${place.name}.` };
  return { ok: true, person, place };
};
