import { buildNewsNotice } from '../../notices/notice-kinds.ts';
import type { Link } from '../../store/link.ts';
import { readApprovalAsk, tellRefusal } from '../approval-press.ts';
import { createButton } from '../button.ts';
import type { ListenerDependencies } from '../deps.ts';

/** A second person agrees: the link is written down with the approval, and then asked for, as for every form. */
export const handleApprove = createButton('approve', async ({ place, tell }, dependencies) => {
  const ask = readApprovalAsk(place);
  const outcome = await dependencies.approvals.approve(ask);
  if (outcome.outcome === 'refused') return tellRefusal(outcome, ask.by, dependencies, tell);
  if (outcome.send !== null) await tellOutcome(await outcome.send(), dependencies);
});

/** The maker has no window open by now: a direct message carries what became of the link. */
async function tellOutcome(
  link: Link,
  { settler, store, ids, clock, notifier }: ListenerDependencies,
): Promise<void> {
  notifier.wake();
  const settled = link.state === 'unknown' ? await settler.checkAgain(link) : link;
  await store.notices.add([buildNewsNotice(settled, ids)], clock.now());
  notifier.wake();
}
