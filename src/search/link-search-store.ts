import type { SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { isOfCurrentAccount } from '../store/account-store.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { isBehind } from '../store/engine/paging.ts';
import { findAll } from '../store/engine/queries.ts';
import type { LinkPayment } from '../store/link-payment.ts';
import type { LinkState } from '../store/link-states.ts';
import { buildPhoneKey } from '../store/new-link.ts';
import type { LinkRow, Schema } from '../store/schema.ts';
import type { Span } from '../store/slices.ts';
import { links } from '../store/tables/links.ts';

/** What an index can find. */
export type Among =
  | { by: 'time' }
  | { by: 'owner'; ownerId: string }
  | { by: 'state'; state: LinkState }
  | { by: 'amount'; amountFils: number }
  | { by: 'phone'; phone: string }
  | { by: 'invoice-id'; anyOf: readonly string[] }
  | { by: 'order-id'; orderId: string };

/** A link's place in the order from the newest to the oldest. */
export interface LinkPlace {
  at: number;
  id: string;
}

const OUTLINE = [
  ...(['id', 'saleId', 'createdAt', 'state', 'ownerId', 'amountFils'] as const),
  ...(['invoiceId', 'orderId', 'channelId'] as const),
] as const;
const COLUMNS = [...OUTLINE, 'phoneKey', 'payment', 'details'] as const;

/** What a search compares of a link, without reading all of it. */
export interface LinkOutline extends Pick<LinkRow, (typeof OUTLINE)[number]> {
  isPhone(phone: string): boolean;
  readPayment(): LinkPayment | null;
  /** False: neither the customer's name nor the notes contain this lower-case word. Faster than reading them. */
  mayHave(word: string): boolean;
  /** The customer's name and the notes; empty once erased. */
  readWords(): string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them are ASCII
const IS_ASCII = /^[\u0000-\u007f]*$/;
const wordsSchema = z.object({ FullName: z.string(), notes: z.string() });

type OutlineRow = Pick<LinkRow, (typeof COLUMNS)[number]>;
type Query = SelectQueryBuilder<Schema, 'links', OutlineRow>;

/** Few links share a number, so they are sorted here: an `order by` would keep SQLite from using the number's index. */
const MAX_PER_NUMBER = 100;
/** Nobody reads so many; of more, the newest. */
export const MOST_MOVED = 100;

const isOne = ({ by }: Among): boolean => by === 'invoice-id' || by === 'order-id';

function choose(query: Query, among: Among): Query {
  switch (among.by) {
    case 'time':
      return query;
    case 'owner':
      return query.where('ownerId', '=', among.ownerId);
    case 'state':
      return query.where('state', '=', among.state);
    case 'amount':
      return query.where('amountFils', '=', among.amountFils);
    case 'phone':
      return query.where('phoneKey', '=', buildPhoneKey(among.phone));
    case 'invoice-id':
      return query.where('invoiceId', 'in', among.anyOf);
    case 'order-id':
      return query.where('orderId', '=', among.orderId);
  }
}

function cutAt(query: Query, span: Span, after: LinkPlace | null): Query {
  const inSpan = query.where('createdAt', '>=', span.from).where('createdAt', '<=', span.to);
  return after === null ? inSpan : inSpan.where(isBehind(['createdAt', 'id'], [after.at, after.id], 'desc'));
}

const isIn = ({ createdAt, id }: LinkOutline, span: Span, after: LinkPlace | null): boolean =>
  createdAt >= span.from &&
  createdAt <= span.to &&
  (after === null || createdAt < after.at || (createdAt === after.at && id < after.id));

/** Newest first, in the database's order. */
export const newestFirst = (one: LinkOutline, other: LinkOutline): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

const toOutline = (row: OutlineRow): LinkOutline => ({
  ...row,
  isPhone: (phone) => row.phoneKey === buildPhoneKey(phone),
  readPayment: () => links.read({ payment: row.payment }).payment,
  mayHave: (word) => !IS_ASCII.test(row.details) || row.details.toLowerCase().includes(word),
  readWords: () => {
    const { FullName, notes } = wordsSchema.parse(JSON.parse(row.details));
    return `${FullName} ${notes}`;
  },
});

export const createLinkSearch = ({ db }: StoreDatabase) => ({
  /** Newest first. Every query uses an index. */
  newest: async ({
    teamId,
    among,
    span,
    after,
    limit,
  }: {
    teamId: string;
    among: Among;
    /** Milliseconds since the epoch, both ends inclusive. */
    span: Span;
    /** Only links older than this; null: from the newest. */
    after: LinkPlace | null;
    limit: number;
  }) => {
    const ofTeam = db.selectFrom('links').select(COLUMNS).where('teamId', '=', teamId);
    if (!isOne(among)) {
      const some = choose(cutAt(ofTeam, span, after), among);
      return findAll(some.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit), toOutline);
    }
    const found = await findAll(choose(ofTeam, among).limit(MAX_PER_NUMBER), toOutline);
    return found
      .filter((link) => isIn(link, span, after))
      .toSorted(newestFirst)
      .slice(0, limit);
  },

  /** A link of each sale whose money came, or went back, in the span: the last that did so first. As the figures count it. */
  moved: async ({
    teamId,
    span,
    ownerId,
    isBack,
  }: {
    teamId: string;
    span: Span;
    /** Only this person's; null: everybody's. */
    ownerId: string | null;
    isBack: boolean;
  }): Promise<string[]> => {
    const moved = db
      .selectFrom('linkMovements')
      .innerJoin('links', 'links.id', 'linkMovements.linkId')
      .select((of) => [of.fn.max('links.id').as('id'), of.fn.max('at').as('last')])
      .where('linkMovements.teamId', '=', teamId)
      .where(isOfCurrentAccount)
      .where('at', '>=', span.from)
      .where('at', '<=', span.to)
      .where('kind', isBack ? '!=' : '=', 'payment');
    const some = ownerId === null ? moved : moved.where('ownerId', '=', ownerId);
    const rows = await some.groupBy('links.saleId').orderBy('last', 'desc').limit(MOST_MOVED).execute();
    return rows.map(({ id }) => id);
  },
});
