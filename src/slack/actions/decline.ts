import { buildUnknownApproval } from '../../messages/approval-refusal.ts';
import { buildDeclineView, DECLINE } from '../../messages/decline-view.ts';
import { readApprovalAsk, tellRefusal } from '../approval-press.ts';
import { createButton } from '../button.ts';
import { openView } from '../open-view.ts';

/** Asks for the reason first; whoever may not decline is told so before they write one. */
export const handleDecline = createButton('decline', ({ place, tell, args }, dependencies) => {
  const { approvals } = dependencies;
  const ask = readApprovalAsk(place);
  return openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: DECLINE.callbackId, title: 'Decline' },
      read: async (refuse) => {
        const refusal = await approvals.whyNot(ask);
        if (refusal) {
          await tellRefusal(refusal, ask.by, dependencies, refuse);
          return null;
        }
        const approval = await approvals.find(ask.teamId, ask.id);
        if (approval) return { view: buildDeclineView(approval) };
        await refuse(buildUnknownApproval());
        return null;
      },
    },
    dependencies,
  );
});
