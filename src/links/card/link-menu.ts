import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { press } from '../../people/frame.ts';
import type { ActionArgs } from '../../slack/button.ts';
import type { Listener } from '../../slack/rows.ts';
import { MENU_CHOICES, MENU_SEPARATOR, type MenuChoice } from './card-buttons-view.ts';

const chosenSchema = z.object({ selected_option: z.object({ value: z.string() }) });

type Pressing = Listener<ActionArgs, Request>;

/** Leads each option of a link's ⋯ menu to the listener of its action, as if its button was pressed. */
export const createLinkMenu = (listeners: Record<MenuChoice, Pressing>): Pressing =>
  Object.assign(
    async (args: ActionArgs, request: Request): Promise<void> => {
      const value = chosenSchema.safeParse(args.action).data?.selected_option.value ?? '';
      const at = value.indexOf(MENU_SEPARATOR);
      const choice = MENU_CHOICES.find((one) => one === value.slice(0, at));
      if (choice === undefined) return unknownChoice(args, request);
      const action = { ...args.action, value: value.slice(at + MENU_SEPARATOR.length) };
      await listeners[choice]({ ...args, action }, request);
    },
    { row: unknownChoice.row },
  );

const unknownChoice = press({ name: 'link_menu', needs: null }, async () => {
  throw new Error('no such choice in the menu of a link');
});
