import type { WebClient } from '@slack/web-api';
import type { Request } from '../../app-parts.ts';
import type { Answer, Replace, Sent } from '../../slack/submit.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { findPermalink, type LinkPress } from '../card/find-link.ts';
import { NEW_SALE, readNextOfSale } from '../issuing/next-of-sale.ts';
import { readLinkQuestion } from '../issuing/questions.ts';
import { readForm, readQuestion } from './form-metadata.ts';
import { remarkInvoiceTaken } from './form-remarks-view.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildFormNotTaken } from './link-result-view.ts';
import { isMadeElsewhere, sendAndShow } from './show-outcome.ts';
import { type SubmittedForm, takeForm } from './take-form.ts';

/**
 * *Create link*: checks the form, writes the link down, answers Slack, and only then asks the service. The
 * answer to Slack never waits for the service.
 */
export const handleLinkFormSubmission = async (
  { teamId, userId, userName, view, client, replace }: Sent,
  request: Request,
): Promise<Answer> => {
  const read = readForm({ privateMetadata: view.metadata, values: view.values });
  const ofSale = await readNextOfSale(read.metadata.after, { teamId, userId }, request);
  const form = { ...read, by: { teamId, creatorId: userId, creatorName: userName, ...ofSale } };
  const taken = await takeForm(form, client, request);
  if ('push' in taken) return taken;
  const window = { teamId, userId, viewId: view.id };
  if ('errors' in taken) {
    const { errors, holder } = taken;
    return {
      errors,
      ...(holder && { afterwards: () => showInvoiceHolder(form, holder, { ...window, client }, request) }),
    };
  }
  const { show, made } = taken;
  return { show, ...(made && { afterwards: () => sendAndShow(made, window, replace, request) }) };
};

/** Redraws the form with a link to the holder's card, because the error under a field cannot show links. */
async function showInvoiceHolder(
  { metadata, values }: SubmittedForm,
  holder: Link,
  { viewId, client }: { viewId: string; client: WebClient },
  request: Request,
): Promise<void> {
  const permalink = await findPermalink(holder, client, request);
  const view = buildLinkForm({
    values,
    metadata,
    settings: await request.settings.of(holder.teamId),
    now: request.clock.now(),
    timeZone: request.timeZone,
    remarks: [remarkInvoiceTaken(holder, values.Invoice_Id ?? '', permalink)],
  });
  try {
    await updateView({ viewId, view }, request);
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    // The error under the field still says it, without the link.
    request.log.info({ link: holder.id, reason: error.code }, 'form not updated');
  }
}

/**
 * The answer to the question about duplicates. Takes the form as it was submitted, and replaces the question
 * with the outcome. `isSame`: the new link is for the sale of the earlier one, in its place.
 */
const createChoice =
  (isSame: boolean) =>
  async ({ about: other, place, args }: LinkPress, request: Request): Promise<void> => {
    if (place.view === null) throw new Error('a question about duplicates was not in a modal');
    const viewId = place.view.id;
    const replace: Replace = (view) => updateView({ viewId, view }, request);
    const { question, ...form } = readQuestion(place.view.privateMetadata);
    const { teamId, userId } = place;
    const { user } = args.body;
    const next = await readNextOfSale(form.metadata.after, place, request);
    const by = {
      ...{ teamId, creatorId: userId, creatorName: user.name ?? user.username },
      ...(isSame
        ? { saleId: other.saleId, after: other.id }
        : next.saleId === other.saleId
          ? NEW_SALE
          : next),
      consent: await readLinkQuestion(teamId, question, request),
    };
    const taken = await takeForm({ ...form, by }, args.client, request);
    if ('errors' in taken) return void (await replace(buildFormNotTaken(Object.values(taken.errors))));
    if ('push' in taken) return void (await replace(taken.push));
    const { show, made } = taken;
    if (made !== null && isMadeElsewhere(made)) return;
    try {
      await replace(show);
    } catch (error) {
      // The link is written down and is made anyway.
      if (made === null || !(error instanceof ViewRefused)) throw error;
      request.log.info({ reason: error.code }, 'progress not shown');
    }
    if (made !== null) await sendAndShow(made, { teamId, userId, viewId }, replace, request);
  };

export const handleReplacesLink = createChoice(true);

export const handleAnotherSale = createChoice(false);
