import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { Asked } from '../../links/approvals.ts';
import type { LinkDraft, Reservation } from '../../links/issuer.ts';
import { type DraftFault, readDraft } from '../../links/read-draft.ts';
import { buildApprovalWaiting } from '../../messages/approval-waiting.ts';
import { explainFieldFault } from '../../messages/link-form-faults.ts';
import { blockOfField } from '../../messages/link-form-fields.ts';
import { buildLinkProgress } from '../../messages/link-progress.ts';
import { buildLinkResult } from '../../messages/link-result.ts';
import { parseAedAmount } from '../../payment-service/index.ts';
import { noteFailure } from '../../request-context.ts';
import { AboveCustomerLimitError } from '../../store/customer-sum.ts';
import { afterSubmission } from '../after-submission.ts';
import type { ListenerDependencies } from '../deps.ts';
import { parseFormMetadata } from '../form-metadata.ts';
import { buildFormWithDoubles } from '../form-with-doubles.ts';
import { readTeamId } from '../read-team-id.ts';
import { showOutcome } from '../show-outcome.ts';
import { parseLinkFormValues } from '../view-values.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/**
 * The form was submitted: check, write down, answer Slack, and only then ask the service. The answer to
 * Slack never waits for the service.
 */
export const handleLinkFormSubmission = async (
  { ack, body, view, client }: SubmitArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { clock, timeZone, log, ids } = dependencies;
  let written: Asked | Reservation;
  try {
    const metadata = parseFormMetadata(view.private_metadata);
    const values = parseLinkFormValues(view.state.values);
    const draft = readDraft(values, clock.now(), timeZone);
    const faults: DraftFault[] = [
      ...(draft.faults ?? []),
      ...(values.channel === null ? [{ field: 'channel', rule: 'missing', value: null }] : []),
    ];
    if (draft.request === null || values.channel === null) {
      await ack({ response_action: 'errors', errors: buildErrors(faults) });
      return;
    }
    written = await writeDown(
      {
        nonce: metadata.nonce,
        teamId: readTeamId(body),
        enterpriseId: body.enterprise?.id ?? null,
        channelId: values.channel,
        makerId: body.user.id,
        makerName: body.user.name,
        request: draft.request,
        expiresAt: draft.expiresAt,
        acknowledged: metadata.acknowledged,
      },
      dependencies,
    );
    if (written.doubles) {
      const { doubles } = written;
      const form = await buildFormWithDoubles({ metadata, values, doubles }, client, dependencies);
      await ack({ response_action: 'update', view: form });
      return;
    }
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference }, 'form not taken');
    await ack({
      response_action: 'errors',
      errors: {
        invoiceAmount: `Paylink could not take this form, and no link was made. Try again; if it happens again, give reference ${reference} to whoever looks after Paylink.`,
      },
    });
    return;
  }

  if ('approval' in written) {
    await ack({ response_action: 'update', view: buildApprovalWaiting(written.approval) });
    return;
  }
  const { link, send } = written;
  const isUnderWay = send !== null || link.state === 'reserved';
  await ack({
    response_action: 'update',
    view: isUnderWay ? buildLinkProgress(link.amountFils) : buildLinkResult({ link, timeZone }),
  });
  if (send === null) return;
  await afterSubmission('link_form', body, dependencies, async () =>
    showOutcome(await send(), view.id, dependencies),
  );
};

/**
 * Above the workspace's limit, alone or with what else this customer was asked for within a day, a second person must
 * agree first: then it is a wish, and nothing is to be sent.
 */
async function writeDown(
  draft: LinkDraft,
  { issuer, approvals, settings }: ListenerDependencies,
): Promise<Asked | Reservation> {
  const { approvalLimitFils } = await settings.of(draft.teamId);
  if (approvalLimitFils === null) return issuer.reserve(draft);
  const amountFils = parseAedAmount(String(draft.request.invoiceAmount));
  if (amountFils === null || amountFils > approvalLimitFils) return approvals.ask(draft, approvalLimitFils);
  try {
    const customerLimit = { limitFils: approvalLimitFils, shopEmail: null };
    return await issuer.reserve({ ...draft, customerLimit });
  } catch (error) {
    if (!(error instanceof AboveCustomerLimitError)) throw error;
    return approvals.ask(draft, approvalLimitFils, error.sumFils);
  }
}

function buildErrors(faults: DraftFault[]): Record<string, string> {
  return Object.fromEntries(faults.map((fault) => [blockOfField(fault.field), explainFieldFault(fault)]));
}
