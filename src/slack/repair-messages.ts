import type { Clock } from '../clock.ts';
import type { JobStore } from '../store/job-store.ts';
import { buildShow, type MessageStore } from '../store/message-store.ts';

/** Edits are under way until then. */
const SETTLES_WITHIN_MS = 60_000;
/** What happened to an older thing is no longer looked for on its message. */
const LOOKS_BACK_MS = 30 * 24 * 60 * 60_000;
/** A message is asked for again once in this time: its channel may be closed for good. */
const AGAIN_AFTER_MS = 6 * 60 * 60_000;
/** Slack takes about fifty edits a minute in a workspace (chat.update). */
const AT_ONCE = 50;

/** Has messages shown that are behind, though no job waits that would. */
export const createRepairMessages =
  ({
    store: { messages, jobs },
    clock,
  }: {
    store: { messages: MessageStore; jobs: JobStore };
    clock: Clock;
  }) =>
  async (): Promise<void> => {
    const now = clock.now();
    const behind = await messages.behind({
      ...{ from: now - LOOKS_BACK_MS, to: now - SETTLES_WITHIN_MS },
      ...{ askedBefore: now - AGAIN_AFTER_MS, limit: AT_ONCE },
    });
    if (behind.length > 0)
      await jobs.addAll(
        behind.map((one) => buildShow(one)),
        now,
      );
  };
