import type { Link } from '../store/link.ts';
import type { ActionArgs, ActionPlace } from './block-action.ts';
import { createButton } from './button.ts';
import type { ListenerDependencies } from './deps.ts';
import { findColleagueLink } from './find-colleague-link.ts';

export interface Press {
  link: Link;
  place: ActionPlace;
  client: ActionArgs['client'];
  /** Says something to the one who pressed alone. */
  tell: (text: string) => Promise<unknown>;
}

/** What every button of a card has in common: it is for members of the workspace that made the link. */
export const createCardButton = (
  name: string,
  handle: (press: Press, dependencies: ListenerDependencies) => Promise<void>,
) =>
  createButton(name, async ({ place, tell, args }, dependencies) => {
    const link = await findColleagueLink(place, dependencies, tell);
    if (link) await handle({ link, place, client: args.client, tell }, dependencies);
  });
