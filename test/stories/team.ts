import type { LinkTally } from '../../src/team/team-figures-store.ts';
import {
  buildTeamFigures,
  buildTeamFileAsked,
  buildTeamFileDone,
  buildTeamFileFailed,
  buildTeamFileRefused,
  buildTeamFileStarted,
  buildTeamHelp,
  buildTeamNothing,
  buildTeamWaiting,
  type TeamShown,
} from '../../src/team/team-view.ts';
import { type Cast, message, part, type Story, sentence } from './story.ts';

const DATES = '9 – 15 Nov 2026';

const tally = (made: number, paid: number): LinkTally => ({
  made,
  madeFils: made * 1_250_000,
  paid,
  paidFils: paid * 1_250_000,
  waiting: made - paid,
  waitingFils: (made - paid) * 1_250_000,
  paidAfterMs: paid * 600_000,
  paidWithin: [0, 0, 0, paid],
});

export const listTeam = ({ channelId, personId }: Cast): Story[] => {
  const pointer = JSON.stringify({ by: 'channel', from: 1_794_340_800_000, to: 1_794_945_599_000 });
  const shown = (by: TeamShown['by'], rows: TeamShown['rows']) =>
    buildTeamFigures({
      by,
      name: 'last week',
      dates: DATES,
      all: tally(120, 97),
      rows,
      pointers: { other: pointer, file: pointer },
    });
  const people = shown(
    'person',
    Array.from({ length: 40 }, (_, n) => ({ id: personId, tally: tally(120 - n, 80 - n) })),
  );
  const channels = shown('channel', [
    { id: channelId, tally: tally(1, 1) },
    { id: null, tally: tally(3, 0) },
  ]);
  return [
    part('team, by person', 'channel', buildTeamFigures, people.rich),
    part('team, by person without a table', 'channel', buildTeamFigures, people.plain),
    part('team, by channel', 'channel', buildTeamFigures, channels.rich),
    message('team, nothing made', 'channel', buildTeamNothing, { name: null, dates: DATES }),
    message('team, slow', 'channel', buildTeamWaiting),
    message('team, not dates', 'channel', buildTeamHelp, 'lunch <500>'),
    message('team, file asked for', 'channel', buildTeamFileAsked, DATES),
    message('team, file done', 'channel', buildTeamFileDone, 12, 'team.xlsx'),
    message('team, file empty', 'channel', buildTeamFileDone, 0, 'team.xlsx'),
    message('team, file failed', 'channel', buildTeamFileFailed, 'file_uploads_disabled'),
    message('team, file refused', 'channel', buildTeamFileRefused),
    sentence('team, file started', buildTeamFileStarted, true),
  ];
};
