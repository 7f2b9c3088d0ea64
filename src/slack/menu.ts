import { z } from 'zod';
import { MENU_SEPARATOR } from '../blocks/message.ts';
import type { ActionArgs } from './button.ts';
import type { Listener } from './rows.ts';

const chosenSchema = z.object({
  selected_option: z.object({ value: z.string() }),
  block_id: z.string().optional(),
});

/**
 * Leads each choice of a ⋯ menu to the listener of its action, as if its button was pressed. A choice holds 75 characters: what is
 * longer stands in the id of the block, after a dot.
 */
export const createMenu = <Needs>(
  listeners: Readonly<Record<string, Listener<ActionArgs, Needs>>>,
  unknown: Listener<ActionArgs, Needs>,
): Listener<ActionArgs, Needs> =>
  Object.assign(
    async (args: ActionArgs, request: Needs): Promise<void> => {
      const { selected_option: chosen, block_id: block = '' } =
        chosenSchema.safeParse(args.action).data ?? {};
      const [choice = '', ...carried] = chosen?.value.split(MENU_SEPARATOR) ?? [];
      const listener = Object.hasOwn(listeners, choice) ? listeners[choice] : undefined;
      const value = carried.length > 0 ? carried.join(MENU_SEPARATOR) : block.slice(block.indexOf('.') + 1);
      await (listener ?? unknown)({ ...args, action: { ...args.action, value } } as ActionArgs, request);
    },
    { row: unknown.row },
  );
