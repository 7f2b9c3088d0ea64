import type { Link } from '../store/link.ts';
import type { ActionPlace } from './block-action.ts';
import type { ListenerDependencies } from './deps.ts';

/**
 * The link that a button points to, when the one who pressed is the one who made it, in the same workspace.
 * Otherwise null, and the person is told.
 */
export const findOwnLink = async (
  place: ActionPlace,
  { store }: Pick<ListenerDependencies, 'store'>,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> => {
  const link = place.value === null ? null : await store.links.find(place.teamId, place.value);
  if (link?.makerId === place.userId) return link;
  await tell(
    'That button belongs to a payment link that Paylink does not hold for you. Run `/paylink` to make a new one.',
  );
  return null;
};
