import type { Refusal } from '../links/approvals.ts';
import {
  buildApprovalHeld,
  buildApprovalOver,
  buildErasedWish,
  buildNotYourWish,
  buildOwnWish,
  buildUnknownApproval,
} from '../messages/approval-refusal.ts';
import type { ActionPlace } from './block-action.ts';
import type { ListenerDependencies } from './deps.ts';
import { permit } from './permit.ts';

/** Who decides about what. */
export const readApprovalAsk = ({ teamId, userId, value }: ActionPlace) => ({
  teamId,
  id: value ?? '',
  by: userId,
});

/** Says why nothing was done to the one who pressed, and to nobody else. */
export const tellRefusal = async (
  refusal: Refusal,
  by: string,
  dependencies: Pick<ListenerDependencies, 'members' | 'clock' | 'timeZone'>,
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  switch (refusal.because) {
    case 'unknown':
      await tell(buildUnknownApproval());
      return;
    case 'over':
      await tell(buildApprovalOver(refusal.approval));
      return;
    case 'maker':
      await tell(buildOwnWish());
      return;
    case 'not-maker':
      await tell(buildNotYourWish(refusal.approval));
      return;
    case 'not-allowed':
      await permit({ teamId: refusal.approval.teamId, userId: by }, 'approve', dependencies, tell);
      return;
    case 'erased':
      await tell(buildErasedWish());
      return;
    case 'held':
      await tell(buildApprovalHeld(refusal.held, dependencies.clock.now(), dependencies.timeZone));
      return;
  }
};
