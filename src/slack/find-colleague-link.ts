import type { Link } from '../store/link.ts';
import type { ActionPlace } from './block-action.ts';
import type { ListenerDependencies } from './deps.ts';

/**
 * The link that a card's button points to, for members of the workspace that made it. People of other
 * workspaces in a shared channel can press it too: they are refused, in the same words whether there is such
 * a link or not.
 */
export const findColleagueLink = async (
  place: ActionPlace,
  { store }: Pick<ListenerDependencies, 'store'>,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> => {
  const { value, teamId, isOutsider } = place;
  const link = value === null ? null : await store.links.find(teamId, value);
  if (link) return link;
  await tell(
    isOutsider
      ? 'Only members of the workspace that made this link can use its buttons.'
      : 'That button belongs to a payment link that Paylink does not hold here. Only members of the workspace that made a link can use its buttons.',
  );
  return null;
};
