import type { LinkDetails, LinkOrder } from '../store/link.ts';
import type { NewLink } from '../store/new-link.ts';
import type { ApprovalRow } from '../store/schema.ts';
import { approvals } from '../store/tables/approvals.ts';
import type { ShownLink } from '../store/tables/shown-links.ts';

export { APPROVAL_STATES, type ApprovalState } from '../store/tables/approvals.ts';

export const readApproval = (row: ApprovalRow) => approvals.read(row);

/** A request for a link above the workspace's limit. Nothing is sent to the payment service until it is approved. */
export type Approval = ReturnType<typeof readApproval>;

export interface NewApproval extends LinkOrder, Pick<NewLink, 'after'> {
  id: string;
  amountFils: number;
  limitFils: number;
  /** The customer's total including this link, if only the total exceeds the limit. */
  sumFils?: number | null;
  /** The whole request, without `callback_url`. */
  details: LinkDetails & { Invoice_Id?: string | undefined };
  shown: readonly ShownLink[];
  at: number;
}

/** The link it would become, to compare with existing links. */
export const asNewLink = (approval: NewApproval): NewLink => ({
  ...approval,
  invoiceId: '',
  invoiceIdIsOurs: false,
  callbackTokenHash: '',
});
