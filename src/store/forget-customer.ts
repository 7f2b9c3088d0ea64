import type { Transaction } from 'kysely';
import { z } from 'zod';
import { insertAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { FINISHED } from './link-states.ts';
import { emailKey, phoneKey } from './new-link.ts';
import { ERASABLE, eraseLinks, eraseRequestText, overBefore } from './retention-store.ts';
import type { Schema } from './schema.ts';

export interface ForgetRequest {
  teamId: string;
  /** A link for the customer. */
  linkId: string;
  /** The admin. */
  by: string;
  at: number;
  auditId: string;
}

export interface Forgotten {
  /** Links whose customer's data was erased. */
  erased: number;
  /** Unfinished links: erased once they are over, and hidden from forms until then. */
  later: number;
  /** Requests that wait for approval; they keep their data. */
  waiting: number;
}

const cellsSchema = z.array(z.string());
const contactSchema = z.object({ Email: z.string().default(''), Phone: z.string().default('') });

/**
 * Erases a link's customer: everybody with the same phone or e-mail in this workspace. Keeps amounts, references, states
 * and history, as erasing by age does.
 */
export const forgetCustomer = (
  { db, engine }: StoreDatabase,
  { teamId, linkId, by, at, auditId }: ForgetRequest,
): Promise<Forgotten | null> =>
  db.transaction().execute(async (trx) => {
    const named = await trx
      .selectFrom('links')
      .select(['phone_key', 'email_key', 'forgotten_at'])
      .where('id', '=', linkId)
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    if (!named || named.phone_key === null || named.forgotten_at !== null) return null;
    const { phone_key, email_key } = named;

    const keyed = async (column: 'phone_key' | 'email_key', key: string) => {
      const query = trx
        .selectFrom('links')
        .select([...ERASABLE, 'state', 'expires_at'])
        .where('team_id', '=', teamId)
        .where(column, '=', key)
        .orderBy('id');
      return (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute();
    };
    const rows = [
      ...(await keyed('phone_key', phone_key)),
      // The shop's own e-mail has no key, because it identifies no customer.
      ...(email_key === null ? [] : await keyed('email_key', email_key)),
    ];
    const links = [...new Map(rows.map((row) => [row.id, row])).values()];
    const isOver = ({ state, expires_at }: (typeof rows)[number]) =>
      FINISHED.includes(state) || expires_at < overBefore(at);
    const erased = await eraseLinks(trx, links.filter(isOver), at);
    const later = links.filter((link) => !isOver(link));
    for (const { id } of later)
      await trx.updateTable('links').set({ customer: null, forgotten_at: at }).where('id', '=', id).execute();

    const asked = await trx
      .selectFrom('approvals')
      .select(['id', 'state', 'request'])
      .where('team_id', '=', teamId)
      .execute();
    let waiting = 0;
    for (const approval of asked) {
      const { Phone, Email } = contactSchema.parse(JSON.parse(approval.request));
      if (phoneKey(Phone) !== phone_key && emailKey(Email) !== email_key) continue;
      const request = eraseRequestText(approval.request, at);
      if (approval.state === 'waiting') waiting += 1;
      else if (request !== null)
        await trx.updateTable('approvals').set({ request }).where('id', '=', approval.id).execute();
    }

    await eraseBatchRows(trx, teamId, { phone_key, email_key });

    const forgotten = { erased, later: later.length, waiting };
    await insertAuditEntry(trx, {
      id: auditId,
      teamId,
      at,
      actorId: by,
      action: 'customer-forgotten',
      subject: linkId,
      detail: { erasedLinks: erased, laterLinks: forgotten.later, waitingRequests: waiting },
    });
    return forgotten;
  });

/** Erases the customer from previews and monthly lists, which would bring the customer back. */
async function eraseBatchRows(
  trx: Transaction<Schema>,
  teamId: string,
  { phone_key, email_key }: { phone_key: string; email_key: string | null },
): Promise<void> {
  const rows = await trx
    .selectFrom('batch_rows')
    .innerJoin('batches', 'batches.id', 'batch_rows.batch_id')
    .select(['batch_rows.batch_id', 'batch_rows.number', 'batch_rows.cells', 'batch_rows.request'])
    .where('batches.team_id', '=', teamId)
    .where((or) =>
      or.or([
        or('batches.state', '=', 'preview'),
        or('batches.id', 'in', (select) =>
          select
            .selectFrom('batch_lists')
            .select('source_id')
            .where('team_id', '=', teamId)
            .where('stopped_at', 'is', null),
        ),
      ]),
    )
    .execute();
  for (const { batch_id, number, cells, request } of rows) {
    const { Phone, Email } = contactSchema.parse(JSON.parse(request ?? '{}'));
    const texts = cellsSchema.parse(JSON.parse(cells ?? '[]'));
    const isTheirs =
      (Phone !== '' && phoneKey(Phone) === phone_key) ||
      texts.flatMap(listPhoneKeys).includes(phone_key) ||
      [Email, ...texts].some((one) => one !== '' && emailKey(one) === email_key);
    if (isTheirs)
      await trx
        .updateTable('batch_rows')
        .set({ cells: null, request: null, faults: null })
        .where('batch_id', '=', batch_id)
        .where('number', '=', number)
        .execute();
  }
}

/** Fewer digits may be an amount or the number of a flat. */
const MIN_PHONE_DIGITS = 7;

/** A cell holds a number as people write it, often without the country code. */
function listPhoneKeys(cell: string): string[] {
  const digits = cell.replace(/\P{Nd}/gu, '');
  if (digits.length < MIN_PHONE_DIGITS) return [];
  return [phoneKey(cell), phoneKey(`+971${digits.replace(/^(?:00)?971|^0/, '')}`)];
}
