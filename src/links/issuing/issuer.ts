import type { Base } from '../../app-parts.ts';
import { formatAed } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { hashToken } from '../../ids.ts';
import {
  ConflictError,
  explainPaymentServiceError,
  type FailureProves,
  formatLocalDateTime,
  type GeneratedLink,
  InvalidRequestError,
  type LinkRequest,
  PaymentServiceError,
  parseAedAmount,
  RateLimitError,
} from '../../payment-service/index.ts';
import { completeSettings } from '../../settings/settings.ts';
import { ExplainedError } from '../../slack/faults.ts';
import type { Consent } from '../../store/consent.ts';
import type { Link, LinkFailure, LinkOrder } from '../../store/link.ts';
import type { LinkCause, StateChange } from '../../store/link-changes.ts';
import { isRequest } from '../../store/link-states.ts';
import type { NewLink } from '../../store/new-link.ts';
import type { NextCheck } from '../../store/planned-jobs.ts';
import type { Conflict, CustomerLimit, Reserved } from '../../store/reserve-link.ts';
import {
  buildEarlierShow,
  buildNewsNotice,
  buildNextOfSale,
  buildOpeningNotices,
} from '../card/notice-kinds.ts';
import { planReminder } from '../card/plan-reminder.ts';
import type { CheckPlan } from '../checks/check-plan.ts';
import type { LostLinks } from '../checks/lost-links.ts';
import {
  clockWrong,
  interrupted,
  LOOKED_FOR,
  madeAlready,
  noAddress,
  notSent,
  numberInDoubt,
} from './link-failures.ts';

/**
 * The part of a request's time within which it must be sent. A process that slept after reserving must not send:
 * another may have taken the link over by then.
 */
const SEND_WITHIN = 0.25;

/**
 * The request may have been sent, but its result could not be written down. The link stays reserved until it is
 * taken over as uncertain.
 */
export class LinkInDoubtError extends ExplainedError {
  override name = 'LinkInDoubtError';
  readonly link: Link;
  private readonly isToApprover: boolean;

  /** Its creator hears what became of it: `isToApprover`: somebody else reads this. */
  constructor(link: Link, cause: unknown, { isToApprover = false } = {}) {
    super('the result of a request for a link could not be written down', { cause });
    this.link = link;
    this.isToApprover = isToApprover;
  }

  explain(report: string): string {
    const { amountFils, invoiceId, creatorId } = this.link;
    const [tells, hear] = this.isToApprover
      ? [`tells ${mention(creatorId)}`, `${mention(creatorId)} hears`]
      : ['messages you', 'you hear'];
    return `We don’t know yet whether the payment link of ${formatAed(amountFils)} (${invoiceId}) was made. Don’t make it again: Paylink checks by itself and ${tells}. If ${hear} nothing within an hour, ${report}.`;
  }
}

/** A write that fails is tried again after pauses that double, up to this part of a request's time. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE = 0.125;

const CAUSES: Record<FailureProves, LinkCause> = {
  refused: 'refused',
  'answered-no': 'answered no',
  lost: 'no certain answer',
};

const DAY_MS = 24 * 60 * 60_000;
/** One customer's links within this time add up towards the limit. */
const CUSTOMER_SUM_MS = DAY_MS;

/** A submitted form whose `request` has passed the shared schema. */
export interface LinkDraft extends LinkOrder {
  request: LinkRequest;
  /** The links for the same customer and amount that the person saw before creating another; null: none were shown. */
  consent: Consent | null;
  /**
   * A second person must approve what brings the customer's links of one day above this; null: no limit. Absent: the workspace's
   * limit when the link is written.
   */
  limitFils?: number | null;
  /** The link whose order this is once more; see `repeatLink`. */
  repeats?: string | null;
  /** The newest link of its sale that the person saw; a newer one is asked about. */
  after?: string;
  /** Who has the sale, if that is not its creator. */
  ownerId?: string;
}

/** Integer fils. Throws `RangeError` for an amount that is not exact. */
export const amountOf = (request: LinkRequest): number => {
  const fils = parseAedAmount(String(request.invoiceAmount));
  if (fils === null) throw new RangeError('the amount of a draft is not exact');
  return fils;
};

export type Reservation =
  | {
      link: Link;
      /**
       * Asks the service for the link, once. Null when this form was already submitted, or a second person approves it first. `onAnswered` is called when the
       * request ends, before its result is written down.
       */
      send: ((onAnswered?: () => void) => Promise<Link>) | null;
      conflict: null;
    }
  /** Nothing was written. */
  | { link: null; send: null; conflict: Conflict };

const NO_CHECK: NextCheck = { to: null, attempts: 0 };

export type Issuer = ReturnType<typeof createIssuer>;

export const createIssuer = (
  { config, store, services, clock, isClockOff, ids, timeZone, log }: Base,
  { plan, lostLinks }: { plan: CheckPlan; lostLinks: LostLinks },
) => {
  const { links } = store;
  const { requestLastsMs } = config.checks;
  const { publicUrl } = config;

  /** `hours`: how long before it expires somebody is reminded. */
  const ask = async (
    link: Link,
    request: LinkRequest,
    hours: number | null,
    onAnswered: () => void,
  ): Promise<Link> => {
    const reference = ids.reference();
    if (isClockOff()) return failUnsent(link, clockWrong(reference));
    if (clock.now() - link.askedAt > SEND_WITHIN * requestLastsMs)
      return failUnsent(link, notSent(reference));
    let generated: GeneratedLink;
    try {
      generated = await services.of(link).generateLink(request, { reference }).finally(onAnswered);
    } catch (error) {
      return writeFailure(link, error, reference);
    }
    const reminder = planReminder(link, { now: clock.now(), hours, timeZone });
    const opened = await writeAnswer(link, {
      to: 'open',
      cause: 'answered',
      evidence: { reference },
      orderId: generated.orderId,
      address: generated.address,
      failure: generated.address === null ? noAddress(reference) : null,
      check: replaceCheck(generated.address === null ? plan.first(clock.now()) : NO_CHECK),
      jobs: [...(generated.address === null ? [] : buildOpeningNotices(link, ids)), ...reminder],
      ...(link.saleId !== link.id &&
        generated.address !== null && {
          ofSale: (opened, others) => buildNextOfSale(opened, others, clock.now()),
        }),
    });
    // A callback may have overtaken this answer.
    const where = { team: link.teamId, channel: link.channelId };
    log.info({ link: link.id, ...where, reference, hasAddress: generated.address !== null }, 'link issued');
    if (!opened) return links.get(link.id);
    return opened.address === null ? lostLinks.checkAgain(opened) : opened;
  };

  /**
   * The answer comes only once, so its write is tried again for as long as the link may stay reserved. Null: another process has
   * taken the link over, or an earlier try was written although the database did not say so.
   */
  const writeAnswer = async (link: Link, change: Omit<StateChange, 'id' | 'at'>): Promise<Link | null> => {
    const { jobs = [] } = change;
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      try {
        return await links.move({
          ...change,
          id: link.id,
          at: clock.now(),
          jobs: [...jobs, ...buildEarlierShow(link, clock.now())],
        });
      } catch (error) {
        if (pause > LONGEST_PAUSE * requestLastsMs) throw error;
        log.warn({ link: link.id, err: error }, 'answer not written; trying again');
        await clock.sleep(pause);
      }
    }
  };

  /** What follows the answer, in place of the check that waits for it, unless a callback has moved that one. */
  const replaceCheck = (next: NextCheck) => ({
    ...next,
    after: { inMs: requestLastsMs },
  });

  const failUnsent = async (link: Link, failure: LinkFailure): Promise<Link> => {
    log.warn({ link: link.id, reference: failure.reference, why: failure.what }, 'link not asked for');
    const fail = (change: Pick<StateChange, 'ifVersion' | 'jobs'>) =>
      writeAnswer(link, {
        to: 'failed',
        cause: 'not sent',
        check: replaceCheck(NO_CHECK),
        failure,
        ...change,
      });
    // If another process took it over, it told the owner that the link may exist: correct that.
    const moved =
      (await fail({ ifVersion: link.version })) ?? (await fail({ jobs: [buildNewsNotice(link, ids)] }));
    return moved ?? links.get(link.id);
  };

  const writeFailure = async (link: Link, error: unknown, reference: string): Promise<Link> => {
    // Any error that is not the service's may come before or after the request was sent: assume it was sent.
    const proves = error instanceof PaymentServiceError ? error.proves : 'lost';
    const isUnknown = proves !== 'refused';
    log.warn({ link: link.id, reference, err: error, proves }, 'link not issued');
    const moved = await writeAnswer(link, {
      to: isUnknown ? 'unknown' : 'failed',
      cause: CAUSES[proves],
      evidence: {
        reference,
        ...(error instanceof PaymentServiceError ? { httpStatus: error.httpStatus } : {}),
      },
      check: replaceCheck(isUnknown ? plan.first(clock.now()) : NO_CHECK),
      failure: describeFailure(link, error, proves, reference),
    });
    const written = moved ?? (await links.get(link.id));
    // A look decides what such an answer meant. Of a lost answer it rarely knows more a moment later.
    return written.failure?.doubt === undefined ? written : lostLinks.checkAgain(written);
  };

  const describeFailure = (
    link: Link,
    error: unknown,
    proves: FailureProves,
    reference: string,
  ): LinkFailure => {
    if (error instanceof ConflictError)
      return wasSentBefore(link) ? madeAlready(reference) : numberInDoubt(reference);
    if (!(error instanceof PaymentServiceError)) return interrupted(reference);
    const { what, next, field } = explainPaymentServiceError(error);
    return {
      ...{ what, next, reference, field },
      ...(error instanceof InvalidRequestError && proves === 'refused' ? { isAboutValues: true } : {}),
      ...(error instanceof RateLimitError ? { retryAfterMs: error.retryAfterMs } : {}),
      ...(proves === 'answered-no' ? { doubt: 'answered-no', next: LOOKED_FOR } : {}),
    };
  };

  /** Paylink's own numbers are unique, so if the service has one, an earlier request for this link has reached it. */
  const wasSentBefore = (link: Link): boolean =>
    link.invoiceIdIsOurs || link.invoiceIdAsked !== null || link.askedAt > link.createdAt;

  /** The row of a draft, and how to ask the service for what was reserved with it. */
  const prepare = (draft: LinkDraft, id: string) => {
    const now = clock.now();
    const token = ids.callbackToken(id);
    const { request: typed, consent, limitFils, repeats: _, ...order } = draft;
    const { callback_url: __, Invoice_Id, ...details } = typed;
    const newLink: NewLink = {
      ...order,
      id,
      invoiceId: Invoice_Id ?? ids.invoice(formatLocalDateTime(now, timeZone).slice(0, 10)),
      invoiceIdIsOurs: Invoice_Id === undefined,
      callbackTokenHash: hashToken(token),
      amountFils: amountOf(typed),
      details,
      checkDueAt: now + requestLastsMs,
      at: now,
    };
    const asReservation = (reserved: Reserved): Reservation => {
      if (reserved.conflict) return { link: null, send: null, conflict: reserved.conflict };
      const { link } = reserved;
      // Nothing is sent for a link that is only a request.
      if (!reserved.isNew || isRequest(link.state)) return { link, send: null, conflict: null };
      const { reminderHours } = completeSettings(reserved.chosen);
      const request: LinkRequest = {
        ...details,
        Invoice_Id: link.invoiceId,
        ...(publicUrl === null ? {} : { callback_url: `${publicUrl}/callbacks/${token}` }),
      };
      const send = (onAnswered = () => {}): Promise<Link> =>
        ask(link, request, reminderHours, onAnswered).catch((error: unknown) => {
          // It is taken over when its time is up.
          throw new LinkInDoubtError(link, error);
        });
      return { link, send, conflict: null };
    };
    return {
      newLink,
      consent: consent ?? { shown: [], at: now },
      asReservation,
      limit: { since: now - CUSTOMER_SUM_MS, ...(limitFils !== undefined && { limitFils }) },
    };
  };

  /**
   * Writes a link down before asking the service anything. `write` replaces the usual write: for a request that a second person
   * approves first, and for one that was approved, which has its `id`. Throws `AboveCustomerLimitError`, with nothing written, for a
   * draft above its customer's limit.
   */
  const reserve = async (
    draft: LinkDraft,
    write: (link: NewLink, consent: Consent, limit: CustomerLimit) => Promise<Reserved> = links.reserve,
    id = ids.link(),
  ): Promise<Reservation> => {
    const { newLink, consent, limit, asReservation } = prepare(draft, id);
    return asReservation(await write(newLink, consent, limit));
  };

  /**
   * The order of the link `draft.repeats` once more, under its number. Null, and nothing written: it is another order by now.
   * Throws as `reserve` does, unless a second person has approved the order.
   */
  const repeat = async (draft: LinkDraft): Promise<Reservation | null> => {
    const { repeats = null } = draft;
    if (repeats === null) return null;
    const { newLink, consent, limit, asReservation } = prepare(draft, repeats);
    const reserved = await links.repeat(newLink, consent, limit);
    return reserved && asReservation(reserved);
  };

  return { reserve, repeat };
};
