import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { insertAuditEntry } from './audit-store.ts';
import { type Batch, isBatchOver, lockBatch, readStoredBatch } from './batch.ts';
import {
  type CustomerWords,
  hasContact,
  holdsContact,
  listCustomerWords,
  listOwnWords,
  namesCustomer,
} from './customer-words.ts';
import type { StoreDatabase } from './engine/database.ts';
import { findAll } from './engine/queries.ts';
import { forgetWords } from './erase-kept.ts';
import { FINISHED, NOT_GIVEN_UP } from './link-states.ts';
import { ERASABLE, eraseLinks, eraseRows, overBefore, scrub } from './retention-store.ts';
import type { Schema, TablesWith } from './schema.ts';
import { batches, batchRows } from './tables/batches.ts';
import { type ForgottenCustomer, forgottenCustomers } from './tables/customers.ts';
import { links } from './tables/links.ts';

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
  /** Unfinished links and requests for approval: erased once they are over, and hidden from forms until then. */
  later: number;
  /** Rows of files whose link is still to be made: erased once that is over. */
  waiting: number;
}

/** In how many places of each table the customer's data still has to stay for a while, beside the links. */
type Left = Record<
  Exclude<TablesWith<{ whenForgotten: 'erased' | 'deleted' }>, 'links' | 'forgottenCustomers'>,
  number
>;

const sumOf = (left: Left): number => Object.values(left).reduce((sum, count) => sum + count, 0);

/**
 * Erases a link's customer: everybody with the same phone or e-mail in this workspace. Keeps amounts, references, states
 * and history, as erasing by age does. What has to stay for a while is remembered: see `forgetAgain`.
 */
export const forgetCustomer = async (
  database: StoreDatabase,
  { teamId, linkId, by, at, auditId }: ForgetRequest,
): Promise<Forgotten | null> => {
  const { db } = database;
  const begun = await db.transaction().execute(async (trx) => {
    const named = await trx
      .selectFrom('links')
      .select(['id', 'phoneKey', 'emailKey', 'customer', 'forgottenAt'])
      .where('id', '=', linkId)
      .where('teamId', '=', teamId)
      .executeTakeFirst();
    if (!named || named.customer === null || named.forgottenAt !== null) return null;
    const theirs = await lockLinksOf(trx, database, { teamId, ...named });
    const words = theirs.flatMap(({ details, ...keys }) =>
      listCustomerWords(links.read({ details }).details, keys),
    );
    const customer: ForgottenCustomer = {
      id: auditId,
      teamId,
      at,
      phoneKey: named.phoneKey,
      emailKey: named.emailKey,
      words: [...new Set(words)],
    };
    // Before the rest, so that a process that ends here leaves the rest to `forgetAgain`.
    await trx.insertInto('forgottenCustomers').values(forgottenCustomers.write(customer)).execute();
    const isOver = ({ state, expiresAt }: (typeof theirs)[number]) =>
      FINISHED.includes(state) || expiresAt < overBefore(at);
    const erased = await eraseLinks(trx, theirs.filter(isOver), at);
    const later = theirs.filter((link) => !isOver(link));
    for (const { id } of later) await markLinks(trx, at, (link) => link('id', '=', id));
    await insertAuditEntry(trx, {
      id: auditId,
      teamId,
      at,
      actorId: by,
      action: 'customer-forgotten',
      subject: linkId,
      detail: { erasedLinks: erased, laterLinks: later.length },
    });
    return { customer, erased, later: later.length };
  });
  if (begun === null) return null;
  const { batches } = await eraseElsewhere(database, begun.customer, at);
  await scrub(database);
  return { erased: begun.erased, later: begun.later, waiting: batches };
};

/**
 * Erases what had to stay of customers that were forgotten earlier, and is over by now. Repeating it changes nothing more.
 * Returns how many customers are not yet forgotten everywhere.
 */
export const forgetAgain = async (database: StoreDatabase, at: number): Promise<number> => {
  const remembered = await database.db
    .selectFrom('forgottenCustomers')
    .selectAll()
    .where('id', '>', '')
    .orderBy('id')
    .execute();
  let left = 0;
  for (const customer of remembered.map(forgottenCustomers.read)) {
    if (sumOf(await eraseElsewhere(database, customer, at)) > 0) left += 1;
  }
  return left;
};

async function lockLinksOf(
  trx: Transaction<Schema>,
  { engine }: StoreDatabase,
  { teamId, ...named }: { teamId: string } & Record<'id' | 'phoneKey' | 'emailKey', string | null>,
) {
  // The shop's own phone and e-mail have no key, because they identify no customer.
  const keyed = async (column: 'id' | 'phoneKey' | 'emailKey') => {
    const key = named[column];
    if (key === null) return [];
    const query = trx
      .selectFrom('links')
      .select([...ERASABLE, 'expiresAt'])
      .where('teamId', '=', teamId)
      .where(column, '=', key)
      .orderBy('id');
    return (engine === 'postgres' ? query.forNoKeyUpdate() : query).execute();
  };
  const rows = [...(await keyed('phoneKey')), ...(await keyed('emailKey')), ...(await keyed('id'))];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Erased once it is over, and hidden from forms until then. */
async function markLinks(
  trx: Transaction<Schema>,
  at: number,
  which: (link: ExpressionBuilder<Schema, 'links'>) => Expression<SqlBool>,
): Promise<void> {
  await trx
    .updateTable('links')
    .set({ customer: null, forgottenAt: at })
    .where(which)
    .where('customer', 'is not', null)
    .where('forgottenAt', 'is', null)
    .execute();
}

/** Everything but the links that were there when the customer was forgotten. Forgets the customer if nothing is left. */
async function eraseElsewhere(
  database: StoreDatabase,
  customer: ForgottenCustomer,
  at: number,
): Promise<Left> {
  const { db } = database;
  const { words } = customer;
  const left: Left = {
    batches: await eraseBatches(database, { customer, words, at }),
    jobs: await eraseJobs(database, customer, words),
    // Also where another link had it first.
    taughtWords: await db.transaction().execute(async (trx) => {
      await forgetWords(trx, customer.teamId, words);
      return 0;
    }),
  };
  if (sumOf(left) === 0) await db.deleteFrom('forgottenCustomers').where('id', '=', customer.id).execute();
  return left;
}

/** Returns how many of the customer's rows are still to be made. */
async function eraseBatches(
  database: StoreDatabase,
  asked: { customer: ForgottenCustomer; words: CustomerWords; at: number },
): Promise<number> {
  const { db } = database;
  const ofTeam = db.selectFrom('batches').select('id').where('teamId', '=', asked.customer.teamId);
  let rows = 0;
  // One at a time: each may have a thousand rows.
  for (const { id } of await ofTeam.execute())
    rows += await db.transaction().execute((trx) => eraseBatch(trx, database, { id, ...asked }));
  return rows;
}

/**
 * Returns how many of the customer's rows are still to be made. A row of a running batch stays until its link is made; a
 * preview or a repeated batch loses it at once, for it would bring the customer back.
 */
async function eraseBatch(
  trx: Transaction<Schema>,
  { engine }: StoreDatabase,
  { id, customer, words, at }: { id: string; customer: ForgottenCustomer; words: CustomerWords; at: number },
): Promise<number> {
  const batch = await lockBatch(trx, engine, id);
  const isOf = batch && (batch.createdAt <= customer.at || batch.sourceId !== null);
  if (!isOf || batch.erasedAt !== null) return 0;
  const all = await findAll(
    trx
      .selectFrom('batchRows')
      .select(['number', 'state', 'nonce', 'cells', 'request'])
      .where('batchId', '=', id),
    batchRows.read,
  );
  const theirs = all.filter(({ state, cells, request }) => {
    const texts = cells ?? [];
    const contacts = [request?.Phone ?? '', request?.Email ?? '', ...texts];
    if (holdsContact(contacts, customer)) return true;
    // Nothing comes of such a row any more, so it does not matter if it is a namesake's.
    const isNameAlone = (state === 'left' || state === 'refused') && !hasContact(contacts);
    return isNameAlone && namesCustomer(texts.join('\n'), listOwnWords(words));
  });
  const made = await listMade(
    trx,
    theirs.map(({ nonce }) => nonce),
  );
  let waiting = 0;
  for (const { number, state, nonce } of theirs) {
    if (state === 'waiting' && !isBatchOver(batch.state) && !made.has(nonce)) {
      waiting += 1;
      continue;
    }
    await eraseRows(trx, (row) => row.and({ batchId: id, number }));
  }
  if (theirs.length === 0) return 0;
  await eraseBatchTexts(trx, readStoredBatch(batch), words);
  await markLinks(trx, at, (link) =>
    link.and([
      link('batchId', '=', id),
      link.or([
        ...(customer.phoneKey === null ? [] : [link('phoneKey', '=', customer.phoneKey)]),
        ...(customer.emailKey === null ? [] : [link('emailKey', '=', customer.emailKey)]),
      ]),
    ]),
  );
  return waiting;
}

/** Of these nonces, those that have a link, which has all that it needs. */
async function listMade(trx: Transaction<Schema>, nonces: readonly string[]): Promise<Set<string>> {
  if (nonces.length === 0) return new Set();
  const links = await trx
    .selectFrom('links')
    .select(['nonce', 'state'])
    .where('nonce', 'in', nonces)
    .execute();
  return new Set(links.filter(({ state }) => NOT_GIVEN_UP.includes(state)).map(({ nonce }) => nonce));
}

async function eraseBatchTexts(
  trx: Transaction<Schema>,
  { id, fileName, headings, trouble }: Batch,
  words: CustomerWords,
): Promise<void> {
  await trx
    .updateTable('batches')
    .set(
      batches.write({
        fileName: namesCustomer(fileName, words) ? 'erased' : fileName,
        headings: headings.map((heading) => (namesCustomer(heading, words) ? '' : heading)),
        trouble: trouble !== null && namesCustomer(trouble, words) ? null : trouble,
      }),
    )
    .where('id', '=', id)
    .execute();
}

/** Messages to people, and files of what a search of the audit trail finds. */
const hasTypedWords = (job: ExpressionBuilder<Schema, 'jobs'>) =>
  job.or([
    job('kind', 'in', ['tell', 'workflow-step']),
    job.and([job('kind', '=', 'export'), job('payload', 'like', '%"what":"audit"%')]),
  ]);

/** Returns how many are still to run. */
async function eraseJobs(
  { db }: StoreDatabase,
  { teamId }: ForgottenCustomer,
  words: CustomerWords,
): Promise<number> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'teamId', 'state', 'payload'])
    .where('state', 'in', ['waiting', 'done', 'failed', 'cancelled'])
    .where(hasTypedWords)
    .execute();
  const theirs = jobs.filter((job) => job.teamId === teamId && namesCustomer(job.payload, words));
  for (const { id, state } of theirs)
    if (state !== 'waiting') await db.deleteFrom('jobs').where('id', '=', id).execute();
  return theirs.filter(({ state }) => state === 'waiting').length;
}
