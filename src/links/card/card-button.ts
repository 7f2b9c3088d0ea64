import type { Waiting } from '../../blocks/message.ts';
import { type ActionArgs, type ActionPlace, createButton } from '../../slack/button.ts';
import { openView, type Prepared } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { type Permission, permit } from '../../workspaces/members.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { findColleagueLink } from './find-link.ts';

interface Press {
  link: Link;
  place: ActionPlace;
  client: ActionArgs['client'];
  /** Shows a message to the person who pressed, and nobody else. */
  tell: (text: string) => Promise<unknown>;
}

/**
 * A button of a card, for members of the workspace that made the link. Its owner may press all buttons; `needed` is the
 * permission that others need, null if every colleague may press it.
 */
export const createCardButton = (
  name: string,
  needed: Permission | null,
  handle: (press: Press, dependencies: LinkDependencies) => Promise<void>,
) =>
  createButton<LinkDependencies>(name, async ({ place, tell, args }, dependencies) => {
    const link = await findForPress(place, needed, dependencies, tell);
    if (link) await handle({ link, place, client: args.client, tell }, dependencies);
  });

/** The same for a button that opens a window. `prepare` reads only our own store. */
export const createCardWindow = (
  {
    name,
    needed,
    first,
    isInPlace = false,
  }: { name: string; needed: Permission | null; first: Waiting /** See `Opening`. */; isInPlace?: boolean },
  prepare: (press: Pick<Press, 'link' | 'place'>, dependencies: LinkDependencies) => Promise<Prepared>,
) =>
  createButton<LinkDependencies>(name, ({ place, tell, args }, dependencies) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first,
        isInPlace,
        read: async (refuse) => {
          const link = await findForPress(place, needed, dependencies, refuse);
          return link && prepare({ link, place }, dependencies);
        },
      },
      dependencies,
    ),
  );

/** Null: the person was told why. */
export async function findForPress(
  place: ActionPlace,
  /** The permission that everyone but the owner needs. */
  needed: Permission | null,
  dependencies: LinkDependencies,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> {
  const link = await findColleagueLink(place, dependencies, tell);
  if (!link) return null;
  const asker = { teamId: link.teamId, userId: place.userId };
  const isAllowed = needed === null || link.ownerId === place.userId;
  return isAllowed || (await permit(asker, needed, dependencies, tell)) ? link : null;
}
