import type { LinkTally } from '../../store/team-figures.ts';
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
} from '../../team/team-view.ts';
import { type Builder, type Cast, type Entry, type Said, sentences } from './entry.ts';

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

export const listTeam = ({ channelId, personId }: Cast): Entry[] => {
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
  const said = (name: string, builder: Builder, message: Said): Entry => ({
    name: `team, ${name}`,
    by: [builder],
    kind: 'message',
    place: 'channel',
    message,
  });
  return [
    said('by person', buildTeamFigures, people.rich),
    said('by person without a table', buildTeamFigures, people.plain),
    said('by channel', buildTeamFigures, channels.rich),
    said('nothing made', buildTeamNothing, buildTeamNothing({ name: null, dates: DATES })),
    said('slow', buildTeamWaiting, buildTeamWaiting()),
    said('not dates', buildTeamHelp, buildTeamHelp('lunch <500>')),
    said('file asked for', buildTeamFileAsked, buildTeamFileAsked(DATES)),
    said('file done', buildTeamFileDone, buildTeamFileDone(12, 'team.xlsx')),
    said('file empty', buildTeamFileDone, buildTeamFileDone(0, 'team.xlsx')),
    said('file failed', buildTeamFileFailed, buildTeamFileFailed('file_uploads_disabled')),
    said('file refused', buildTeamFileRefused, buildTeamFileRefused()),
    ...sentences([['team, file started', buildTeamFileStarted, buildTeamFileStarted(true)]]),
  ];
};
