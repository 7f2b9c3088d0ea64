import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { type ActionArgs, createButton } from '../../slack/button.ts';
import { MENU_CHOICES, MENU_SEPARATOR, type MenuChoice } from './card-buttons-view.ts';

const chosenSchema = z.object({ selected_option: z.object({ value: z.string() }) });

type Listener = (args: ActionArgs, request: Request) => Promise<void>;

/** Leads each option of a link's ⋯ menu to the listener of its action, as if its button was pressed. */
export const createLinkMenu =
  (listeners: Record<MenuChoice, Listener>): Listener =>
  (args, request) => {
    const value = chosenSchema.safeParse(args.action).data?.selected_option.value ?? '';
    const at = value.indexOf(MENU_SEPARATOR);
    const choice = MENU_CHOICES.find((one) => one === value.slice(0, at));
    if (choice === undefined) return refuse(args, request);
    const action = { ...args.action, value: value.slice(at + MENU_SEPARATOR.length) };
    return listeners[choice]({ ...args, action }, request);
  };

const refuse = createButton<Request>('link_menu', async () => {
  throw new Error('no such choice in the menu of a link');
});
