import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, SlashCommand, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type ExportDependencies, startReconciliation } from '../exports/start-export.ts';
import { afterSubmission } from '../slack/listener.ts';
import { openView } from '../slack/open-view.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { permit } from '../workspaces/members.ts';
import { listMonths, parseMonth, readMonthWords } from './month-words.ts';
import { buildReconcileForm, RECONCILE_FORM } from './reconcile-form-view.ts';

const metadataSchema = z.object({ channelId: z.string() });

/** `/paylink reconcile last month`: makes the file. Without a month that we can read, asks for it in a form. */
export const handleReconcile = async (
  {
    command,
    words,
    client,
    tell,
  }: {
    command: Pick<SlashCommand, 'team_id' | 'user_id' | 'channel_id' | 'trigger_id' | 'enterprise_id'>;
    words: string;
    client: WebClient;
    tell: (text: string) => Promise<unknown>;
  },
  dependencies: ExportDependencies,
): Promise<void> => {
  const { clock, timeZone } = dependencies;
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  const at = { now: clock.now(), timeZone };
  const month = readMonthWords(words, at);
  if (month !== null) {
    if (!(await permit(asker, 'export', dependencies, tell))) return;
    await tell(await startReconciliation({ ...asker, month }, dependencies));
    return;
  }
  const form = buildReconcileForm({
    months: listMonths(at),
    unread: words.trim() || null,
    metadata: JSON.stringify({ channelId: command.channel_id } satisfies z.infer<typeof metadataSchema>),
  });
  await openView(
    {
      client,
      place: { triggerId: command.trigger_id, view: null },
      tell,
      first: { form: () => form },
      read: async (refuse) => ((await permit(asker, 'export', dependencies, refuse)) ? { view: form } : null),
    },
    dependencies,
  );
};

const valuesSchema = z.object({
  [RECONCILE_FORM.month]: z.object({
    [RECONCILE_FORM.month]: z.object({ selected_option: z.object({ value: z.string() }) }),
  }),
});

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** The person chose a month: the window closes, and the answer appears where the command was typed. */
export const handleReconcileSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ExportDependencies,
): Promise<void> => {
  await ack();
  const { clock, timeZone, patientClient } = dependencies;
  await afterSubmission(RECONCILE_FORM.callbackId, body, dependencies, async ({ asker, tell }) => {
    const { channelId } = metadataSchema.parse(JSON.parse(view.private_metadata));
    const chosen = valuesSchema.parse(view.state.values)[RECONCILE_FORM.month][RECONCILE_FORM.month];
    if (!(await permit(asker, 'export', dependencies, tell))) return;
    const month = parseMonth(chosen.selected_option.value, { now: clock.now(), timeZone });
    if (month === null) {
      await tell('That month has not begun. Type `/paylink reconcile` and choose another.');
      return;
    }
    const answer = await startReconciliation({ ...asker, month }, dependencies);
    // Paylink may not be in the channel.
    await patientClient.chat
      .postEphemeral({ channel: channelId, user: asker.userId, text: answer })
      .catch(() => tell(answer));
  });
};
