import type { Request } from '../../app-parts.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { readLinkDetails } from '../card/card-presses.ts';
import type { LinkPress } from '../card/find-link.ts';
import { describeForgotten } from './forget-view.ts';

/** *Forget this customer*, for admins, on any link. The same window then says what was erased. */
export const handleForgetCustomer = async (
  { about: link, place, tell }: LinkPress,
  request: Request,
): Promise<void> => {
  const { store, ids, clock } = request;
  const { teamId, userId, view } = place;
  const forgotten = await store.customers.forget({
    teamId,
    linkId: link.id,
    by: userId,
    at: clock.now(),
    auditId: ids.auditEntry(),
  });
  const outcome = describeForgotten(forgotten);
  const current = (await store.links.find(teamId, link.id)) ?? link;
  const isShown = view !== null && (await show(view.id, current, userId, outcome, request));
  if (!isShown) await tell(outcome);
};

/** False: the window is gone, or Slack refuses it. */
async function show(
  viewId: string,
  link: Link,
  userId: string,
  outcome: string,
  request: Request,
): Promise<boolean> {
  try {
    const view = await readLinkDetails(link, userId, request, outcome);
    return (await updateView({ viewId, view }, request)) !== null;
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    return false;
  }
}
