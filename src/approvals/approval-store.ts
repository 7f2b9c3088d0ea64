import type { Transaction } from 'kysely';
import { readAccount } from '../store/account-store.ts';
import { insertAuditEntry } from '../store/audit-store.ts';
import type { Consent } from '../store/consent.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll, findOne, forUpdate } from '../store/engine/queries.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import { parseLink } from '../store/link.ts';
import { buildLinkRow, findInvoiceNumber, type NewLink } from '../store/new-link.ts';
import {
  type Conflict,
  findDuplicatesIn,
  isSameSale,
  lockForm,
  type Reserved,
  readSale,
  reserveLinkIn,
} from '../store/reserve-link.ts';
import type { ApprovalRow, ApprovalState, Schema } from '../store/schema.ts';
import { readShopContacts } from '../store/settings-store.ts';
import { approvals } from '../store/tables/approvals.ts';
import { type Approval, asNewLink, type NewApproval, readApproval } from './approval.ts';

export type { NewApproval } from './approval.ts';

type AddedApproval =
  | { approval: Approval; isNew: boolean; conflict: null }
  /** Nothing was written. */
  | { approval: null; conflict: Conflict };

export interface Subject {
  teamId: string;
  id: string;
  /** The user who decides. */
  by: string;
  at: number;
}

type Decision = Subject &
  ({ to: 'declined'; reason: string } | { to: 'withdrawn' }) & { jobs: readonly NewJob[] };

export interface Approving extends Subject {
  link: NewLink;
  consent: Consent;
  /** Written in the same transaction. */
  jobs: readonly NewJob[];
}

/** The request is no longer waiting, or its link would already have expired. Nothing was changed. */
export class ApprovalOverError extends Error {
  override name = 'ApprovalOverError';

  constructor() {
    super('the approval was already decided, or its link would have expired');
  }
}

export const createApprovalStore = (database: StoreDatabase) => {
  const { db, engine } = database;

  const find = (on: typeof db, { teamId, id }: Pick<Subject, 'teamId' | 'id'>) =>
    on.selectFrom('approvals').selectAll().where('teamId', '=', teamId).where('id', '=', id);

  const end = async (
    trx: Transaction<Schema>,
    { teamId, id, at }: Pick<Subject, 'teamId' | 'id' | 'at'>,
    ended: Partial<ApprovalRow> & { state: ApprovalState },
    jobs: readonly NewJob[],
  ): Promise<Approval | null> => {
    const row = await trx
      .updateTable('approvals')
      .set({ ...ended, decidedAt: at })
      .where('teamId', '=', teamId)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!row) return null;
    await insertJobs(trx, jobs, at);
    return readApproval(row);
  };

  return {
    /** Identified by the nonce: a second call with the same one changes nothing and returns the first row. */
    add: (approval: NewApproval, consent: Consent, jobs: readonly NewJob[]) =>
      db.transaction().execute(async (trx) => {
        await lockForm(trx, database, approval.nonce);
        const first = await trx
          .selectFrom('approvals')
          .selectAll()
          .where('nonce', '=', approval.nonce)
          .executeTakeFirst();
        if (first) return found(first, approval);
        const conflict = await findConflict(trx, approval, consent);
        if (conflict) return { approval: null, conflict };
        const row = await trx
          .insertInto('approvals')
          .values(
            approvals.write({
              ...approval,
              state: 'waiting',
              account: await readAccount(trx, approval.teamId),
              createdAt: approval.at,
            }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        await insertJobs(trx, jobs, approval.at);
        await insertAuditEntry(trx, {
          id: `aud_asked_${row.id}`,
          teamId: row.teamId,
          at: approval.at,
          actorId: row.creatorId,
          action: 'link-asked',
          subject: row.id,
          detail: { amountFils: row.amountFils, limitFils: row.limitFils },
        });
        return { approval: readApproval(row), isNew: true, conflict: null };
      }),

    /** Null when not found, or when it belongs to another workspace. */
    find: (teamId: string, id: string) => findOne(find(db, { teamId, id }), readApproval),

    /** Oldest first, without those past their expiry. */
    waitingIn: (teamId: string, at: number) => {
      const ofTeam = db.selectFrom('approvals').selectAll().where('teamId', '=', teamId);
      const waiting = ofTeam.where('state', '=', 'waiting').where('expiresAt', '>', at);
      return findAll(waiting.orderBy('createdAt').orderBy('id'), readApproval);
    },

    /**
     * Approves the request and reserves its link in one transaction. If something blocks the link, changes nothing.
     * Never mistakes a link for another amount or customer for this one. Throws `ApprovalOverError`, also when someone
     * else decided first.
     */
    approve: ({ teamId, id, by, at, link, consent, jobs }: Approving): Promise<Reserved> =>
      db.transaction().execute(async (trx) => {
        const row = await forUpdate(engine, find(trx, { teamId, id })).executeTakeFirstOrThrow();
        if (row.state !== 'waiting' || row.expiresAt <= at) throw new ApprovalOverError();
        if (!isSameSale(link, readApproval(row)))
          return { link: null, conflict: { because: 'form-used', sale: link } };
        const reserved = await reserveLinkIn(trx, database, link, consent, {
          cause: 'approved by a second person',
        });
        if (reserved.conflict) return reserved;
        const ended = { state: 'approved', decidedBy: by, linkId: reserved.link.id } as const;
        await end(trx, { teamId, id, at }, ended, jobs);
        await insertAuditEntry(trx, {
          id: `aud_approved_${id}`,
          teamId,
          at,
          actorId: by,
          action: 'link-approved',
          subject: reserved.link.id,
          detail: { amountFils: row.amountFils, limitFils: row.limitFils, approval: id },
        });
        return reserved;
      }),

    /** Null, and nothing changed, when the request is no longer waiting. */
    decide: (decision: Decision) =>
      db.transaction().execute(async (trx) => {
        const { teamId, id, by, at, to, jobs } = decision;
        const row = await find(trx, { teamId, id }).executeTakeFirst();
        if (!row) return null;
        const reason = decision.to === 'declined' ? decision.reason : null;
        const decided = await end(trx, { teamId, id, at }, { state: to, decidedBy: by, reason }, jobs);
        if (decided === null) return null;
        await insertAuditEntry(trx, {
          id: `aud_${to}_${id}`,
          teamId,
          at,
          actorId: by,
          action: `link-${to}`,
          subject: id,
          detail: { amountFils: row.amountFils, limitFils: row.limitFils },
        });
        return decided;
      }),

    /** Null when the request is not waiting, or is not past its expiry. */
    lapse: ({ teamId, id, at, jobs }: { teamId: string; id: string; at: number; jobs: readonly NewJob[] }) =>
      db.transaction().execute(async (trx) => {
        const row = await find(trx, { teamId, id }).executeTakeFirst();
        if (!row || row.expiresAt > at) return null;
        return end(trx, { teamId, id, at }, { state: 'lapsed' }, jobs);
      }),
  };
};

/** The first decision wins. Its jobs and its audit entry are written with it. */
export type ApprovalStore = ReturnType<typeof createApprovalStore>;

/** A form belongs to one workspace: its nonce, sent from another one, finds nothing. */
function found(row: ApprovalRow, asked: NewApproval): AddedApproval {
  if (row.teamId !== asked.teamId) throw new Error('the form is another workspace’s');
  const approval = readApproval(row);
  return isSameSale(approval, { amountFils: asked.amountFils, details: asked.details })
    ? { approval, isNew: false, conflict: null }
    : { approval: null, conflict: { because: 'form-used', sale: approval } };
}

/** What would prevent the link if it were created now. */
async function findConflict(
  trx: Transaction<Schema>,
  approval: NewApproval,
  consent: Consent,
): Promise<Conflict | null> {
  const used = await trx
    .selectFrom('links')
    .selectAll()
    .where('nonce', '=', approval.nonce)
    .where('teamId', '=', approval.teamId)
    .executeTakeFirst();
  if (used) return { because: 'form-used', sale: parseLink(used) };
  const row = buildLinkRow(asNewLink(approval), await readShopContacts(trx, approval.teamId));
  const duplicates = await findDuplicatesIn(trx, readSale(row, approval), consent, approval.at);
  if (duplicates) return duplicates;
  const { Invoice_Id } = approval.details;
  if (Invoice_Id === undefined) return null;
  const { teamId, saleId } = approval;
  const { heldBy } = await findInvoiceNumber(trx, teamId, Invoice_Id, saleId);
  return heldBy && { because: 'invoice-id', holder: heldBy };
}
