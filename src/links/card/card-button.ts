import type { Waiting } from '../../blocks/view-waiting.ts';
import { type ActionArgs, type ActionPlace, createButton } from '../../slack/button.ts';
import { openView, type Prepared } from '../../slack/open-view.ts';
import type { Link } from '../../store/link.ts';
import { type Permission, permit } from '../../workspaces/members.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { findColleagueLink } from './find-link.ts';

interface Press {
  link: Link;
  place: ActionPlace;
  client: ActionArgs['client'];
  /** Says something to the person who pressed, and nobody else. */
  tell: (text: string) => Promise<unknown>;
}

/**
 * What all buttons of a card share: they are for members of the workspace that made the link. Its owner may
 * press all of them; `needed` is the permission that others need, null where every colleague may press.
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
  /** What others than its owner need. */
  needed: Permission | null,
  dependencies: LinkDependencies,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> {
  const link = await findColleagueLink(place, dependencies, tell);
  if (!link) return null;
  const asker = { teamId: link.teamId, userId: place.userId };
  const isFree = needed === null || link.ownerId === place.userId;
  return isFree || (await permit(asker, needed, dependencies, tell)) ? link : null;
}
