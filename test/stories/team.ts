import { noFigures, type SaleFigures } from '../../src/figures/sale-figures.ts';
import {
  buildTeamFigures,
  buildTeamFileDone,
  buildTeamHelp,
  buildTeamNothing,
  buildTeamWaiting,
} from '../../src/team/team-view.ts';
import { type Cast, message, part, type Story } from './story.ts';

const DATES = '9 – 15 Nov 2026';

const TO_COME = { count: 23, fils: 28_750_000 };

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

export const listTeam = ({ personId }: Cast): Story[] => {
  const shown = buildTeamFigures({
    name: 'last week',
    dates: DATES,
    all: { figures: figures(120, 97), toCome: TO_COME },
    rows: Array.from({ length: 40 }, (_, n) => ({
      ...{ id: personId, figures: figures(120 - n, 80 - n), toCome: TO_COME },
    })),
    pointer: JSON.stringify({ from: 1_794_340_800_000, to: 1_794_945_599_000 }),
  });
  return [
    part('team', 'channel', buildTeamFigures, shown.rich),
    part('team, without a table', 'channel', buildTeamFigures, shown.plain),
    message('team, nothing made', 'channel', buildTeamNothing, { name: null, dates: DATES }),
    message('team, slow', 'channel', buildTeamWaiting),
    message('team, not dates', 'channel', buildTeamHelp, 'lunch <500>'),
    message('team, file done', 'channel', buildTeamFileDone, 12, 'team.xlsx'),
    message('team, file empty', 'channel', buildTeamFileDone, 0, 'team.xlsx'),
  ];
};
