import { buildRefreshAnswer } from '../../messages/link-refresh.ts';
import { buildEditNotice } from '../../notices/notice-kinds.ts';
import { createCardButton } from '../card-button.ts';

/**
 * Asks the service about the link now, and says what came of it. The card is brought up to date even when
 * nothing is new: whatever made it stale heals with a press.
 */
export const handleRefreshLink = createCardButton(
  'refresh_link',
  null,
  async ({ link, tell }, dependencies) => {
    const { watcher, store, ids, clock, notifier, timeZone } = dependencies;
    const refreshed = await watcher.refresh(link);
    await store.notices.add([buildEditNotice(link, ids)], clock.now());
    notifier.wake();
    await tell(buildRefreshAnswer({ ...refreshed, now: clock.now(), timeZone }));
  },
);
