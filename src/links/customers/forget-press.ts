import { createButton } from '../../slack/button.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { permit } from '../../workspaces/members.ts';
import { readLinkDetails } from '../card/card-presses.ts';
import { findColleagueLink } from '../card/find-link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { describeForgotten } from './forget-view.ts';

/** *Forget this customer*, for admins, on any link. The same window then says what was erased. */
export const handleForgetCustomer = createButton<LinkDependencies>(
  'forget_customer',
  async ({ place, tell }, dependencies) => {
    const { store, ids, clock } = dependencies;
    const link = await findColleagueLink(place, dependencies, tell);
    if (!link) return;
    const { teamId, userId, view } = place;
    if (!(await permit({ teamId, userId }, 'forget-customers', dependencies, tell))) return;
    const forgotten = await store.customers.forget({
      teamId,
      linkId: link.id,
      by: userId,
      at: clock.now(),
      auditId: ids.auditEntry(),
    });
    const outcome = describeForgotten(forgotten);
    const current = (await store.links.find(teamId, link.id)) ?? link;
    const isShown = view !== null && (await show(view.id, current, userId, outcome, dependencies));
    if (!isShown) await tell(outcome);
  },
);

/** False: the window is gone, or Slack refuses it. */
async function show(
  viewId: string,
  link: Link,
  userId: string,
  outcome: string,
  dependencies: LinkDependencies,
): Promise<boolean> {
  try {
    const view = await readLinkDetails(link, userId, dependencies, outcome);
    return (await updateView({ viewId, view }, dependencies)) !== null;
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    return false;
  }
}
