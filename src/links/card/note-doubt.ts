import { z } from 'zod';
import type { App, Request } from '../../app-parts.ts';
import type { DoubtPlace } from '../../store/doubt-places.ts';
import type { Link } from '../../store/link.ts';
import { isDoubtful } from '../../store/link-states.ts';
import { buildDoubtOverNotice, type NewNotice } from './notice-kinds.ts';

/** Slack's own answer to a post, or what `postMessage` made of it. */
const postedSchema = z.union([
  z
    .object({ channel: z.string(), ts: z.string() })
    .transform(({ channel, ts }): DoubtPlace => ({ channelId: channel, ts })),
  z.object({ channelId: z.string(), ts: z.string() }),
]);

/** Slack's answer about a window. Without a hash, the window could show something else by the time it is updated. */
const windowSchema = z.object({ viewId: z.string(), hash: z.string() });

/**
 * Remembers where people read about a link in doubt, so that they read there what became of it. `shown`: Slack's answer to a
 * post, or a window. Returns what to do if it was found meanwhile.
 */
export const noteDoubt = async (
  link: Link,
  shown: unknown,
  { store: { links }, ids }: App,
): Promise<NewNotice[]> => {
  const place = z.union([windowSchema, postedSchema]).safeParse(shown).data;
  if (place === undefined || !isInDoubt(link)) return [];
  const now = await links.noteDoubtPlace(link.id, place);
  const isKnown = now.version === link.version && now.address === link.address;
  return isKnown ? [] : [buildDoubtOverNotice(link, ids)];
};

/** People read that nobody knows whether the link exists, or that it may still turn up, or that its address is missing. */
export const isInDoubt = (link: Link): boolean =>
  isDoubtful(link) || link.state === 'reserved' || (link.state === 'open' && link.address === null);

/** After a database that has just refused to write, it is tried for ten minutes. */
const PAUSE_MS = 5_000;
const MOST_TRIES = 120;

/** The same in the background. */
export const noteDoubtLater = (link: Link, shown: unknown, request: Request): void => {
  const { store, clock, wake, work, stopping, log } = request;
  const note = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const jobs = await noteDoubt(link, shown, request);
        if (jobs.length === 0) return;
        await store.jobs.addAll(jobs, clock.now());
        wake.notices();
        return;
      } catch (error) {
        if (tries === MOST_TRIES || stopping.aborted) throw error;
        await clock.sleep(PAUSE_MS, stopping);
      }
    }
  };
  void work.track(
    note().catch((error: unknown) => log.warn({ link: link.id, err: error }, 'doubt not noted')),
  );
};
