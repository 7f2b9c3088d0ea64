import { z } from 'zod';
import { type CardRefusal, parseCardRefusal } from './card-refusal.ts';
import { type LinkDetails, linkDetailsSchema } from './link.ts';
import type { ApprovalRow, ApprovalState } from './workspace-rows.ts';

export type { ApprovalState } from './workspace-rows.ts';

/** A request for a link above the workspace's limit: nothing is asked of the payment service before it is approved. */
export interface Approval {
  id: string;
  /** The form's, and the link's once there is one. */
  nonce: string;
  teamId: string;
  enterpriseId: string | null;
  /** Where the link's card goes, and the question before it. */
  channelId: string;
  creatorId: string;
  creatorName: string;
  state: ApprovalState;
  amountFils: number;
  /** The limit that it was above. */
  limitFils: number;
  /** What the customer's links come to with this one, where only that is above the limit; null: this one alone is. */
  sumFils: number | null;
  /** Milliseconds since the epoch: when the link itself would expire. */
  expiresAt: number;
  details: LinkDetails;
  /** The whole request as the form made it; after the erasure of the customer's data it is none any more. */
  request: Record<string, unknown>;
  acknowledged: string[];
  /** As of the link that it would be. */
  replacesLinkId: string | null;
  besideLinkId: string | null;
  decidedBy: string | null;
  decidedAt: number | null;
  /** Why it was declined, in the words of whoever did. */
  reason: string | null;
  linkId: string | null;
  card: { channelId: string; ts: string } | null;
  /** Why the channel did not take the question, which is in its creator's messages instead. */
  cardRefusal: CardRefusal | null;
  createdAt: number;
}

/** The reason is free text and may name the customer: it is kept, and erased, with the request. */
export const requestSchema = z.looseObject({
  ...linkDetailsSchema.shape,
  declinedBecause: z.string().optional(),
});

/** Reads a row; throws when the JSON in it is not what this version wrote. */
export const parseApproval = (row: ApprovalRow): Approval => {
  const { declinedBecause, ...request } = requestSchema.parse(JSON.parse(row.request));
  return {
    id: row.id,
    nonce: row.nonce,
    teamId: row.team_id,
    enterpriseId: row.enterprise_id,
    channelId: row.channel_id,
    creatorId: row.maker_id,
    creatorName: row.maker_name,
    state: row.state,
    amountFils: row.amount_fils,
    limitFils: row.limit_fils,
    sumFils: row.sum_fils,
    expiresAt: row.expires_at,
    details: request,
    request,
    acknowledged: z.array(z.string()).parse(JSON.parse(row.acknowledged)),
    replacesLinkId: row.replaces_link_id,
    besideLinkId: row.beside_link_id,
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
