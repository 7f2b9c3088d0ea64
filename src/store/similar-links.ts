import type { NewBatchRow } from './batch.ts';
import type { StoreDatabase } from './engine/database.ts';
import { type Link, parseLink } from './link.ts';
import { AWAITING_PAYMENT, holdsNumber, NOT_GIVEN_UP } from './link-states.ts';
import { emailKey, phoneKey } from './new-link.ts';
import type { LinkRow } from './schema.ts';

type Row = Pick<NewBatchRow, 'number' | 'request' | 'amountFils'>;

/** By row number. */
interface SimilarLinks {
  /** Links for the same customer and amount. */
  alike: Map<number, Link[]>;
  /** The link that holds its invoice number. */
  taken: Map<number, Link>;
}

export interface SimilarLinkStore {
  /**
   * Finds duplicates among links created since `recent` or still payable, and links that hold an invoice number.
   * `shopEmail`: the shop's own address, which identifies no customer.
   */
  find(
    teamId: string,
    rows: readonly Row[],
    ask: { recent: number; shopEmail: string | null },
  ): Promise<SimilarLinks>;
}

/** Far below the limit of parameters per statement. */
const AT_ONCE = 300;
const MAX_ALIKE_PER_ROW = 20;

/** Finds the duplicates of many rows in a few statements. */
export const createSimilarLinkStore = ({ db }: StoreDatabase): SimilarLinkStore => {
  const findLinks = (
    teamId: string,
    column: 'phone_key' | 'email_key',
    keys: string[],
    amounts: number[],
    recent: number,
  ) =>
    db
      .selectFrom('links')
      .selectAll()
      .where('team_id', '=', teamId)
      .where(column, 'in', keys)
      .where('amount_fils', 'in', amounts)
      .where((or) =>
        or.or([
          or('state', 'in', AWAITING_PAYMENT),
          or.and([
            or('created_at', '>=', recent),
            or.or([or('state', 'in', NOT_GIVEN_UP), or('payment', 'is not', null)]),
          ]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(AT_ONCE * MAX_ALIKE_PER_ROW)
      .execute();

  const findHolders = async (teamId: string, invoices: string[]) => {
    if (invoices.length === 0) return new Map<string, LinkRow>();
    const holders = await db
      .selectFrom('links')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('invoice_id', 'in', invoices)
      .execute();
    return new Map(holders.filter(({ state }) => holdsNumber(state)).map((row) => [row.invoice_id, row]));
  };

  return {
    find: async (teamId, rows, { recent, shopEmail }) => {
      const alike = new Map<number, Link[]>();
      const taken = new Map<number, Link>();
      const sales = rows.flatMap((row) => readSale(row, shopEmail));
      for (let at = 0; at < sales.length; at += AT_ONCE) {
        const some = sales.slice(at, at + AT_ONCE);
        const amounts = [...new Set(some.map(({ amountFils }) => amountFils))];
        const emails = some.flatMap(({ email }) => email ?? []);
        const phones = some.map(({ phone }) => phone);
        const found = [
          ...(await findLinks(teamId, 'phone_key', phones, amounts, recent)),
          ...(emails.length === 0 ? [] : await findLinks(teamId, 'email_key', emails, amounts, recent)),
        ];
        const byKey = new Map<string, LinkRow[]>();
        for (const row of found)
          for (const customer of [row.phone_key, row.email_key]) {
            const key = `${row.amount_fils}:${customer}`;
            byKey.set(key, [...(byKey.get(key) ?? []), row]);
          }
        const holding = await findHolders(
          teamId,
          some.flatMap(({ invoiceId }) => invoiceId ?? []),
        );
        for (const { number, amountFils, phone, email, invoiceId } of some) {
          const keys = [phone, ...(email === null ? [] : [email])].map((key) => `${amountFils}:${key}`);
          const links = new Map(keys.flatMap((key) => byKey.get(key) ?? []).map((row) => [row.id, row]));
          if (links.size > 0)
            alike.set(number, [...links.values()].slice(0, MAX_ALIKE_PER_ROW).map(parseLink));
          const holder = invoiceId === null ? undefined : holding.get(invoiceId);
          if (holder) taken.set(number, parseLink(holder));
        }
      }
      return { alike, taken };
    },
  };
};

interface Sale {
  number: number;
  amountFils: number;
  phone: string;
  email: string | null;
  invoiceId: string | null;
}

/** Empty if the row has faults. */
function readSale({ number, request, amountFils }: Row, shopEmail: string | null): Sale[] {
  if (request === null || amountFils === null) return [];
  const isShops = shopEmail !== null && emailKey(shopEmail) === emailKey(request.Email);
  return [
    {
      number,
      amountFils,
      phone: phoneKey(request.Phone),
      email: isShops ? null : emailKey(request.Email),
      invoiceId: request.Invoice_Id ?? null,
    },
  ];
}
