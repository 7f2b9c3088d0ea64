import { setImmediate } from 'node:timers/promises';
import { isOfCurrentAccount } from '../store/account-store.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { isBehind } from '../store/engine/paging.ts';
import { findAll, findOne } from '../store/engine/queries.ts';
import { parseLink } from '../store/link.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import { type LinkState, REQUESTS } from '../store/link-states.ts';
import type { Span } from '../store/slices.ts';
import { links } from '../store/tables/links.ts';

/** What a link is compared by with the service's listing; no customer data. */
export interface HeldLink {
  id: string;
  invoiceId: string;
  orderId: string | null;
  amountFils: number;
  state: LinkState;
  finding: PaymentFinding | null;
  /** Amounts paid and refunded, in integer fils; null when no record says how much. */
  cameFils: number | null;
  refundedFils: number | null;
  createdAt: number;
}

export type LinkName = 'invoiceId' | 'orderId' | 'saleId';

const REFERENCES_AT_ONCE = 500;
const LINKS_AT_ONCE = 200;

const HELD = [
  'id',
  'invoiceId as invoiceId',
  'orderId as orderId',
  'amountFils as amountFils',
  'state',
  'payment',
  'createdAt as createdAt',
] as const;

type HeldRow = Omit<HeldLink, 'finding' | 'cameFils' | 'refundedFils'> & { payment: string | null };

function toHeld({ payment, ...row }: HeldRow): HeldLink {
  const known = links.read({ payment }).payment;
  return {
    ...row,
    finding: known?.finding ?? null,
    cameFils: known?.amountFils ?? null,
    refundedFils: known ? known.refundedFils : 0,
  };
}

/** Links created in the span after `after`, oldest first, without requests for approval: few enough not to hold up the event loop. */
const pageOf = (
  db: StoreDatabase['db'],
  teamId: string,
  { from, to }: Span,
  after: { at: number; id: string } | null,
) => {
  return db
    .selectFrom('links')
    .where('teamId', '=', teamId)
    .where(isBehind(['createdAt', 'id'], [after?.at ?? from, after?.id ?? '']))
    .where('createdAt', '<=', to)
    .where('state', 'not in', REQUESTS)
    .where(isOfCurrentAccount)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(LINKS_AT_ONCE);
};

export const createLinkDays = ({ db }: StoreDatabase) => {
  const ofTeam = (teamId: string) => db.selectFrom('links').where('teamId', '=', teamId);
  return {
    /** Paid since then, and nobody knows yet what went back of them. */
    backAsked: (teamId: string, since: number) =>
      findAll(
        ofTeam(teamId)
          .select(HELD)
          .where('paidAt', '>=', since)
          .where(isOfCurrentAccount)
          .where(sql<boolean>`payment like '%"backAskedAt":%'`),
        toHeld,
      ),

    /** In any state, oldest first; of the confirmed account. */
    madeIn: async (teamId: string, span: Span) => {
      const held: HeldLink[] = [];
      for (;;) {
        const last = held.at(-1);
        const rows = await pageOf(db, teamId, span, last ? { at: last.createdAt, id: last.id } : null)
          .select(HELD)
          .execute();
        for (const row of rows) held.push(toHeld(row));
        if (rows.length < LINKS_AT_ONCE) return held;
        await setImmediate();
      }
    },

    /**
     * The next page of links whose money came or went back in the span, oldest first, after `after`; of the confirmed account.
     * Empty at the end.
     */
    movedIn: (teamId: string, { from, to }: Span, after: { at: number; id: string } | null) =>
      findAll(
        ofTeam(teamId)
          .selectAll()
          .where(isBehind(['createdAt', 'id'], [after?.at ?? 0, after?.id ?? '']))
          .where('id', 'in', (of) =>
            of
              .selectFrom('linkMovements')
              .select('linkId')
              .where('teamId', '=', teamId)
              .where('at', '>=', from)
              .where('at', '<=', to),
          )
          .where(isOfCurrentAccount)
          .orderBy('createdAt')
          .orderBy('id')
          .limit(LINKS_AT_ONCE),
        parseLink,
      ),

    /** The links of the confirmed account with one of these references, order ids, or ids of ours. */
    named: (teamId: string, by: LinkName, names: readonly string[]) =>
      findAll(
        ofTeam(teamId).selectAll().where(by, 'in', names).where(isOfCurrentAccount).orderBy('createdAt'),
        parseLink,
      ),

    /** The name on the newest link that this person created and still owns; null: none. */
    nameOf: (teamId: string, userId: string) =>
      findOne(
        ofTeam(teamId)
          .select('creatorName')
          // The index is by owner.
          .where('ownerId', '=', userId)
          .where('creatorId', '=', userId)
          .orderBy('createdAt', 'desc')
          .limit(1),
        (row) => row.creatorName,
      ),

    /** Which of these references belong to a link of ours. */
    knownReferences: async (teamId: string, references: readonly string[]) => {
      const known = new Set<string>();
      for (let at = 0; at < references.length; at += REFERENCES_AT_ONCE) {
        const rows = await ofTeam(teamId)
          .select('invoiceId')
          .where('invoiceId', 'in', references.slice(at, at + REFERENCES_AT_ONCE))
          .execute();
        for (const row of rows) known.add(row.invoiceId);
      }
      return known;
    },
  };
};
