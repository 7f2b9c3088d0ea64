import type { KnownBlock, PlainTextOption } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { plain } from '../../blocks/text.ts';
import { LINK_FORM_FIELDS } from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';

const { place: PLACE, channel: CHANNEL } = LINK_FORM_FIELDS;

const PLACES: PlainTextOption[] = [
  { text: plain('A channel', limits.option.text), value: 'channel' },
  { text: plain('My messages with Paylink', limits.option.text), value: 'me' },
];

/**
 * The choice of place. The channel menu appears only for a channel, so nobody has to guess which of two
 * answers counts.
 */
export const buildFormPlace = ({
  place,
  channel,
}: Pick<LinkFormValues, 'place' | 'channel'>): KnownBlock[] => {
  const chosen = PLACES.find(({ value }) => value === place);
  return [
    {
      type: 'input',
      block_id: PLACE.block,
      label: plain(PLACE.label, limits.input.label),
      dispatch_action: true,
      element: {
        type: 'radio_buttons',
        action_id: PLACE.block,
        options: PLACES,
        ...(chosen === undefined ? {} : { initial_option: chosen }),
      },
    },
    ...(place === 'me' ? [] : [buildChannel(channel)]),
  ];
};

function buildChannel(channel: string | null): KnownBlock {
  return {
    type: 'input',
    block_id: CHANNEL.block,
    label: plain(CHANNEL.label, limits.input.label),
    hint: plain('Everyone there sees the amount, first name, last 3 digits of the phone, purpose and link.'),
    element: {
      type: 'conversations_select',
      action_id: CHANNEL.block,
      // A bot cannot post between two people, so the menu offers no direct messages.
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      placeholder: plain('Choose a channel', limits.placeholder),
      ...(channel === null ? {} : { initial_conversation: channel }),
    },
  };
}
