import type { RespondArguments, SlashCommand } from '@slack/bolt';
import { createButton } from '../slack/button.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { permit } from '../workspaces/members.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { buildScheduleList, type ListedSchedule } from './schedule-list-view.ts';
import { describeScheduled, scheduledSchema } from './schedule-words.ts';

/** `/paylink exports`: the scheduled exports, with a button to stop each. Call it after the ack, under `guard`. */
export const handleExportsCommand = async (
  {
    command,
    respond,
    tell,
  }: {
    command: Pick<SlashCommand, 'team_id' | 'user_id'>;
    respond: (message: RespondArguments) => Promise<unknown>;
    tell: (text: string) => Promise<unknown>;
  },
  dependencies: ExportDependencies,
): Promise<void> => {
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  if (!(await permit(asker, 'export', dependencies, tell))) return;
  const { timeZone } = dependencies;
  const listed = await list(asker.teamId, dependencies);
  await respond({ response_type: 'ephemeral', ...buildScheduleList(listed, { timeZone }) });
};

async function list(teamId: string, { store }: ExportDependencies): Promise<ListedSchedule[]> {
  const schedules = await store.schedules.list(teamId, 'export');
  return Promise.all(
    schedules.map(async (schedule) => ({
      ...schedule,
      ...scheduledSchema.parse(schedule.what),
      nextAt: await store.schedules.nextDueAt(teamId, schedule.id),
    })),
  );
}

/** *Stop*, in the list: anybody who may export may stop any of them. */
export const handleScheduleStop = createButton<ExportDependencies>(
  'export_schedule_stop',
  async ({ place, tell, args }, dependencies) => {
    const { store, jobWorker, ids, clock, timeZone } = dependencies;
    const { teamId, userId, value } = place;
    if (!(await permit(place, 'export', dependencies, tell))) return;
    const known = value === null ? null : await store.schedules.find(teamId, value);
    if (known?.kind !== 'export') {
      await tell('Paylink has no such export here: it may have been stopped. See `/paylink exports`.');
      return;
    }
    const scheduled = { ...known, ...scheduledSchema.parse(known.what) };
    const at = clock.now();
    await store.schedules.stop(teamId, known.id, at, {
      entry: {
        id: ids.auditEntry(),
        teamId,
        at,
        actorId: userId,
        action: 'export-schedule-stopped',
        subject: known.id,
        detail: { report: scheduled.kind, in: known.channelId },
      },
    });
    jobWorker.wake();
    const note = `Stopped: ${describeScheduled(scheduled, timeZone)}.`;
    await args.respond({
      response_type: 'ephemeral',
      replace_original: true,
      ...buildScheduleList(await list(teamId, dependencies), { timeZone, note }),
    });
  },
);
