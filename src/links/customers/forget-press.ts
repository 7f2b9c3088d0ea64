import type { Request } from '../../app-parts.ts';
import { createButton } from '../../slack/button.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { permit } from '../../workspaces/members.ts';
import { readLinkDetails } from '../card/card-presses.ts';
import { findColleagueLink } from '../card/find-link.ts';
import { describeForgotten } from './forget-view.ts';

/** *Forget this customer*, for admins, on any link. The same window then says what was erased. */
export const handleForgetCustomer = createButton<Request>(
  'forget_customer',
  async ({ place, tell }, request) => {
    const { store, ids, clock } = request;
    const link = await findColleagueLink(place, request, tell);
    if (!link) return;
    const { teamId, userId, view } = place;
    if (!(await permit({ teamId, userId }, 'forget-customers', request, tell))) return;
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
  },
);

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
