import type { Kysely, Transaction } from 'kysely';
import { insertAuditEntry } from './audit-rows.ts';
import {
  type Batch,
  type BatchRow,
  type BatchRowFault,
  type BatchRowStanding,
  isAlike,
  type NewBatch,
  type NewBatchRow,
  parseBatch,
  parseBatchRow,
} from './batch.ts';
import type { BatchRowRow, BatchState, BatchTableRow } from './batch-rows.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { NewJob } from './job.ts';
import { insertJobs } from './job-rows.ts';
import { type Link, parseLink } from './link.ts';
import { holdsNumber, NOT_GIVEN_UP } from './link-states.ts';
import { emailKey, phoneKey } from './new-link.ts';
import type { LinkRow, Schema } from './schema.ts';

interface Subject {
  teamId: string;
  id: string;
  /** Who did it. */
  by: string;
  at: number;
}

export interface BatchStart extends Subject {
  /** Rows that are like another one, or like a link, are made as well. */
  withAlike: boolean;
  /** Above this sum a second person must agree; null: no limit. */
  limitFils: number | null;
  /** Written in the same transaction. */
  jobs: (state: 'asked' | 'running') => readonly NewJob[];
}

export interface BatchMove extends Subject {
  from: readonly BatchState[];
  to: BatchState;
  trouble?: string | null;
  /** A second person decided. */
  isDecision?: boolean;
  jobs?: (batch: Batch) => readonly NewJob[];
}

/** Lists of links to be made, and how far each row has come. */
export interface BatchStore {
  /** As a preview: nothing is made of it. `alike`: by the row's number, links that are there for its customer and amount. */
  add(
    batch: NewBatch,
    rows: readonly NewBatchRow[],
    alike: ReadonlyMap<number, readonly Link[]>,
  ): Promise<Batch>;
  /** Null when not found, or when it belongs to another workspace. */
  find(teamId: string, id: string): Promise<Batch | null>;
  /** For ids that come from the store itself, never from a user: does not check the workspace. */
  get(id: string): Promise<Batch>;
  /** Every row, in the order of the file, with its link. */
  standing(id: string): Promise<BatchRowStanding[]>;
  /**
   * By the number of the row: links for the same customer and amount that were made since `recent`, or that can still
   * be paid, and those that hold its invoice number. `shopEmail` belongs to no customer.
   */
  findAlike(
    teamId: string,
    rows: readonly NewBatchRow[],
    ask: { recent: number; shopEmail: string | null },
  ): Promise<{ alike: Map<number, Link[]>; taken: Map<number, Link> }>;
  /** A person confirmed the preview. Null, and nothing changed, if it is none any more, or has no rows to make. */
  start(start: BatchStart): Promise<Batch | null>;
  /** Null, and nothing changed, when it is in none of the states `from`. */
  move(move: BatchMove): Promise<Batch | null>;
  isRunning(id: string): Promise<boolean>;
  /** The next rows to make, while it runs; those after a number. */
  waitingRows(id: string, after: number, limit: number): Promise<BatchRow[]>;
  countWaiting(id: string): Promise<number>;
  /** A link stands for the row, or cannot. */
  settleRow(
    row: Pick<BatchRow, 'batchId' | 'number'>,
    to: 'made' | 'refused',
    faults?: BatchRowFault[],
  ): Promise<void>;
  /** The link of the row was surely not made, for no reason of its own: the row may be tried again, under a new nonce. */
  tryRowAgain(row: Pick<BatchRow, 'batchId' | 'number' | 'tries'>): Promise<void>;
  /** Only the first counts. */
  setCard(id: string, card: { channelId: string; ts: string }): Promise<void>;
}

/** Far below the limit of parameters per statement. */
const AT_ONCE = 300;
const AT_ONCE_INSERTED = 100;
const MOST_ALIKE_OF_A_ROW = 20;

export const nonceOf = (batchId: string, number: number, tries: number): string =>
  `${batchId}:${number}:${tries}`;

export const createBatchStore = ({ db, engine }: StoreDatabase): BatchStore => {
  const lockBatch = async (
    trx: Transaction<Schema>,
    teamId: string,
    id: string,
  ): Promise<BatchTableRow | undefined> => {
    const query = trx.selectFrom('batches').selectAll().where('id', '=', id).where('team_id', '=', teamId);
    return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  };

  const leaveOut = (trx: Transaction<Schema>, id: string, states: readonly BatchRowRow['state'][]) =>
    trx
      .updateTable('batch_rows')
      .set({ state: 'left' })
      .where('batch_id', '=', id)
      .where('state', 'in', states);

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
          or('state', '=', 'open'),
          or.and([
            or('created_at', '>=', recent),
            or.or([or('state', 'in', NOT_GIVEN_UP), or('payment', 'is not', null)]),
          ]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(AT_ONCE * MOST_ALIKE_OF_A_ROW)
      .execute();

  return {
    add: (batch, rows, alike) =>
      db.transaction().execute(async (trx) => {
        const inserted = await trx
          .insertInto('batches')
          .values({
            id: batch.id,
            team_id: batch.teamId,
            channel_id: batch.channelId,
            maker_id: batch.creatorId,
            maker_name: batch.creatorName,
            state: 'preview',
            file_name: batch.fileName,
            headings: JSON.stringify(batch.headings),
            rows: 0,
            sum_fils: 0,
            limit_fils: null,
            trouble: null,
            runs: 0,
            decided_by: null,
            card_channel_id: null,
            card_ts: null,
            erased_at: null,
            created_at: batch.at,
            updated_at: batch.at,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const all = rows.map((row): BatchRowRow => {
          const links = alike.get(row.number) ?? [];
          return {
            batch_id: batch.id,
            number: row.number,
            state: 'new',
            nonce: nonceOf(batch.id, row.number, 0),
            tries: 0,
            cells: JSON.stringify(row.cells),
            request: row.request === null ? null : JSON.stringify(row.request),
            amount_fils: row.amountFils,
            expires_at: row.expiresAt,
            faults: row.faults.length === 0 ? null : JSON.stringify(row.faults),
            twin_of: row.twinOf,
            alike:
              links.length === 0
                ? null
                : JSON.stringify(links.slice(0, MOST_ALIKE_OF_A_ROW).map(({ id }) => id)),
          };
        });
        for (let at = 0; at < all.length; at += AT_ONCE_INSERTED)
          await trx
            .insertInto('batch_rows')
            .values(all.slice(at, at + AT_ONCE_INSERTED))
            .execute();
        return parseBatch(inserted);
      }),

    find: async (teamId, id) => {
      const row = await db
        .selectFrom('batches')
        .selectAll()
        .where('id', '=', id)
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return row ? parseBatch(row) : null;
    },

    get: async (id) =>
      parseBatch(await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),

    standing: async (id) => {
      const rows = await db
        .selectFrom('batch_rows')
        .selectAll()
        .where('batch_id', '=', id)
        .orderBy('number')
        .execute();
      const links = await db.selectFrom('links').selectAll().where('batch_id', '=', id).execute();
      const byNonce = new Map(links.map((link) => [link.nonce, link]));
      return rows.map((row) => {
        const link = byNonce.get(row.nonce);
        return { row: parseBatchRow(row), link: link ? parseLink(link) : null };
      });
    },

    findAlike: async (teamId, rows, { recent, shopEmail }) => {
      const alike = new Map<number, Link[]>();
      const taken = new Map<number, Link>();
      const sales = rows.flatMap(({ number, request, amountFils }) =>
        request === null || amountFils === null
          ? []
          : [
              {
                number,
                amountFils,
                phone: phoneKey(request.Phone),
                email:
                  shopEmail !== null && emailKey(shopEmail) === emailKey(request.Email)
                    ? null
                    : emailKey(request.Email),
                invoiceId: request.Invoice_Id ?? null,
              },
            ],
      );
      for (let at = 0; at < sales.length; at += AT_ONCE) {
        const some = sales.slice(at, at + AT_ONCE);
        const amounts = [...new Set(some.map(({ amountFils }) => amountFils))];
        const emails = some.flatMap(({ email }) => email ?? []);
        const invoices = some.flatMap(({ invoiceId }) => invoiceId ?? []);
        const found = [
          ...(await findLinks(
            teamId,
            'phone_key',
            some.map(({ phone }) => phone),
            amounts,
            recent,
          )),
          ...(emails.length === 0 ? [] : await findLinks(teamId, 'email_key', emails, amounts, recent)),
        ];
        const byKey = new Map<string, LinkRow[]>();
        for (const row of found)
          for (const customer of [row.phone_key, row.email_key]) {
            const key = `${row.amount_fils}:${customer}`;
            byKey.set(key, [...(byKey.get(key) ?? []), row]);
          }
        for (const { number, amountFils, phone, email } of some) {
          const keys = [phone, ...(email === null ? [] : [email])].map((key) => `${amountFils}:${key}`);
          const links = new Map(keys.flatMap((key) => byKey.get(key) ?? []).map((row) => [row.id, row]));
          if (links.size > 0) alike.set(number, [...links.values()].map(parseLink));
        }
        if (invoices.length === 0) continue;
        const holders = await db
          .selectFrom('links')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('invoice_id', 'in', invoices)
          .execute();
        const holding = new Map(
          holders.filter(({ state }) => holdsNumber(state)).map((row) => [row.invoice_id, row]),
        );
        for (const { number, invoiceId } of some) {
          const holder = invoiceId === null ? undefined : holding.get(invoiceId);
          if (holder) taken.set(number, parseLink(holder));
        }
      }
      return { alike, taken };
    },

    start: ({ teamId, id, by, at, withAlike, limitFils, jobs }) =>
      db.transaction().execute(async (trx) => {
        const batch = await lockBatch(trx, teamId, id);
        if (batch?.state !== 'preview') return null;
        const rows = (
          await trx.selectFrom('batch_rows').selectAll().where('batch_id', '=', id).execute()
        ).map(parseBatchRow);
        const chosen = rows.filter((row) => row.request !== null && (withAlike || !isAlike(row)));
        if (chosen.length === 0) return null;
        const sumFils = chosen.reduce((sum, { amountFils }) => sum + (amountFils ?? 0), 0);
        const isAsked = limitFils !== null && sumFils > limitFils;
        const state = isAsked ? 'asked' : 'running';
        const isChosen = trx
          .updateTable('batch_rows')
          .set({ state: 'waiting' })
          .where('batch_id', '=', id)
          .where('request', 'is not', null);
        await (withAlike
          ? isChosen
          : isChosen.where('twin_of', 'is', null).where('alike', 'is', null)
        ).execute();
        await leaveOut(trx, id, ['new']).execute();
        const started = await trx
          .updateTable('batches')
          .set({
            state,
            rows: chosen.length,
            sum_fils: sumFils,
            limit_fils: isAsked ? limitFils : null,
            runs: 1,
            updated_at: at,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await insertJobs(trx, jobs(state), at);
        await insertAuditEntry(trx, {
          id: `aud_batch_${id}`,
          teamId,
          at,
          actorId: by,
          action: isAsked ? 'batch-asked' : 'batch-made',
          subject: id,
          detail: { rows: chosen.length, sumFils, ...(isAsked ? { limitFils } : {}) },
        });
        return parseBatch(started);
      }),

    move: ({ teamId, id, by, at, from, to, trouble = null, isDecision = false, jobs }) =>
      db.transaction().execute(async (trx) => {
        const before = await lockBatch(trx, teamId, id);
        if (!before || !from.includes(before.state)) return null;
        if (to === 'cancelled' || to === 'declined' || to === 'withdrawn')
          await leaveOut(trx, id, ['waiting']).execute();
        const isSetGoing = to === 'running';
        const row = await trx
          .updateTable('batches')
          .set({
            state: to,
            trouble,
            runs: before.runs + (isSetGoing ? 1 : 0),
            updated_at: at,
            ...(isDecision ? { decided_by: by } : {}),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const batch = parseBatch(row);
        await insertJobs(trx, jobs?.(batch) ?? [], at);
        const action = AUDITED[to];
        if (action !== undefined && (isDecision || to !== 'running'))
          await insertAuditEntry(trx, {
            id: `aud_${action}_${id}`,
            teamId,
            at,
            actorId: by,
            action,
            subject: id,
            detail: { rows: batch.rows, sumFils: batch.sumFils },
          });
        return batch;
      }),

    isRunning: async (id) =>
      (await db.selectFrom('batches').select('state').where('id', '=', id).executeTakeFirst())?.state ===
      'running',

    waitingRows: async (id, after, limit) => {
      const rows = await selectWaiting(db, id)
        .selectAll()
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map(parseBatchRow);
    },

    countWaiting: async (id) => {
      const { count } = await selectWaiting(db, id)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    settleRow: async ({ batchId, number }, to, faults) => {
      await db
        .updateTable('batch_rows')
        .set({ state: to, ...(faults === undefined ? {} : { faults: JSON.stringify(faults) }) })
        .where('batch_id', '=', batchId)
        .where('number', '=', number)
        .execute();
    },

    tryRowAgain: async ({ batchId, number, tries }) => {
      await db
        .updateTable('batch_rows')
        .set({ state: 'waiting', tries: tries + 1, nonce: nonceOf(batchId, number, tries + 1), faults: null })
        .where('batch_id', '=', batchId)
        .where('number', '=', number)
        .where('tries', '=', tries)
        .where('request', 'is not', null)
        .execute();
    },

    setCard: async (id, { channelId, ts }) => {
      await db
        .updateTable('batches')
        .set({ card_channel_id: channelId, card_ts: ts })
        .where('id', '=', id)
        .where('card_ts', 'is', null)
        .execute();
    },
  };
};

/** Rows that no link stands for yet, or one that failed and may be tried again. */
const selectWaiting = (on: Kysely<Schema>, id: string) =>
  on
    .selectFrom('batch_rows')
    .where('batch_id', '=', id)
    .where('batch_rows.state', '=', 'waiting')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('links')
            .select('links.id')
            .whereRef('links.nonce', '=', 'batch_rows.nonce')
            .where('links.state', '!=', 'failed'),
        ),
      ),
    );

const AUDITED = {
  running: 'batch-approved',
  cancelled: 'batch-cancelled',
  declined: 'batch-declined',
  withdrawn: 'batch-withdrawn',
  preview: undefined,
  asked: undefined,
  paused: undefined,
  done: undefined,
} as const satisfies Record<BatchState, string | undefined>;
