import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { DECLINE } from '../../messages/decline-view.ts';
import { tellRefusal } from '../approval-press.ts';
import type { ListenerDependencies } from '../deps.ts';
import { guard } from '../guard.ts';
import { readTeamId } from '../read-team-id.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [DECLINE.reason]: z.object({ [DECLINE.reason]: z.object({ value: z.string().nullish() }) }),
});

/** The reason was given: the window closes, the card says no, and the maker reads why. */
export const handleDeclineSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  const { approvals, patientClient, work } = dependencies;
  const reason = valuesSchema.parse(view.state.values)[DECLINE.reason][DECLINE.reason].value?.trim() ?? '';
  if (reason === '') {
    await ack({ response_action: 'errors', errors: { [DECLINE.reason]: 'Say why, in a word or two.' } });
    return;
  }
  await ack();
  const tell = (text: string) => patientClient.chat.postMessage({ channel: body.user.id, text });
  await work.track(
    guard(
      dependencies,
      'decline submitted',
      async () => {
        const teamId = readTeamId(body);
        const ask = { teamId, id: view.private_metadata, by: body.user.id };
        const outcome = await approvals.decline({ ...ask, reason });
        if (outcome.outcome === 'refused') await tellRefusal(outcome, ask.by, dependencies, tell);
      },
      tell,
    ),
  );
};
