import { z } from 'zod';
import { postResponse } from '../reports/post-response.ts';
import { buildReportEvent } from '../reports/report-event.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import { permit } from '../workspaces/roles.ts';
import { readTeam } from './read-team.ts';
import type { TeamDependencies } from './team-dependencies.ts';
import { TEAM_FILE_JOB, type TeamFilePayload } from './team-file-job.ts';
import { buildTeamFileStarted } from './team-file-view.ts';
import { parseTeamPointer, type TeamPointer } from './team-pointer.ts';

const bodySchema = z.object({ response_url: z.string() });

const readPointer = async (
  { place, tell }: Pick<Pressed, 'place' | 'tell'>,
  needed: 'read-reports' | 'export',
  dependencies: TeamDependencies,
): Promise<TeamPointer | null> => {
  if (!(await permit(place, needed, dependencies, tell))) return null;
  const pointer = parseTeamPointer(place.value);
  if (pointer === null) await tell('This button no longer works. Run `/paylink team` again.');
  return pointer;
};

/** The same days by person or by channel, in place of the other. */
export const handleTeamTurn = createButton<TeamDependencies>('team_turn', async (pressed, dependencies) => {
  const pointer = await readPointer(pressed, 'read-reports', dependencies);
  if (pointer === null) return;
  const { response_url: url } = bodySchema.parse(pressed.args.body);
  await postResponse(
    { url, isReplacing: true },
    await readTeam(pressed.place, pointer, dependencies),
    dependencies.reports,
  );
});

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

const handleFile = (format: TeamFilePayload['format']) =>
  createButton<TeamDependencies>(`team_${format}`, async (pressed, dependencies) => {
    const { place, tell } = pressed;
    const pointer = await readPointer(pressed, 'export', dependencies);
    if (pointer === null) return;
    const { store, audit, jobWorker, ids, clock, timeZone } = dependencies;
    const { teamId, userId } = place;
    const { from, to } = pointer;
    const at = clock.now();
    const asked = { teamId, userId, kind: 'links', span: { from, to } } as const;
    const event = buildReportEvent('report-exported', asked, null, { timeZone });
    // Recorded before the file exists, so that nobody has a file without an entry in the audit trail.
    await audit.write({ ...event, subject: 'team', detail: { ...event.detail, format } });
    const isNew = await store.jobs.add(
      {
        id: ids.job(),
        teamId,
        kind: TEAM_FILE_JOB,
        key: `team-file:${teamId}:${userId}:${from}-${to}:${format}:${Math.floor(at / SAME_PRESS_MS)}`,
        payload: { userId, from, to, format } satisfies TeamFilePayload,
        dueAt: at,
      },
      at,
    );
    jobWorker.wake();
    await tell(buildTeamFileStarted(isNew));
  });

export const handleTeamCsv = handleFile('csv');
export const handleTeamXlsx = handleFile('xlsx');
