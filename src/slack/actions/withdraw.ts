import { readApprovalAsk, tellRefusal } from '../approval-press.ts';
import { createButton } from '../button.ts';

/** The maker takes the wish back; the card says so. */
export const handleWithdraw = createButton('withdraw', async ({ place, tell }, dependencies) => {
  const ask = readApprovalAsk(place);
  const outcome = await dependencies.approvals.withdraw(ask);
  if (outcome.outcome === 'refused') await tellRefusal(outcome, ask.by, dependencies, tell);
});
