import { z } from 'zod';
import { type CardRefusal, parseCardRefusal } from './card-refusal.ts';
import { type LinkDetails, linkDetailsSchema } from './link.ts';
import { type LinkOrder, parseOrder } from './link-order.ts';
import type { ApprovalRow, ApprovalState } from './workspace-rows.ts';

export { APPROVAL_STATES, type ApprovalState } from './workspace-rows.ts';

/** A request for a link above the workspace's limit. Nothing goes to the payment service until it is approved. */
export interface Approval extends LinkOrder {
  id: string;
  state: ApprovalState;
  amountFils: number;
  /** The limit it exceeded. */
  limitFils: number;
  /** The customer's total including this link, if only the total exceeds the limit; null: this amount alone does. */
  sumFils: number | null;
  details: LinkDetails;
  /** The whole request as the form built it. Erasing the customer's data removes it. */
  request: Record<string, unknown>;
  acknowledged: string[];
  decidedBy: string | null;
  decidedAt: number | null;
  /** Why it was declined, in the decliner's words. */
  reason: string | null;
  linkId: string | null;
  card: { channelId: string; ts: string } | null;
  /** Why the question could not be posted in the channel and went to the creator's direct messages instead. */
  cardRefusal: CardRefusal | null;
  createdAt: number;
}

/** The reason is free text and may name the customer, so it is stored and erased together with the request. */
const requestSchema = z.looseObject({
  ...linkDetailsSchema.shape,
  declinedBecause: z.string().optional(),
});

/** Reads a row. Throws if its JSON does not have the shape this version writes. */
export const parseApproval = (row: ApprovalRow): Approval => {
  const { declinedBecause, ...request } = requestSchema.parse(JSON.parse(row.request));
  return {
    ...parseOrder(row),
    id: row.id,
    state: row.state,
    amountFils: row.amount_fils,
    limitFils: row.limit_fils,
    sumFils: row.sum_fils,
    details: request,
    request,
    acknowledged: z.array(z.string()).parse(JSON.parse(row.acknowledged)),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    reason: declinedBecause ?? null,
    linkId: row.link_id,
    card:
      row.card_channel_id === null || row.card_ts === null
        ? null
        : { channelId: row.card_channel_id, ts: row.card_ts },
    cardRefusal: parseCardRefusal(row.card_refusal),
    createdAt: row.created_at,
  };
};
