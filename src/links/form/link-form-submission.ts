import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { noteFailure } from '../../request-context.ts';
import { afterSubmission } from '../../slack/listener.ts';
import { readTeamId } from '../../slack/read-origin.ts';
import { mayExist } from '../../store/link-states.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { readForm } from './form-metadata.ts';
import { showInvoiceHolder } from './show-invoice-holder.ts';
import { showOutcome } from './show-outcome.ts';
import { type SubmittedForm, type TakenForm, takeForm } from './take-form.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/**
 * The form was submitted: check it, write the link down, answer Slack, and only then ask the service. The
 * answer to Slack never waits for the service.
 */
export const handleLinkFormSubmission = async (
  { ack, body, view, client }: SubmitArgs,
  dependencies: LinkDependencies,
): Promise<void> => {
  const { log, ids } = dependencies;
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
      choice: { acknowledged: [], knownUntil: null, replacesLinkId: null, besideLinkId: null },
    };
    form.choice = await readChoice(form, dependencies);
    taken = await takeForm(form, client, dependencies);
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
    await afterSubmission('link_form', body, dependencies, () =>
      showInvoiceHolder({ ...form, holder, viewId: view.id }, client, dependencies),
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
  await afterSubmission('link_form', body, dependencies, async () =>
    showOutcome(await send(), view.id, dependencies),
  );
};

/**
 * A form that replaces an uncertain link comes from someone who has already answered the question about it.
 */
async function readChoice(
  { metadata: { replacesLinkId }, by, choice }: SubmittedForm,
  { store }: LinkDependencies,
): Promise<SubmittedForm['choice']> {
  const replaced = replacesLinkId === null ? null : await store.links.find(by.teamId, replacesLinkId);
  if (replaced === null || !mayExist(replaced.state) || replaced.ownerId !== by.creatorId) return choice;
  return { ...choice, acknowledged: [replaced.id], replacesLinkId: replaced.id };
}

/** Every form has it; filled in anew, it has another id. */
const findAmountBlock = (values: object): string =>
  Object.keys(values).find((id) => /^invoiceAmount\b/.test(id)) ?? 'invoiceAmount';
