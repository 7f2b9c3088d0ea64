import { insertAuditEntry } from '../store/audit-store.ts';
import type { Consent } from '../store/consent.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll, forUpdate, lockName } from '../store/engine/queries.ts';
import { insertJobs, type NewJob } from '../store/job.ts';
import { type AskedLink, type Link, parseLink, wasAsked } from '../store/link.ts';
import { type LinkCause, lockLinkOf, writeLink } from '../store/link-changes.ts';
import { lastOfSale } from '../store/link-relations.ts';
import type { NewLink } from '../store/new-link.ts';
import {
  AccountChangedError,
  auditMade,
  findDuplicatesIn,
  lockCustomer,
  lockSale,
  type NewRequest,
  type Reserved,
  readSale,
  reserveLink,
  takeNumber,
} from '../store/reserve-link.ts';
import type { LinkRow } from '../store/schema.ts';
import { links } from '../store/tables/links.ts';
import { readRules } from '../store/workspace-rules.ts';

export interface Subject {
  teamId: string;
  id: string;
  at: number;
  /** Written in the same transaction. */
  jobs: (link: AskedLink, at: number) => readonly NewJob[];
}

/** How a request ends that is not approved. */
export type Ending = { to: 'declined'; by: string; reason: string } | { to: 'withdrawn'; by: string };

export interface Approving extends Subject {
  by: string;
  consent: Consent;
  /** Of the link that is about to be requested from the service. */
  link: Pick<NewLink, 'callbackTokenHash' | 'checkDueAt'>;
}

/** The request is no longer waiting, or its link would already have expired. Nothing was changed. */
export class ApprovalOverError extends Error {
  override name = 'ApprovalOverError';

  constructor() {
    super('the approval was already decided, or its link would have expired');
  }
}

const asAsked = (link: Link): AskedLink => {
  if (!wasAsked(link)) throw new Error('the link needed no approval');
  return link;
};

const readAsked = (row: LinkRow): AskedLink => asAsked(parseLink(row));

const CAUSES: Record<Ending['to'] | 'lapsed', LinkCause> = {
  declined: 'declined',
  withdrawn: 'withdrawn',
  lapsed: 'not approved in time',
};

export const createApprovalStore = (database: StoreDatabase) => {
  const { db } = database;

  /** Null, and nothing changed, if the request is no longer waiting, or does not fit. */
  const end = (
    { teamId, id, at, jobs }: Subject,
    ending: Ending | { to: 'lapsed'; by: null },
    fits: (row: LinkRow) => boolean = () => true,
  ): Promise<AskedLink | null> =>
    db.transaction().execute(async (trx) => {
      const find = trx.selectFrom('links').selectAll().where('teamId', '=', teamId).where('id', '=', id);
      const row = await forUpdate(database.engine, find).executeTakeFirst();
      if (row?.state !== 'asked' || !fits(row)) return null;
      const { to, by } = ending;
      const { approval, amountFils } = readAsked(row);
      const ended = await writeLink(
        trx,
        row,
        { id, at, cause: CAUSES[to] },
        {
          state: to,
          ...links.write({ approval: { ...approval, decidedBy: by, decidedAt: at } }),
          ...(ending.to === 'declined' && links.write({ declineReason: ending.reason })),
        },
        (after) => jobs(asAsked(after), at),
      );
      if (to !== 'lapsed')
        await insertAuditEntry(trx, {
          id: `aud_${to}_${id}`,
          ...{ teamId, at, actorId: by, subject: id },
          action: `link-${to}`,
          detail: { amountFils, limitFils: approval.limitFils },
        });
      return asAsked(ended);
    });

  return {
    /** Identified by the nonce, as every link is: see `reserveLink`. */
    ask: (link: NewLink, request: NewRequest, consent: Consent, jobs: readonly NewJob[]): Promise<Reserved> =>
      db.transaction().execute(async (trx) => {
        const asked = await reserveLink(trx, database, link, consent, { request });
        if (asked.conflict === null && asked.isNew) await insertJobs(trx, jobs, link.at);
        return asked;
      }),

    /** Oldest first, without those past their expiry. */
    waitingIn: (teamId: string, at: number) => {
      const ofTeam = db.selectFrom('links').selectAll().where('teamId', '=', teamId);
      const waiting = ofTeam.where('state', '=', 'asked').where('expiresAt', '>', at);
      return findAll(waiting.orderBy('createdAt').orderBy('id'), readAsked);
    },

    /**
     * Approves the request: from now on it is a link that is about to be requested from the service, made at this moment. If
     * something blocks it, changes nothing. Throws `ApprovalOverError`, also when someone else decided first.
     */
    approve: ({ teamId, id, by, at, link, consent, jobs }: Approving): Promise<Reserved> =>
      db.transaction().execute(async (trx) => {
        const find = trx.selectFrom('links').selectAll().where('teamId', '=', teamId).where('id', '=', id);
        const seen = await find.executeTakeFirstOrThrow();
        // The same locks in the same order as for a new link.
        await lockCustomer(trx, database, seen);
        await lockSale(trx, database, teamId, seen.saleId);
        const { typedId } = readAsked(seen).approval;
        if (typedId !== null) await lockName(trx, database, `invoice:${teamId}`);
        const row = await lockLinkOf(trx, database, { teamId, id });
        if (row.state !== 'asked' || row.expiresAt <= at) throw new ApprovalOverError();
        const { approval, ...asked } = readAsked(row);
        const { chosen, kept } = await readRules(trx, teamId);
        if (kept && (row.account ?? kept.firstId) !== kept.id) throw new AccountChangedError();
        // What was made of the same sale since counts whatever its amount.
        const sale = readSale(row, asked.details, id);
        const duplicates = await findDuplicatesIn(trx, sale, consent, at);
        if (duplicates) return { link: null, conflict: duplicates };
        const number = typedId === null ? null : await takeNumber(trx, database, row, typedId);
        if (number?.conflict) return number;
        const last = await lastOfSale(trx, database, teamId, row.saleId);
        const made = await writeLink(
          trx,
          row,
          {
            ...{ id, at, cause: 'approved by a second person' },
            check: { to: link.checkDueAt ?? null, attempts: 0, after: 'any' },
          },
          {
            state: 'reserved',
            ...(number && { ...number.columns, ...links.write({ invoiceIdIsOurs: false }) }),
            ...links.write({ approval: { ...approval, decidedBy: by, decidedAt: at } }),
            saleOrder: last === row.saleOrder ? last : last + 1,
            account: kept?.id ?? null,
            callbackTokenHash: link.callbackTokenHash,
            askedAt: at,
            createdAt: at,
          },
          (after) => jobs(asAsked(after), at),
        );
        await auditMade(trx, { ...made, at });
        await insertAuditEntry(trx, {
          id: `aud_approved_${id}`,
          ...{ teamId, at, actorId: by, subject: id },
          action: 'link-approved',
          detail: { amountFils: row.amountFils, limitFils: approval.limitFils },
        });
        return { link: made, isNew: true, chosen, conflict: null };
      }),

    /** Null, and nothing changed, when the request is no longer waiting. */
    decide: (decision: Subject & Ending) => end(decision, decision),

    /** Null when the request is not waiting, or is not past its expiry. */
    lapse: (subject: Subject) =>
      end(subject, { to: 'lapsed', by: null }, ({ expiresAt }) => expiresAt <= subject.at),
  };
};
