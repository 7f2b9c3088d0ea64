import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { DECLINE } from '../../messages/decline-view.ts';
import { afterSubmission } from '../after-submission.ts';
import { tellRefusal } from '../approval-press.ts';
import type { ListenerDependencies } from '../deps.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [DECLINE.reason]: z.object({ [DECLINE.reason]: z.object({ value: z.string().nullish() }) }),
});

/** The reason was given: the window closes, the card says no, and the maker reads why. */
export const handleDeclineSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { approvals } = dependencies;
  const reason = valuesSchema.parse(view.state.values)[DECLINE.reason][DECLINE.reason].value?.trim() ?? '';
  if (reason === '') {
    await ack({ response_action: 'errors', errors: { [DECLINE.reason]: 'Say why, in a word or two.' } });
    return;
  }
  await ack();
  await afterSubmission('decline', body, dependencies, async ({ asker: { teamId, userId }, tell }) => {
    const outcome = await approvals.decline({ teamId, id: view.private_metadata, by: userId, reason });
    if (outcome.outcome === 'refused') await tellRefusal(outcome, userId, dependencies, tell);
  });
};
