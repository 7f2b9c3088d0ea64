import { noFigures, type SaleFigures } from '../../src/figures/sale-figures.ts';
import {
  buildTeamFigures,
  buildTeamFileDone,
  buildTeamHelp,
  buildTeamNothing,
  buildTeamWaiting,
  type TeamShown,
} from '../../src/team/team-view.ts';
import { type Cast, message, part, type Story } from './story.ts';

const DATES = '9 – 15 Nov 2026';

const figures = (made: number, paid: number): SaleFigures => {
  const sum = (count: number) => ({ count, fils: count * 1_250_000 });
  const none = noFigures();
  return {
    ...none,
    made: sum(made),
    received: sum(paid),
    now: { ...none.now, paid: sum(paid), stillToCome: sum(made - paid) },
    paidWithin: [0, 0, 0, paid],
  };
};

export const listTeam = ({ channelId, personId }: Cast): Story[] => {
  const pointer = JSON.stringify({ by: 'channel', from: 1_794_340_800_000, to: 1_794_945_599_000 });
  const shown = (by: TeamShown['by'], rows: TeamShown['rows']) =>
    buildTeamFigures({
      by,
      name: 'last week',
      dates: DATES,
      all: figures(120, 97),
      rows,
      pointers: { other: pointer, file: pointer },
    });
  const people = shown(
    'person',
    Array.from({ length: 40 }, (_, n) => ({ id: personId, figures: figures(120 - n, 80 - n) })),
  );
  const channels = shown('channel', [
    { id: channelId, figures: figures(1, 1) },
    { id: null, figures: figures(3, 0) },
  ]);
  return [
    part('team, by person', 'channel', buildTeamFigures, people.rich),
    part('team, by person without a table', 'channel', buildTeamFigures, people.plain),
    part('team, by channel', 'channel', buildTeamFigures, channels.rich),
    message('team, nothing made', 'channel', buildTeamNothing, { name: null, dates: DATES }),
    message('team, slow', 'channel', buildTeamWaiting),
    message('team, not dates', 'channel', buildTeamHelp, 'lunch <500>'),
    message('team, file done', 'channel', buildTeamFileDone, 12, 'team.xlsx'),
    message('team, file empty', 'channel', buildTeamFileDone, 0, 'team.xlsx'),
  ];
};
