import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewClosedAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { slackTime } from '../../blocks/money-and-time.ts';
import { readAmount } from '../../blocks/read-amount.ts';
import { holdsCardNumber } from '../../blocks/sensitive-text.ts';
import { cut } from '../../blocks/text.ts';
import type { Clock } from '../../clock.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import { createRecentMap } from '../../recent-map.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import type { Asker } from '../../slack/rows.ts';
import type { Filling } from '../customers/recall-customer.ts';
import { readForm, type TypedTexts } from './form-metadata.ts';
import { formFields } from './link-form-fields.ts';

const KEPT_MS = 15 * 60_000;
const MOST_KEPT = 1_000;
/** The form carries it in its metadata. */
const LONGEST = 1_000;

export type HalfFilled = ReturnType<typeof createHalfFilled>;

/** What people typed in forms that they closed. In this process only: another one, or a restarted one, offers nothing. */
export const createHalfFilled = (clock: Clock, stopping: AbortSignal) => {
  const kept = createRecentMap<{ typed: TypedTexts; closedAt: number }>(MOST_KEPT);
  const keyOf = ({ teamId, userId }: Asker) => `${teamId} ${userId}`;
  return {
    find: (asker: Asker) => {
      const form = kept.get(keyOf(asker));
      return form && clock.now() < form.closedAt + KEPT_MS ? form : null;
    },
    keep: async (asker: Asker, typed: TypedTexts): Promise<void> => {
      const form = { typed, closedAt: clock.now() };
      kept.set(keyOf(asker), form);
      await clock.sleep(KEPT_MS, stopping);
      if (kept.get(keyOf(asker)) === form) kept.delete(keyOf(asker));
    },
    drop: (asker: Asker): void => kept.delete(keyOf(asker)),
  };
};

/** *Go on with Sara, AED 250*, in an empty form. */
export const offerHalfFilled = (
  asker: Asker,
  { halfFilled, timeZone }: Pick<Request, 'halfFilled' | 'timeZone'>,
): Filling | null => {
  const form = halfFilled.find(asker);
  if (form === null) return null;
  const { FullName, invoiceAmount } = form.typed;
  const fils = readAmount(invoiceAmount ?? '')?.fils;
  const amount = fils === undefined ? invoiceAmount : `AED ${formatFils(fils).replace(/\.00$/, '')}`;
  const facts = cut([FullName?.split(/\s+/)[0], amount].filter(Boolean).join(', '), 40);
  const line = `You closed this form at ${slackTime(form.closedAt, timeZone)}.`;
  const recalled = { line, offer: form.typed, button: facts === '' ? 'Go on' : `Go on with ${facts}` };
  return { values: {}, recalled, from: null };
};

/** Slack does not say whether it sends what was typed. */
const stateSchema = z.object({ state: z.object({ values: z.record(z.string(), z.unknown()) }) });

/** Keeps what was typed for a sale that has no link yet. */
export const handleFormClosed = async (
  { ack, body, view }: SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs,
  { store, halfFilled }: Request,
): Promise<void> => {
  await ack();
  const held = stateSchema.safeParse(view).data;
  if (held === undefined) return;
  const { metadata, values } = readForm({
    privateMetadata: view.private_metadata,
    values: held.state.values,
  });
  const typed: TypedTexts = Object.fromEntries(
    formFields.flatMap(([name, { type }]) => {
      const value = type === 'text' ? values[name] : null;
      return typeof value === 'string' && !holdsCardNumber(value) ? [[name, value]] : [];
    }),
  );
  if (Object.keys(typed).length === 0 || JSON.stringify(typed).length > LONGEST) return;
  const asker = { teamId: readTeamId(body), userId: body.user.id };
  // The form may lie below the window of its link.
  const link = await store.links.findByNonce(asker.teamId, metadata.nonce);
  if (link === null) void halfFilled.keep(asker, typed);
};
