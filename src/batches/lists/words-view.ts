import type { ModalView } from '@slack/types';
import { modal, section } from '../../blocks/message.ts';
import { countRows, cut, plain } from '../../blocks/text.ts';

export const LIST_WORDS = {
  callbackId: 'batch_list_words',
  /** Followed by the number of the description. */
  text: 'list_words',
} as const;

/** Nobody would read a longer form: the file is easier to correct. */
export const MOST_WORDS = 8;

export interface WordsToEdit {
  batchId: string;
  /** The preview message to update; null: the preview is in a window. */
  message: { channelId: string; ts: string } | null;
  /** The current descriptions. */
  words: string[];
}

/** Edits the descriptions that customers read on the payment page. */
export const buildListWords = ({
  edited,
  suggested,
  rows,
  hasMore,
}: {
  edited: WordsToEdit;
  suggested: readonly string[];
  /** How many rows have each. */
  rows: readonly number[];
  hasMore: boolean;
}): ModalView => ({
  ...modal(LIST_WORDS.callbackId, { title: 'What is it for?', submit: 'Use these words', close: 'Cancel' }, [
    section(
      `Customers see it on the payment page. Where a month was named, the next one is filled in: check it.${hasMore ? ' There are more: *Get the list as a file* has them all.' : ''}`,
      'list_words_lead',
    ),
    ...edited.words.map((words, place) => ({
      type: 'input' as const,
      block_id: `${LIST_WORDS.text}_${place}`,
      label: plain(cut(`${countRows(rows[place] ?? 0)}: ${words}`, 150)),
      element: {
        type: 'plain_text_input' as const,
        action_id: LIST_WORDS.text,
        max_length: 150,
        initial_value: suggested[place] ?? words,
      },
    })),
  ]),
  private_metadata: JSON.stringify(edited),
});
