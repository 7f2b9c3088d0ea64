import type { LinkDependencies } from '../links/link-dependencies.ts';
import type { Approvals } from './approvals.ts';

/** What the listeners of approvals use: an approved link goes the way of any link. */
export interface ApprovalListenerDependencies extends LinkDependencies {
  approvals: Approvals;
}
