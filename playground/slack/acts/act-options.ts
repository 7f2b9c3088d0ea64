import { limits } from '../../../src/blocks/limits.ts';
import type { OptionsOutcome } from '../../page/page-api.ts';
import { checkRule } from '../block-kit/check-rule.ts';
import { optionGroup, plainOption } from '../block-kit/composition-rules.ts';
import { list } from '../block-kit/rule.ts';
import type { Source } from '../local-slack-api.ts';
import { readList, readRecord, readText } from '../parse-json.ts';
import { offeredKey } from '../state-value.ts';
import type { ActDeps } from './act-deps.ts';
import { buildContainer } from './build-container.ts';
import { buildInteraction, buildInteractionDelivery } from './build-interaction.ts';
import { findElement, findSurface } from './find-source.ts';

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

/** A person types in a select whose options the app gives. A fault of the app shows no options, as in Slack. */
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
  // What was chosen from an earlier search stays a choice of a multi select.
  const key = offeredKey(blockId, actionId);
  place.surface.offered.set(key, [...options, ...(place.surface.offered.get(key) ?? [])]);
  return {
    options: options.map((option) => {
      const { text, value } = readRecord(option);
      return { text: readText(readRecord(text)['text']), value: readText(value) };
    }),
  };
};
