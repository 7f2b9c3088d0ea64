import { actions, buildButton, type Message } from '../../blocks/message.ts';
import { buildPassedOn } from '../../blocks/passed-on.ts';
import { isChannel } from '../../blocks/place.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';
import { mayBeHandedOver } from '../sale/open-sales.ts';
import { buildDetailsButton } from './card-buttons-view.ts';

export const TAKE_OVER_ACTION = 'take_over';
export const TAKE_OVER_ALL_ACTION = 'take_over_all';

/**
 * What the owner of a link should have read, for a person who may use everybody's links. `hasOthers`:
 * the owner has other links that may be handed over.
 */
export const buildForHeir = (
  link: LinkInSale,
  message: Message,
  { to, from, code }: { to: string; from: string; code: string },
  { hasOthers }: { hasOthers: boolean },
): Message => {
  const value = `${link.id}:${from}`;
  const buttons = [
    ...(mayBeHandedOver(link.sale.state)
      ? [
          buildButton(value, TAKE_OVER_ACTION, 'Take over', 'Make this link yours'),
          ...(hasOthers
            ? [
                buildButton(
                  value,
                  TAKE_OVER_ALL_ACTION,
                  'Take over all of theirs',
                  'Make all open links of this person yours',
                ),
              ]
            : []),
        ]
      : []),
    ...(isChannel(to) ? [buildDetailsButton(link)] : []),
  ];
  const { text, blocks } = buildPassedOn(message, from, code);
  return { text, blocks: [...blocks, ...(buttons.length > 0 ? [actions('heir_actions', buttons)] : [])] };
};
