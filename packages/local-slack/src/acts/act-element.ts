import { optionGroup, plainOption } from '../block-kit/composition-rules.ts';
import { checkRule, list } from '../block-kit/rule.ts';
import { limits } from '../limits.ts';
import type { Click, Source } from '../local-slack-api.ts';
import { actionTrouble, modalTrouble } from '../notices.ts';
import { isStateful } from '../page/list-elements.ts';
import type { FilledValue, OptionsOutcome, Outcome } from '../page/page-api.ts';
import { type JsonRecord, readList, readRecord, readText } from '../page/read-json.ts';
import { findOptions, offeredKey } from '../view-state.ts';
import { type ActDeps, findElement, findSurface, type Surface, setFilledOf } from './find-target.ts';
import { buildAction, buildContainer, buildInteraction, buildInteractionDelivery } from './payloads.ts';

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

/** A person presses a button, or changes an element that dispatches an action. */
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

const readOptions = (json: unknown): unknown[] => {
  const body = readRecord(json);
  const groups = readList(body['option_groups']);
  const options = readList(body['options']);
  const faults = [
    ...checkRule(list(plainOption, { max: limits.select.options }), options, '/options', 'modal'),
    ...checkRule(list(optionGroup, { max: limits.select.groups }), groups, '/option_groups', 'modal'),
  ];
  if (faults.length > 0) return [];
  return [...options, ...groups.flatMap((group) => readList(readRecord(group)['options']))];
};

/** A person types in an external select. If the app's answer is invalid, no options are shown, as in Slack. */
export const actOptions = async (
  deps: ActDeps,
  as: string,
  source: Source,
  blockId: string,
  actionId: string,
  query: string,
): Promise<OptionsOutcome> => {
  const place = findSurface(deps, as, source);
  if (!place.ok) return { options: [] };
  const element = findElement(place.surface.blocks, actionId, blockId);
  if (!element.ok) return { options: [] };
  const least = element.found.element['min_query_length'] ?? 3;
  if (typeof least === 'number' && query.length < least) return { options: [] };
  const { state: _state, ...container } = buildContainer(place.surface, as, deps);
  const payload = {
    ...buildInteraction('block_suggestion', place.person, place.surface.kind, deps),
    ...container,
    block_id: blockId,
    action_id: actionId,
    value: query,
  };
  const answer = await deps.post(buildInteractionDelivery(`block_suggestion ${actionId}`, payload));
  const options = answer.status === 200 ? readOptions(answer.json) : [];
  // Options of earlier searches stay valid choices of a multi select.
  const key = offeredKey(blockId, actionId);
  place.surface.offered.set(key, [...options, ...(place.surface.offered.get(key) ?? [])]);
  return {
    options: options.map((option) => {
      const { text, value } = readRecord(option);
      return { text: readText(readRecord(text)['text']), value: readText(value) };
    }),
  };
};
