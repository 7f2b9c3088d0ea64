import type { Transaction } from 'kysely';
import { type Link, parseLink } from './link.ts';
import { holdsNumber, mayExist } from './link-states.ts';
import type { LinkRow, Schema } from './schema.ts';

/** What a typed number becomes: itself, `INV-7/2` if earlier links used it, or blocked by the link that holds it. */
type InvoiceNumber =
  | { invoiceId: string; asked: string | null; heldBy: null }
  | { invoiceId: null; heldBy: Link };

/** Finds the number to send for the one that the user typed, given all links of the workspace. */
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
  // If `INV-7/2` was sent for `INV-7`, typing `INV-7/2` means the same invoice.
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
  // The user chose to replace this link although its outcome is unknown, so it does not hold the number.
  const holding = all.filter(({ id, state }) => !(mayExist(state) && id === replacesLinkId));
  const holder = holding.find(({ state }) => holdsNumber(state)) ?? holding.find(wasKnownElsewhere);
  if (holder) return { invoiceId: null, heldBy: parseLink(holder) };
  for (let time = all.length + 1; ; time += 1) {
    const invoiceId = `${asked}/${time}`;
    if ((await find(invoiceId)).length === 0) return { invoiceId, asked, heldBy: null };
  }
};

/** The service refused the number itself: something not created here holds it there, and may still be payable. */
function wasKnownElsewhere(row: LinkRow): boolean {
  const { failure } = parseLink(row);
  return failure?.field === 'Invoice_Id' && failure.isAboutValues === true;
}
