import type { LinkDetails } from './link.ts';
import type { NewLink } from './new-link.ts';
import type { ApprovalRow } from './workspace-rows.ts';

export interface NewApproval {
  id: string;
  nonce: string;
  teamId: string;
  enterpriseId: string | null;
  channelId: string;
  creatorId: string;
  creatorName: string;
  amountFils: number;
  limitFils: number;
  /** The customer's total including this link, if only the total exceeds the limit. */
  sumFils?: number | null;
  /** When the requested link would expire, in milliseconds since the epoch. */
  expiresAt: number;
  /** The whole request, without `callback_url`. */
  request: LinkDetails & { Invoice_Id?: string | undefined };
  acknowledged: readonly string[];
  replacesLinkId?: string | null;
  besideLinkId?: string | null;
  at: number;
}

/** The row of a waiting request. */
export const buildApprovalRow = (approval: NewApproval): ApprovalRow => ({
  id: approval.id,
  nonce: approval.nonce,
  team_id: approval.teamId,
  enterprise_id: approval.enterpriseId,
  channel_id: approval.channelId,
  maker_id: approval.creatorId,
  maker_name: approval.creatorName,
  state: 'waiting',
  amount_fils: approval.amountFils,
  limit_fils: approval.limitFils,
  sum_fils: approval.sumFils ?? null,
  expires_at: approval.expiresAt,
  request: JSON.stringify(approval.request),
  acknowledged: JSON.stringify(approval.acknowledged),
  replaces_link_id: approval.replacesLinkId ?? null,
  beside_link_id: approval.besideLinkId ?? null,
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
