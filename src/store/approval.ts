import { z } from 'zod';
import { type ShownLink, shownLinksSchema } from './consent.ts';
import {
  buildOrderColumns,
  type CardRefusal,
  type LinkDetails,
  type LinkOrder,
  linkDetailsSchema,
  parseCardRefusal,
  parseOrder,
} from './link.ts';
import type { NewLink } from './new-link.ts';
import type { ApprovalRow, ApprovalState } from './schema.ts';

export { APPROVAL_STATES, type ApprovalState } from './schema.ts';

/** A request for a link above the workspace's limit. Nothing is sent to the payment service until it is approved. */
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
  /** The links that the creator, or an approver since, was shown as they stood. */
  shown: ShownLink[];
  decidedBy: string | null;
  decidedAt: number | null;
  /** Why it was declined, in the decliner's words. */
  reason: string | null;
  linkId: string | null;
  card: { channelId: string; ts: string } | null;
  /** Why the request could not be posted in the channel and went to the creator's direct messages instead. */
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
    amountFils: row.amountFils,
    limitFils: row.limitFils,
    sumFils: row.sumFils,
    details: request,
    request,
    shown: shownLinksSchema.parse(JSON.parse(row.shown)),
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
    reason: declinedBecause ?? null,
    linkId: row.linkId,
    card:
      row.cardChannelId === null || row.cardTs === null
        ? null
        : { channelId: row.cardChannelId, ts: row.cardTs },
    cardRefusal: parseCardRefusal(row.cardRefusal),
    createdAt: row.createdAt,
  };
};

export interface NewApproval extends LinkOrder {
  id: string;
  amountFils: number;
  limitFils: number;
  /** The customer's total including this link, if only the total exceeds the limit. */
  sumFils?: number | null;
  /** The whole request, without `callback_url`. */
  request: LinkDetails & { Invoice_Id?: string | undefined };
  shown: readonly ShownLink[];
  at: number;
}

/** The row of a waiting request. */
export const buildApprovalRow = (approval: NewApproval): ApprovalRow => ({
  ...buildOrderColumns(approval),
  id: approval.id,
  state: 'waiting',
  amountFils: approval.amountFils,
  limitFils: approval.limitFils,
  sumFils: approval.sumFils ?? null,
  request: JSON.stringify(approval.request),
  shown: JSON.stringify(approval.shown),
  decidedBy: null,
  decidedAt: null,
  linkId: null,
  cardChannelId: null,
  cardTs: null,
  cardRefusal: null,
  createdAt: approval.at,
});

/** The link it would become, to compare with existing links. */
export const asNewLink = ({ request, ...approval }: NewApproval): NewLink => ({
  ...approval,
  details: request,
  invoiceId: '',
  invoiceIdIsOurs: false,
  callbackTokenHash: '',
});
