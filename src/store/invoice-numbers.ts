import type { Transaction } from 'kysely';
import { type Link, parseLink } from './link.ts';
import type { LinkState } from './link-states.ts';
import type { LinkRow, Schema } from './schema.ts';

/** What a typed number leads to: itself, `INV-7/2` after links that are over, or the link that still holds it. */
export type InvoiceNumber =
  | { invoiceId: string; asked: string | null; heldBy: null }
  | { invoiceId: null; heldBy: Link };

/** The customer may pay these under their number, or has done so. */
const HOLDS: readonly LinkState[] = ['reserved', 'unknown', 'open', 'reported', 'paid'];

/** Finds what a number that a person typed goes out as, among all links of the workspace. */
export const findInvoiceNumber = async (
  trx: Transaction<Schema>,
  teamId: string,
  typed: string,
  replacesLinkId: string | null,
): Promise<InvoiceNumber> => {
  const find = (invoiceId: string) =>
    trx
      .selectFrom('links')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('invoice_id', '=', invoiceId)
      .orderBy('created_at', 'desc')
      .execute();
  const same = await find(typed);
  // Whoever types `INV-7/2` after it went out for `INV-7` means the same invoice.
  const asked = same[0]?.invoice_asked ?? typed;
  const later = await trx
    .selectFrom('links')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('invoice_asked', '=', asked)
    .orderBy('created_at', 'desc')
    .execute();
  const all = [...(asked === typed ? same : await find(asked)), ...later];
  if (all.length === 0) return { invoiceId: typed, asked: null, heldBy: null };
  // Somebody decided to make another in place of one that nobody is certain of.
  const holding = all.filter(({ id, state }) => !(state === 'unknown' && id === replacesLinkId));
  const holder = holding.find(({ state }) => HOLDS.includes(state)) ?? holding.find(wasKnownElsewhere);
  if (holder) return { invoiceId: null, heldBy: parseLink(holder) };
  for (let time = all.length + 1; ; time += 1) {
    const invoiceId = `${asked}/${time}`;
    if ((await find(invoiceId)).length === 0) return { invoiceId, asked, heldBy: null };
  }
};

/** The service refused the number itself: what holds it there was not made here, and may be alive. */
function wasKnownElsewhere(row: LinkRow): boolean {
  const { failure } = parseLink(row);
  return failure?.field === 'Invoice_Id' && failure.isAboutValues === true;
}
