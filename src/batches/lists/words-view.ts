import type { ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { countRows, cut, mrkdwn, plain } from '../../blocks/text.ts';

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
  type: 'modal',
  callback_id: LIST_WORDS.callbackId,
  private_metadata: JSON.stringify(edited),
  title: plain('What is it for?', limits.view.title),
  submit: plain('Use these words', limits.view.submit),
  close: plain('Cancel', limits.view.close),
  blocks: [
    {
      type: 'section',
      block_id: 'list_words_lead',
      text: mrkdwn(
        `Customers see it on the payment page. Where a month was named, the next one is filled in: check it.${hasMore ? ' There are more: *Get the list as a file* has them all.' : ''}`,
      ),
    },
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
  ],
});
