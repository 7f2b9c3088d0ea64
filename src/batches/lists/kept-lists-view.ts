import type { Button, KnownBlock } from '@slack/types';
import { buildButton } from '../../blocks/button.ts';
import { groupNumber, mrkdwn } from '../../blocks/text.ts';
import type { Batch } from '../../store/batch.ts';
import { BATCH_ACTIONS } from '../batch-buttons-view.ts';
import { describeBatch } from '../batch-card-view.ts';
import { describeKept, type KeptList } from './kept-list-view.ts';

export const LIST_LOOK_ACTION = 'batch_list_look';

/** A list that comes again, with the batch that it is made of. */
export interface ListedList extends KeptList {
  source: Batch;
  /** The preview that waits for somebody to confirm it; null: none does. */
  previewId: string | null;
}

const MOST_LISTED = 10;

/** Under the form for a file: what comes by itself, where to look at it and to stop it. */
export const buildKeptLists = (kept: readonly ListedList[], timeZone: string): KnownBlock[] =>
  kept.length === 0
    ? []
    : [
        { type: 'divider' },
        { type: 'section', block_id: 'lists', text: mrkdwn('*Lists that come again each month*') },
        ...kept.slice(0, MOST_LISTED).flatMap((one): KnownBlock[] => [
          {
            type: 'section',
            block_id: `list_${one.id}`,
            text: mrkdwn(
              [
                describeBatch(one.source),
                ...(one.previewId === null ? [] : ['⏳ *This month’s preview is waiting to be confirmed*']),
                describeKept(one, timeZone),
              ].join('\n'),
            ),
          },
          { type: 'actions', block_id: `list_actions_${one.id}`, elements: buildListedButtons(one) },
        ]),
        ...(kept.length > MOST_LISTED
          ? [
              {
                type: 'context' as const,
                block_id: 'lists_more',
                elements: [
                  mrkdwn(`and ${groupNumber(kept.length - MOST_LISTED)} later ones: their cards show them.`),
                ],
              },
            ]
          : []),
      ];

const buildListedButtons = ({ previewId, source }: ListedList): Button[] => [
  ...(previewId === null
    ? []
    : [
        {
          ...buildButton(previewId, LIST_LOOK_ACTION, 'Preview', 'Show what would be created this month'),
          style: 'primary' as const,
        },
      ]),
  buildButton(
    source.id,
    BATCH_ACTIONS.repeat,
    'Change or stop…',
    'Choose another day for this list, or stop it',
  ),
];
