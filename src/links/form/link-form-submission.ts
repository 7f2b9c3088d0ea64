import type { WebClient } from '@slack/web-api';
import type { Request } from '../../app-parts.ts';
import type { Answer, Replace, Sent } from '../../slack/submit.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { findPermalink, type LinkPress } from '../card/find-link.ts';
import { readNextOfSale } from '../issuing/next-of-sale.ts';
import { readLinkQuestion } from '../issuing/questions.ts';
import { parseQuestionMetadata, readForm } from './form-metadata.ts';
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
  const form: SubmittedForm = {
    ...read,
    by: { teamId, creatorId: userId, creatorName: userName },
    ...(await readNextOfSale(read.metadata.after, { teamId, userId }, request)),
  };
  const taken = await takeForm(form, client, request);
  if ('errors' in taken) {
    const { errors, holder } = taken;
    if (holder === null) return { errors };
    return {
      errors,
      afterwards: () => showInvoiceHolder(form, holder, { viewId: view.id, client }, request),
    };
  }
  if ('question' in taken) return { push: taken.question };
  const { view: shown, made } = taken;
  const window = { teamId, userId, viewId: view.id };
  return { show: shown, ...(made && { afterwards: () => sendAndShow(made, window, replace, request) }) };
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
    const { values, question, ...metadata } = parseQuestionMetadata(place.view.privateMetadata);
    const { user } = args.body;
    const by = { teamId: place.teamId, creatorId: place.userId, creatorName: user.name ?? user.username };
    const { choice } = await readNextOfSale(metadata.after, place, request);
    const own = choice.saleId === other.saleId ? { saleId: null } : choice;
    const form: SubmittedForm = {
      ...{ metadata, values, by },
      consent: await readLinkQuestion(by.teamId, question, request),
      choice: isSame ? { saleId: other.saleId, after: other.id } : own,
    };
    const taken = await takeForm(form, args.client, request);
    if ('errors' in taken) {
      await replace(buildFormNotTaken(Object.values(taken.errors)));
      return;
    }
    if ('question' in taken) {
      await replace(taken.question);
      return;
    }
    const { view, made } = taken;
    if (made !== null && isMadeElsewhere(made)) return;
    try {
      await replace(view);
    } catch (error) {
      // The link is written down and is made anyway.
      if (made === null || !(error instanceof ViewRefused)) throw error;
      request.log.info({ reason: error.code }, 'progress not shown');
    }
    const { teamId, userId } = place;
    if (made !== null) await sendAndShow(made, { teamId, userId, viewId }, replace, request);
  };

export const handleReplacesLink = createChoice(true);

export const handleAnotherSale = createChoice(false);
