import type { LinkDetails } from './link.ts';
import { buildOrderColumns, type LinkOrder } from './link-order.ts';
import type { NewLink } from './new-link.ts';
import type { ApprovalRow } from './workspace-rows.ts';

export interface NewApproval extends LinkOrder {
  id: string;
  amountFils: number;
  limitFils: number;
  /** The customer's total including this link, if only the total exceeds the limit. */
  sumFils?: number | null;
  /** The whole request, without `callback_url`. */
  request: LinkDetails & { Invoice_Id?: string | undefined };
  acknowledged: readonly string[];
  at: number;
}

/** The row of a waiting request. */
export const buildApprovalRow = (approval: NewApproval): ApprovalRow => ({
  ...buildOrderColumns(approval),
  id: approval.id,
  state: 'waiting',
  amount_fils: approval.amountFils,
  limit_fils: approval.limitFils,
  sum_fils: approval.sumFils ?? null,
  request: JSON.stringify(approval.request),
  acknowledged: JSON.stringify(approval.acknowledged),
  decided_by: null,
  decided_at: null,
  link_id: null,
  card_channel_id: null,
  card_ts: null,
  card_refusal: null,
  created_at: approval.at,
});

/** The link it would become, to compare with existing ones. */
export const asNewLink = ({ request, ...approval }: NewApproval): NewLink => ({
  ...approval,
  details: request,
  invoiceId: '',
  invoiceIdIsOurs: false,
  callbackTokenHash: '',
});
