import type { Request } from '../../app-parts.ts';
import { press } from '../../people/frame.ts';
import type { ActionArgs } from '../../slack/button.ts';
import { createMenu } from '../../slack/menu.ts';
import type { Listener } from '../../slack/rows.ts';
import type { MenuChoice } from './card-buttons-view.ts';

/** A link's ⋯ menu. */
export const createLinkMenu = (listeners: Record<MenuChoice, Listener<ActionArgs, Request>>) =>
  createMenu(listeners, unknownChoice);

const unknownChoice = press({ name: 'link_menu', needs: null }, async () => {
  throw new Error('no such choice in the menu of a link');
});
