import type { SlashCommand } from '@slack/bolt';
import { readDateWords } from '../reports/date-words.ts';
import { postResponse } from '../reports/post-response.ts';
import { sayWhenSlow } from '../reports/say-when-slow.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { permit } from '../workspaces/roles.ts';
import { readTeam } from './read-team.ts';
import type { TeamDependencies } from './team-dependencies.ts';
import { buildTeamHelp, buildTeamWaiting } from './team-view.ts';

/** `/paylink team last week`: who made what, and what came of it. Call it after the ack, under `guard`. */
export const handleTeamCommand = async (
  {
    command,
    words,
    tell,
  }: {
    command: Pick<SlashCommand, 'team_id' | 'user_id' | 'response_url'>;
    words: string;
    tell: (text: string) => Promise<unknown>;
  },
  dependencies: TeamDependencies,
): Promise<void> => {
  const { clock, timeZone, reports, work } = dependencies;
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  if (!(await permit(asker, 'read-reports', dependencies, tell))) return;
  const to = { url: command.response_url, isReplacing: false };
  const { span } = readDateWords(words, { now: clock.now(), timeZone });
  if (span === null) return postResponse(to, buildTeamHelp(words), reports);
  const reading = readTeam(asker, { by: 'person', ...span }, dependencies);
  const waiting = () => postResponse(to, buildTeamWaiting(), reports);
  await work.track(
    sayWhenSlow(reading, dependencies, waiting).then((shown) => postResponse(to, shown, reports)),
  );
};
