import type { KnownBlock } from '@slack/types';
import { buildButton, buildOption, context, header, section } from '../blocks/message.ts';
import type { StoredWord } from './taught-word-store.ts';
import { wordId } from './what-came.ts';
import { describeTaught, SEE_WHAT_CAME_ACTION } from './what-came-view.ts';

export const TAUGHT_WORD_MENU_ACTION = 'taught_word_menu';

/** A form has no room for more. */
const MOST_LISTED = 12;

/** A section of the settings form; empty when nothing was ever asked or learned. */
export const buildTaughtWords = (words: readonly StoredWord[]): KnownBlock[] => {
  if (words.length === 0) return [];
  const rest = words.length - MOST_LISTED;
  return [
    { type: 'divider' },
    header('Words of the payment service'),
    ...words.slice(0, MOST_LISTED).map((word): KnownBlock => {
      const accessory = buildAccessory(word);
      return { ...section(describeTaught(word)), ...(accessory === null ? {} : { accessory }) };
    }),
    ...(rest > 0 ? [context(`…and ${rest} older ones.`)] : []),
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
