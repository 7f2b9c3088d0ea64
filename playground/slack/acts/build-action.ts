import type { FoundElement } from '../../page/list-elements.ts';
import type { FilledValue } from '../../page/page-api.ts';
import { type JsonRecord, readRecord } from '../parse-json.ts';
import { choiceFields } from '../state-value.ts';

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
