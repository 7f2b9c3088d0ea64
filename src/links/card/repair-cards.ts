import type { Base } from '../../app-parts.ts';
import { buildRepairEdit } from './notice-kinds.ts';

/** Edits are under way until then. */
const SETTLES_WITHIN_MS = 60_000;
/** What happened to an older link is no longer looked for on its card. */
const LOOKS_BACK_MS = 30 * 24 * 60 * 60_000;
/** A card is tried again once in this time: its channel may be closed for good. */
const AGAIN_AFTER_MS = 6 * 60 * 60_000;
/** Slack takes about fifty edits a minute in a workspace (chat.update). */
const AT_ONCE = 50;

/** Edits the cards that show an older state than their link's, though no edit of them waits. */
export const createRepairCards =
  ({ store: { links, jobs }, clock, ids }: Base) =>
  async (): Promise<void> => {
    const now = clock.now();
    const turn = Math.floor(now / AGAIN_AFTER_MS);
    const behind = await links.cardsBehind({
      from: now - LOOKS_BACK_MS,
      to: now - SETTLES_WITHIN_MS,
      turn,
      limit: AT_ONCE,
    });
    if (behind.length > 0)
      await jobs.addAll(
        behind.map((link) => buildRepairEdit(link, ids, turn)),
        now,
      );
  };
