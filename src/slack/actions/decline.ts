import { buildDeclineView } from '../../messages/decline-view.ts';
import { readApprovalAsk, tellRefusal } from '../approval-press.ts';
import { createButton } from '../button.ts';
import { showView } from '../show-view.ts';

/** Asks for the reason first; whoever may not decline is told so before they write one. */
export const handleDecline = createButton('decline', async ({ place, tell, args }, dependencies) => {
  const { approvals } = dependencies;
  const ask = readApprovalAsk(place);
  const refusal = await approvals.whyNot(ask);
  if (refusal) return tellRefusal(refusal, ask.by, dependencies, tell);
  const approval = await approvals.find(ask.teamId, ask.id);
  if (approval) await showView(args.client, place, buildDeclineView(approval));
});
