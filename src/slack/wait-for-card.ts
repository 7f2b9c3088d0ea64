import type { Link } from '../store/link.ts';
import type { ListenerDependencies } from './deps.ts';

const LOOK_EVERY_MS = 250;

/** Looks at the link until its card is where somebody waits for it; null: not within that time. */
export const waitForCard = async (
  { id }: Pick<Link, 'id'>,
  { isThere, withinMs }: { isThere: (link: Link) => boolean; withinMs: number },
  { store, clock, reports }: Pick<ListenerDependencies, 'store' | 'clock' | 'reports'>,
): Promise<Link | null> => {
  for (let waited = 0; waited < withinMs && !reports.stopping.aborted; waited += LOOK_EVERY_MS) {
    await clock.sleep(LOOK_EVERY_MS, reports.stopping);
    const link = await store.links.get(id);
    if (isThere(link)) return link;
  }
  return null;
};
