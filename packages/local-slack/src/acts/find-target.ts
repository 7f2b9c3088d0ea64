import type { Source } from '../local-slack-api.ts';
import { heldIn, type MessageRecord } from '../messages.ts';
import { type FoundElement, listElements } from '../page/list-elements.ts';
import type { Conversation, Features, Filled } from '../page/page-api.ts';
import type { PersonRecord } from '../people-and-places.ts';
import type { EventRetries, PostToApp } from '../post-to-app.ts';
import type { World } from '../slack-world.ts';
import type { Known } from '../typed-text.ts';
import type { ViewRecord } from '../views.ts';

export interface ActDeps extends World {
  post: PostToApp;
  retries: EventRetries;
  /** Null: accepts every command and shortcut. */
  features: Features | null;
}

/** Whom and what people can mention. */
export const knownIn = ({ workspace }: Pick<World, 'workspace'>): Known => ({
  people: workspace.people(),
  conversations: workspace.conversations(),
});

type Found = { ok: true; person: PersonRecord; place: Conversation } | { ok: false; problem: string };

/** The person, and the conversation if they are a member of it. */
export const findActor = (deps: ActDeps, as: string, channel: string): Found => {
  const person = deps.workspace.person(as);
  if (person === undefined || person.isBot) return { ok: false, problem: `There is no person ${as}.` };
  const place = deps.workspace.conversation(channel);
  if (place === undefined) return { ok: false, problem: `There is no conversation ${channel}.` };
  if (!place.members.includes(as))
    return { ok: false, problem: `${person.realName} is not in #${place.name}.` };
  return { ok: true, person, place };
};

/** The message or view in which somebody acts. */
export type Surface =
  | { kind: 'message'; message: MessageRecord; blocks: unknown[]; offered: Map<string, unknown[]> }
  | { kind: 'view'; view: ViewRecord; blocks: unknown[]; offered: Map<string, unknown[]> };

type FoundSurface = { ok: true; person: PersonRecord; surface: Surface } | { ok: false; problem: string };

export const findSurface = (deps: ActDeps, as: string, source: Source): FoundSurface => {
  const person = deps.workspace.person(as);
  if (person === undefined || person.isBot) return { ok: false, problem: `There is no person ${as}.` };
  if ('viewId' in source) {
    const view = deps.views.find(source.viewId);
    if (view === undefined || view.user !== as) return { ok: false, problem: 'This view is no longer open.' };
    return {
      ok: true,
      person,
      surface: { kind: 'view', view, blocks: view.blocks, offered: view.offered },
    };
  }
  const message = deps.messages.find(source.channel, source.ts, as);
  const place = deps.workspace.conversation(source.channel);
  if (message === undefined || place === undefined || !deps.workspace.canSee(as, place))
    return { ok: false, problem: 'This message is no longer there.' };
  const blocks = message.blocks ?? [];
  return { ok: true, person, surface: { kind: 'message', message, blocks, offered: message.offered } };
};

/** The matching element; if there are none or several, a problem that lists the elements. */
export const findElement = (
  blocks: unknown[],
  actionId: string,
  blockId: string | undefined,
): { ok: true; found: FoundElement } | { ok: false; problem: string } => {
  const all = listElements(blocks);
  const matching = all.filter(
    (one) => one.actionId === actionId && (blockId === undefined || one.blockId === blockId),
  );
  const found = matching[0];
  if (found !== undefined && matching.length === 1) return { ok: true, found };
  const there = all.map((one) => `${one.blockId}/${one.actionId}`).join(', ');
  const problem =
    matching.length === 0
      ? `There is no element ${actionId} here. There are: ${there || 'none'}.`
      : `There are ${matching.length} elements ${actionId} here; say which block. There are: ${there}.`;
  return { ok: false, problem };
};

export const filledOf = (surface: Surface, as: string): Filled =>
  surface.kind === 'view' ? surface.view.filled : heldIn(surface.message, as);

export const setFilledOf = (deps: ActDeps, surface: Surface, as: string, filled: Filled): void => {
  if (surface.kind === 'view') {
    deps.views.setFilled(surface.view, filled);
    return;
  }
  const merged: Filled = { ...filledOf(surface, as) };
  for (const [block, values] of Object.entries(filled)) merged[block] = { ...merged[block], ...values };
  surface.message.filledBy.set(as, merged);
};
