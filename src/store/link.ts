import type { Row } from './engine/table.ts';
import type { LinkRow } from './schema.ts';
import { type LinkApproval, links } from './tables/links.ts';

export {
  type LinkDetails,
  type LinkFailure,
  linkDetailsSchema,
} from './tables/link-details.ts';
export type { LinkApproval } from './tables/links.ts';

/** What a person orders with the form. It stays the same from the form on, with or without an approval. */
export interface LinkOrder {
  /** The form's: submitting it twice is one order. */
  nonce: string;
  teamId: string;
  /** Where the card goes: a channel, or the creator's user id for a direct message. */
  channelId: string;
  /** The thread that the card goes into; null: into the conversation itself. */
  threadTs: string | null;
  creatorId: string;
  creatorName: string;
  /** When the link expires, in milliseconds since the epoch. */
  expiresAt: number;
  /** The sale that it is one more link of, in place of the one before, which can still be paid; null: a new sale. */
  saleId: string | null;
  /** The batch it is a row of. Links of a batch have no cards of their own. */
  batchId?: string;
  /**
   * The account at the payment service that it was ordered for; null: none was known. Absent in a new order:
   * the workspace's account when the row is written.
   */
  account?: string | null;
}

/** What no reader of a link needs. */
const HIDDEN = [
  'callbackTokenHash',
  'invoiceKey',
  'emailKey',
  'phoneKey',
  'customer',
  'finding',
  'paidAt',
  'repeatNonce',
  'remindedIn',
] as const;

type LinkColumn = Exclude<keyof LinkRow, (typeof HIDDEN)[number]>;

/** What `parseLink` reads. */
export const LINK_COLUMNS = links.all.filter(
  (column): column is LinkColumn => !HIDDEN.some((hidden) => hidden === column),
);

/** What several columns say together. */
interface Composed {
  /** Reminders that were sent to the customer. */
  reminded: { count: number; lastAt: number } | null;
  /** The payout that includes its money, if the service’s records join them by an id; `at`: when it was made. */
  payout?: { id: string; at: number | null };
}

type ComposedOf = 'remindedAt' | 'remindedCount' | 'payoutId' | 'payoutAt';

export interface Link
  extends Omit<LinkOrder, 'saleId'>,
    Composed,
    Omit<Pick<Row<typeof links>, LinkColumn>, ComposedOf | Exclude<keyof LinkOrder, 'saleId'>> {}

/** A link that needs a second person's approval, or needed it: from the request on. */
export type AskedLink = Link & { approval: LinkApproval };

export const wasAsked = (link: Link): link is AskedLink => link.approval !== null;

/** Reads a row. Throws if its JSON does not have the shape this version writes. */
export const parseLink = (row: Pick<LinkRow, LinkColumn>): Link => {
  const { remindedAt, remindedCount, payoutId, payoutAt, batchId, ...rest } = pickColumns(row);
  return {
    ...rest,
    ...(batchId === null ? {} : { batchId }),
    ...(payoutId === null ? {} : { payout: { id: payoutId, at: payoutAt } }),
    reminded: remindedAt === null ? null : { count: remindedCount, lastAt: remindedAt },
  };
};

/** A whole row has the hidden columns, too. */
const pickColumns = (row: Pick<LinkRow, LinkColumn>) =>
  links.read(
    Object.fromEntries(LINK_COLUMNS.map((column) => [column, row[column]])) as Pick<LinkRow, LinkColumn>,
  );
