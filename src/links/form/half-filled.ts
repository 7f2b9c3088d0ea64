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
import { type Recalled, readForm, type TypedTexts } from './form-metadata.ts';
import { formFields } from './link-form-fields.ts';

interface HalfFilledForm {
  typed: TypedTexts;
  closedAt: number;
}

/** Forms that people closed before a link was made. In this process only: another one, or a restarted one, offers nothing. */
export interface HalfFilled {
  keep(asker: Asker, typed: TypedTexts): void;
  find(asker: Asker): HalfFilledForm | null;
  drop(asker: Asker): void;
}

const KEPT_MS = 15 * 60_000;
const MOST_KEPT = 1_000;

export const createHalfFilled = (clock: Clock, stopping: AbortSignal): HalfFilled => {
  const kept = createRecentMap<HalfFilledForm>(MOST_KEPT);
  const keyOf = ({ teamId, userId }: Asker) => `${teamId} ${userId}`;
  const left = ({ closedAt }: HalfFilledForm) => closedAt + KEPT_MS - clock.now();
  const forgetInTime = async (key: string, form: HalfFilledForm): Promise<void> => {
    while (kept.get(key) === form && left(form) > 0 && !stopping.aborted)
      await clock.sleep(left(form), stopping);
    if (kept.get(key) === form) kept.delete(key);
  };
  return {
    keep: (asker, typed) => {
      const form = { typed, closedAt: clock.now() };
      kept.set(keyOf(asker), form);
      void forgetInTime(keyOf(asker), form);
    },
    find: (asker) => {
      const form = kept.get(keyOf(asker));
      return form !== undefined && left(form) > 0 ? form : null;
    },
    drop: (asker) => kept.delete(keyOf(asker)),
  };
};

/** *Go on with Sara, AED 250*, in an empty form. */
export const offerHalfFilled = (form: HalfFilledForm | null, timeZone: string): Recalled | null =>
  form && {
    line: `You closed this form at ${slackTime(form.closedAt, timeZone)}.`,
    offer: form.typed,
    button: nameHalfFilled(form.typed),
  };

const nameHalfFilled = ({ FullName, invoiceAmount }: TypedTexts): string => {
  const fils = readAmount(invoiceAmount ?? '')?.fils;
  const amount = fils === undefined ? invoiceAmount : `AED ${formatFils(fils).replace(/\.00$/, '')}`;
  const facts = [FullName?.trim().split(/\s+/)[0], amount].filter(Boolean).join(', ');
  return facts === '' ? 'Go on' : cut(`Go on with ${facts}`, 60);
};

/** Slack does not say whether it sends what was typed. */
const stateSchema = z.object({ state: z.object({ values: z.record(z.string(), z.unknown()) }) });
/** The form carries it in its metadata. */
const LONGEST = 1_000;

type ViewClosedArgs = SlackViewMiddlewareArgs<ViewClosedAction> & AllMiddlewareArgs;

/** Keeps what was typed for a sale that has no link yet. */
export const handleFormClosed = async (
  { ack, body, view }: ViewClosedArgs,
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
      const value = values[name];
      return type === 'text' && typeof value === 'string' && !holdsCardNumber(value) ? [[name, value]] : [];
    }),
  );
  const { length } = JSON.stringify(typed);
  if (Object.keys(typed).length === 0 || length > LONGEST) return;
  const asker = { teamId: readTeamId(body), userId: body.user.id };
  // It lies below the window of its link.
  if ((await store.links.findByNonce(asker.teamId, metadata.nonce)) !== null) return;
  halfFilled.keep(asker, typed);
};
