import type { KnownBlock } from '@slack/types';
import { buildButton, buildOption, context, header, section } from '../blocks/message.ts';
import { cut } from '../blocks/text.ts';
import type { Config } from '../config/config.ts';
import type { StoredWord } from './taught-word-store.ts';
import { wordId } from './what-came.ts';
import { describeTaught, quoteWord, SEE_WHAT_CAME_ACTION } from './what-came-view.ts';

export const TAUGHT_WORD_MENU_ACTION = 'taught_word_menu';

/** In any field: what the environment says of words comes before what admins say. */
export type OperatorWords = Config['stateWords'];

/** A form has a hundred blocks (`limits.view.blocks`), and this one some forty of its own. */
const MOST_LISTED = 40;

/** A section of the settings form; empty when nothing was ever asked or learned. */
export const buildTaughtWords = (words: readonly StoredWord[], ofOperator: OperatorWords): KnownBlock[] => {
  const rest = words.length - MOST_LISTED;
  const set = Object.entries(ofOperator).flatMap(([state, some = []]) =>
    some.length === 0
      ? []
      : [
          `${cut(some.map(quoteWord).join(', '), 500)}: *${state}*, set as \`PAYLINK_${state.toUpperCase()}_WORDS\``,
        ],
  );
  if (words.length + set.length === 0) return [];
  return [
    { type: 'divider' },
    header('Words of the payment service'),
    ...words.slice(0, MOST_LISTED).map((word): KnownBlock => {
      const accessory = buildAccessory(word);
      return { ...section(describeTaught(word)), ...(accessory === null ? {} : { accessory }) };
    }),
    ...(rest > 0 ? [context(`…and ${rest} older ones.`)] : []),
    ...(set.length === 0 ? [] : [section(set.join('\n'), 'operator_words')]),
  ];
};

function buildAccessory(word: StoredWord) {
  if (word.answer !== null)
    return {
      type: 'overflow' as const,
      action_id: TAUGHT_WORD_MENU_ACTION,
      options: [buildOption(wordId(word), 'Forget')],
    };
  return word.linkId === null ? null : buildButton(word.linkId, SEE_WHAT_CAME_ACTION, 'See what came');
}
