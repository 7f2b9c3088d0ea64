import { isStateful, listElements } from '../page/list-elements.ts';
import type { Filled } from '../page/page-api.ts';
import type { Source } from './local-slack-api.ts';
import { heldIn } from './messages.ts';
import type { World } from './slack-world.ts';
import { currentValue } from './view-state.ts';

const read = (blocks: unknown[], filled: Filled): Filled => {
  const held: Filled = {};
  for (const found of listElements(blocks))
    if (isStateful(found.type))
      held[found.blockId] = { ...held[found.blockId], [found.actionId]: currentValue(found, filled) };
  return held;
};

/** What a person finds in the menus and fields of a view or a message, after all that was chosen and redrawn. */
export const readHeld = (world: World, as: string, source: Source): Filled => {
  if ('viewId' in source) {
    const view = world.views.find(source.viewId);
    return view === undefined ? {} : read(view.blocks, view.filled);
  }
  const message = world.messages.find(source.channel, source.ts, as);
  return message === undefined ? {} : read(message.blocks ?? [], heldIn(message, as));
};
