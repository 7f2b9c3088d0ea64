import { isStateful } from '../../page/list-elements.ts';
import type { FilledValue, Outcome } from '../../page/page-api.ts';
import { actionTrouble, modalTrouble } from '../answer-words.ts';
import type { Click, Source } from '../local-slack-api.ts';
import type { JsonRecord } from '../parse-json.ts';
import { findOptions } from '../state-value.ts';
import type { ActDeps } from './act-deps.ts';
import { buildAction } from './build-action.ts';
import { buildContainer } from './build-container.ts';
import { buildInteraction, buildInteractionDelivery } from './build-interaction.ts';
import { findElement, findSurface, type Surface, setFilledOf } from './find-source.ts';

const issue = (surface: Surface, as: string, deps: ActDeps): JsonRecord => {
  if (surface.kind === 'view') {
    const { view } = surface;
    const viewId = view.type === 'modal' ? view.id : null;
    return { trigger_id: deps.triggers.issue({ user: as, channel: view.channel, viewId }) };
  }
  const { channel, ts } = surface.message;
  return {
    trigger_id: deps.triggers.issue({ user: as, channel, viewId: null }),
    response_url: deps.responseUrls.issue({ user: as, channel, messageTs: ts }),
  };
};

const unknownChoice = (type: string, chosen: FilledValue, action: JsonRecord): boolean =>
  chosen !== null &&
  (('selected_option' in action && action['selected_option'] === null) ||
    (Array.isArray(action['selected_options']) &&
      action['selected_options'].length !== (Array.isArray(chosen) ? chosen.length : 1))) &&
  type !== 'button';

/** A person presses a button, or chooses in an element that tells the app at once. */
export const actClick = async (deps: ActDeps, as: string, source: Source, click: Click): Promise<Outcome> => {
  const place = findSurface(deps, as, source);
  if (!place.ok) return place;
  const { person, surface } = place;
  const element = findElement(surface.blocks, click.actionId, click.blockId);
  if (!element.ok) return element;
  const { found } = element;
  deps.notices.clear(as);
  const chosen = click.chosen ?? null;
  const action = buildAction(found, chosen, findOptions(found, surface.offered), deps.ids.ts());
  if (unknownChoice(found.type, chosen, action))
    return { ok: false, problem: `${click.actionId} has no option ${JSON.stringify(chosen)}.` };
  if (click.filled !== undefined) setFilledOf(deps, surface, as, click.filled);
  if (isStateful(found.type))
    setFilledOf(deps, surface, as, { [found.blockId]: { [found.actionId]: chosen } });
  if (found.input !== null && found.input['dispatch_action'] !== true) return { ok: true };

  if (surface.kind === 'view') deps.views.setBusy(surface.view, true);
  const payload = {
    ...buildInteraction('block_actions', person, surface.kind, deps),
    ...buildContainer(surface, as, deps),
    ...issue(surface, as, deps),
    actions: [action],
  };
  const answer = await deps.post(buildInteractionDelivery(`block_actions ${found.actionId}`, payload));
  if (surface.kind === 'view') deps.views.setBusy(surface.view, false);
  if (answer.status === 200) return { ok: true };
  if (surface.kind === 'view') return { ok: false, problem: modalTrouble };
  deps.notices.tell(as, { conversation: surface.message.channel, text: actionTrouble });
  return { ok: false, problem: actionTrouble };
};
