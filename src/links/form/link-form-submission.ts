import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Request } from '../../app-parts.ts';
import { noteFailure } from '../../request-context.ts';
import { createButton } from '../../slack/button.ts';
import { afterSubmission } from '../../slack/listener.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { updateView, ViewRefused } from '../../slack/views.ts';
import { describeShown } from '../../store/consent.ts';
import type { Link } from '../../store/link.ts';
import { isDoubtful } from '../../store/link-states.ts';
import { findColleagueLink, findPermalink } from '../card/find-link.ts';
import { parseQuestionMetadata, readForm } from './form-metadata.ts';
import { remarkInvoiceTaken } from './form-remarks-view.ts';
import { buildLinkForm } from './link-form-view.ts';
import { buildFormNotTaken } from './link-result-view.ts';
import { readLinkQuestion } from './questions.ts';
import { sendAndShow } from './show-outcome.ts';
import { type SubmittedForm, type TakenForm, takeForm } from './take-form.ts';

/**
 * *Create link*: checks the form, writes the link down, answers Slack, and only then asks the service. The
 * answer to Slack never waits for the service.
 */
export const handleLinkFormSubmission = async (
  { ack, body, view, client }: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  request: Request,
): Promise<void> => {
  const { log, ids } = request;
  let form: SubmittedForm;
  let taken: TakenForm;
  try {
    form = {
      ...readForm({ privateMetadata: view.private_metadata, values: view.state.values }),
      by: {
        teamId: readTeamId(body),
        creatorId: body.user.id,
        creatorName: body.user.name,
      },
      consent: null,
      choice: { replacesLinkId: null, besideLinkId: null },
    };
    form = { ...form, ...(await readReplaced(form, request)) };
    taken = await takeForm(form, client, request);
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'form not taken');
    await ack({
      response_action: 'errors',
      errors: {
        [findAmountBlock(view.state.values)]:
          `Paylink could not take this form, and no link was made. Try again; if it happens again, give reference ${reference} to the person who looks after Paylink.`,
      },
    });
    return;
  }

  if ('errors' in taken) {
    const { errors, holder } = taken;
    await ack({ response_action: 'errors', errors });
    if (holder === null) return;
    await afterSubmission('link_form', body, request, () =>
      showInvoiceHolder(form, holder, { viewId: view.id, client }, request),
    );
    return;
  }
  if ('question' in taken) {
    await ack({ response_action: 'push', view: taken.question });
    return;
  }
  const { send } = taken;
  await ack({ response_action: 'update', view: taken.view });
  if (send === null) return;
  await afterSubmission('link_form', body, request, () => sendAndShow(send, view.id, request));
};

/**
 * *Make another anyway*, or *Try again* with a change: the creator of a link in doubt has agreed to replace it, as long as it is in
 * doubt. It counts as shown that way.
 */
async function readReplaced(
  { metadata: { replacesLinkId }, by }: Pick<SubmittedForm, 'metadata' | 'by'>,
  { store, clock }: Request,
): Promise<Pick<SubmittedForm, 'consent' | 'choice'>> {
  const found = replacesLinkId === null ? null : await store.links.find(by.teamId, replacesLinkId);
  if (found?.ownerId !== by.creatorId)
    return { consent: null, choice: { replacesLinkId: null, besideLinkId: null } };
  return {
    consent: { shown: [describeShown({ id: found.id, state: 'unknown', payment: null })], at: clock.now() },
    choice: { replacesLinkId: isDoubtful(found) ? found.id : null, besideLinkId: null },
  };
}

/** Every form has this field; once refilled, its block has another id. */
const findAmountBlock = (values: object): string =>
  Object.keys(values).find((id) => /^invoiceAmount\b/.test(id)) ?? 'invoiceAmount';

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
    settings: await request.settings.ofForm(holder.teamId, metadata.askedIn),
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
 * with the outcome. `relation`: the new link replaces the earlier one, or is another sale.
 */
const createChoice = (name: string, relation: 'replacesLinkId' | 'besideLinkId') =>
  createButton<Request>(name, async ({ place, tell, args }, request) => {
    if (place.view === null) throw new Error('a question about duplicates was not in a modal');
    const viewId = place.view.id;
    const { values, question, ...metadata } = parseQuestionMetadata(place.view.privateMetadata);
    const other = await findColleagueLink(place, request, tell);
    if (!other) return;
    const { user } = args.body;
    const by = { teamId: place.teamId, creatorId: place.userId, creatorName: user.name ?? user.username };
    const { choice } = await readReplaced({ metadata, by }, request);
    const form: SubmittedForm = {
      ...{ metadata, values, by },
      consent: await readLinkQuestion(by.teamId, question, request),
      choice: { ...choice, [relation]: other.id },
    };
    const taken = await takeForm(form, args.client, request);
    if ('errors' in taken) {
      const view = buildFormNotTaken(Object.values(taken.errors));
      await updateView({ viewId, view }, request);
      return;
    }
    if ('question' in taken) {
      await updateView({ viewId, view: taken.question }, request);
      return;
    }
    const { view, send, isUnderWay } = taken;
    // A second press: the first one's link is already under way, and the first press shows the outcome.
    if (isUnderWay && send === null) return;
    try {
      await updateView({ viewId, view }, request);
    } catch (error) {
      // The link is written down and is made anyway.
      if (send === null || !(error instanceof ViewRefused)) throw error;
      request.log.info({ reason: error.code }, 'progress not shown');
    }
    if (send !== null) await sendAndShow(send, viewId, request);
  });

export const handleReplacesLink = createChoice('replaces_link', 'replacesLinkId');

export const handleAnotherSale = createChoice('another_sale', 'besideLinkId');
