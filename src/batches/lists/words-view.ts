import type { ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { countRows, cut, mrkdwn, plain } from '../../blocks/text.ts';

export const LIST_WORDS = {
  callbackId: 'batch_list_words',
  /** With the place of the description. */
  text: 'list_words',
} as const;

/** More would be a form that nobody reads: the file is easier to correct. */
export const MOST_WORDS = 8;

export interface WordsAsked {
  batchId: string;
  /** The message to draw again; null: it was pressed in a window. */
  message: { channelId: string; ts: string } | null;
  /** As the rows say it now. */
  words: string[];
}

/** What the customers read on the payment page: each description of the list, to be written anew. */
export const buildListWords = ({
  asked,
  suggested,
  rows,
  hasMore,
}: {
  asked: WordsAsked;
  suggested: readonly string[];
  /** How many have each. */
  rows: readonly number[];
  hasMore: boolean;
}): ModalView => ({
  type: 'modal',
  callback_id: LIST_WORDS.callbackId,
  private_metadata: JSON.stringify(asked),
  title: plain('What is it for?', limits.view.title),
  submit: plain('Use these words', limits.view.submit),
  close: plain('Cancel', limits.view.close),
  blocks: [
    {
      type: 'section',
      block_id: 'list_words_lead',
      text: mrkdwn(
        `The customers see it on the payment page. The month is moved on where one was named: look at it.${hasMore ? ' There are more: the list as a file has them all.' : ''}`,
      ),
    },
    ...asked.words.map((words, place) => ({
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
