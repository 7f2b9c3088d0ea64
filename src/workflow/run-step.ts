import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { defineJob } from '../delivery/define-job.ts';
import type { JobKind } from '../delivery/run-claimed-job.ts';
import { notifyCreator } from '../links/form/show-outcome.ts';
import { LinkInDoubtError } from '../links/issuing/issuer.ts';
import { nonceOfRun } from '../links/issuing/step-run.ts';
import { displayStateOf } from '../links/sale/display-state.ts';
import { rowOf } from '../links/sale/display-states.ts';
import { readEachInSale } from '../links/sale/link-in-sale.ts';
import { DELIVERY } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { Link } from '../store/link.ts';
import { isGivenUp, isRequest, isWatched } from '../store/link-states.ts';
import type { Conflict } from '../store/reserve-link.ts';
import { describeTrouble } from '../tenancy/account-view.ts';
import { type Order, orderSchema, readOrder } from './read-order.ts';
import type { StepOutputs } from './step-function.ts';

/** A run waits so long for a link of which nobody knows yet whether it was made. */
const UNSURE_FOR_MS = 10 * 60_000;
const LOOK_EVERY_MS = 5_000;

/** How a run ends; `decision`: once somebody has approved its link or not; `news`: once it is known whether there is a link. */
type Ending = { outputs: StepOutputs } | { error: string } | 'decision' | 'news';

const payloadSchema = z.object({
  executionId: z.string(),
  /** Null: the link is there already. */
  order: orderSchema.nullable().default(null),
  /** Why nothing is made. */
  error: z.string().optional(),
});
const decidedSchema = z.object({ error: z.string() });

/**
 * Makes the link of a run and tells Slack how the run ends. A process that dies at any point leaves either no link, and the
 * next one makes it, or its row, and the next one waits for what becomes of it. Why nothing is made is kept before Slack hears it, so
 * that no later try makes it after all.
 */
const runStep = (app: App): JobKind<[z.infer<typeof payloadSchema>]> => ({
  ...DELIVERY,
  run: async ({ teamId, progress }, { saveProgress, givenUp }, { executionId, order, ...known }) => {
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp };
    const decided = known.error ?? decidedSchema.safeParse(progress).data?.error;
    const ending =
      decided === undefined ? await follow({ teamId, executionId, order }, app) : { error: decided };
    // Whoever decides, wakes it.
    if (ending === 'decision') return { outcome: 'done' };
    if (ending === 'news')
      return { outcome: 'later', reason: ending, retryAfterMs: LOOK_EVERY_MS, isTry: false };
    const isLost = 'error' in ending && decided === undefined && !(await saveProgress(ending));
    if (isLost) return { outcome: 'done' };
    const run = { function_execution_id: executionId };
    try {
      // With the app's own token: that of the run lives fifteen minutes, and would be one more secret to keep.
      const { functions } = await app.clients.of(teamId);
      await ('error' in ending
        ? functions.completeError({ ...run, error: ending.error })
        : functions.completeSuccess({ ...run, ...ending }));
    } catch (error) {
      return settleRefusal(error, ({ why, code }) =>
        why === 'ended' ? { outcome: 'done' } : { outcome: 'failed', reason: code },
      );
    }
    return { outcome: 'done' };
  },
});

export const RUN_STEP = defineJob(payloadSchema, runStep, decidedSchema);

interface Run {
  teamId: string;
  executionId: string;
  order: Order | null;
}

const follow = async (run: Run, app: App): Promise<Ending> => {
  const nonce = nonceOfRun(run.executionId);
  const made = (await app.store.links.findByNonce(run.teamId, nonce)) ?? (await make(run, nonce, app));
  return typeof made === 'string' ? { error: notMade(made) } : endingOf(made, app.clock.now());
};

export const notMade = (why: string): string => `No link was made. ${why}`;

/** A string: why not. */
const make = async ({ teamId, order }: Run, nonce: string, app: App): Promise<Link | string> => {
  const { store, settings, accounts, clock, timeZone } = app;
  const { settings: chosen, kept } = await settings.withAccount(teamId);
  const drafted =
    order === null
      ? 'It was asked for too long ago.'
      : readOrder(order, chosen, { now: clock.now(), timeZone });
  if (typeof drafted === 'string') return drafted;
  const standing = await accounts.keepFirst(teamId, kept);
  if (standing.is === 'unconfirmed') return describeTrouble({ because: standing.is });
  const written = await app.reserveOrAsk({
    ...{ ...drafted, nonce, teamId, threadTs: null, saleId: null, consent: null },
    creatorName: (await store.linkDays.nameOf(teamId, drafted.creatorId)) ?? drafted.creatorId,
  });
  if (written.conflict) return explainConflict(written.conflict, app);
  if ('send' in written && written.send !== null) {
    try {
      await notifyCreator(await written.send(), app);
    } catch (error) {
      // Its row says what becomes of it.
      if (!(error instanceof LinkInDoubtError)) throw error;
    }
  }
  return (await store.links.findByNonce(teamId, nonce)) ?? 'Something went wrong in Paylink.';
};

/** Nobody can be asked here whether another one is meant. */
const explainConflict = async (conflict: Conflict, { store }: App): Promise<string> => {
  if (conflict.because !== 'duplicates') return 'This run has made another link already.';
  const [first] = await readEachInSale(conflict.duplicates, store.links);
  if (!first) throw new Error('no duplicates to tell of');
  const state = rowOf(displayStateOf(first)).label;
  return `This customer has a link already: ${formatAed(first.amountFils)}, ${first.invoiceId}, ${state}. Change that one on its card, or use /paylink for another sale.`;
};

const ENDED: Partial<Record<Link['state'], string>> = {
  declined: 'The request was declined.',
  withdrawn: 'The request was withdrawn.',
  lapsed: 'Nobody approved it in time.',
};

const endingOf = (link: Link, now: number): Ending => {
  const { state, failure, address, invoiceId: reference, declineReason, amountFils, expiresAt } = link;
  if (state === 'asked') return 'decision';
  if (isRequest(state)) {
    const reason = declineReason === null ? '' : ` Reason: ${declineReason}`;
    return { error: notMade(`${ENDED[state]}${reason}`) };
  }
  if (isGivenUp(state) && failure !== null)
    return {
      error: isWatched(link)
        ? `${failure.what} Don’t run this again: the link ${reference} may still turn up. The person who has these links was told, and can try again with the same number.`
        : `${failure.what} ${failure.next}`,
    };
  if (address !== null) {
    const expiry = Math.floor(expiresAt / 1000);
    return { outputs: { address, reference, amount: formatAed(amountFils), expiry } };
  }
  if (now - link.askedAt < UNSURE_FOR_MS) return 'news';
  return {
    error: `We don’t know yet whether the link ${reference} was made. Don’t run this again: Paylink goes on checking, and its card comes to the channel if there is one.`,
  };
};
