import type { Outcome } from '../../page/page-api.ts';
import type { ActDeps } from './act-deps.ts';
import { findActor } from './find-actor.ts';

/** A person writes in a conversation. */
export const actMessage = (
  deps: ActDeps,
  as: string,
  channel: string,
  text: string,
  threadTs: string | null,
): Outcome => {
  const actor = findActor(deps, as, channel);
  if (!actor.ok) return actor;
  if (text.trim() === '') return { ok: false, problem: 'A message needs text.' };
  if (threadTs !== null && deps.messages.find(channel, threadTs) === undefined)
    return { ok: false, problem: 'This thread is not there any more.' };
  deps.notices.clear(as);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  deps.messages.add({ channel, user: as, text: escaped, threadTs });
  return { ok: true };
};
