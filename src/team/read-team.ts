import type { Message } from '../blocks/message.ts';
import { isChannel } from '../blocks/place.ts';
import { describeSpan, wholeSeconds } from '../reports/date-span.ts';
import { nameSpan } from '../reports/date-words.ts';
import { buildReportEvent } from '../reports/report-event.ts';
import type { TwinMessage } from '../reports/report-view.ts';
import type { LinkTally, TeamFigures } from '../store/team-figures.ts';
import type { TeamDependencies } from './team-dependencies.ts';
import { type TeamPointer, writeTeamPointer } from './team-pointer.ts';
import { buildTeamFigures, buildTeamNothing } from './team-view.ts';

/** Links in direct messages are one row, whoever’s they are. Its id is null. */
interface TeamRow {
  id: string | null;
  tally: LinkTally;
}

/** Also adds an entry to the audit trail for the person who reads it. */
export const readTeam = async (
  { teamId, userId }: { teamId: string; userId: string },
  { by, from, to }: TeamPointer,
  { store, audit, clock, timeZone }: TeamDependencies,
): Promise<Message | TwinMessage> => {
  const span = { from, to };
  const figures = await store.teamFigures.made(teamId, wholeSeconds(span));
  const event = buildReportEvent('report-read', { teamId, userId, kind: 'links', span }, null, { timeZone });
  await audit.write({ ...event, subject: 'team' });
  const shown = {
    name: nameSpan(span, { now: clock.now(), timeZone }),
    dates: describeSpan(span, timeZone),
  };
  if (figures.all.made === 0) return buildTeamNothing(shown);
  const turned = by === 'person' ? 'channel' : 'person';
  return buildTeamFigures({
    ...shown,
    by,
    all: figures.all,
    rows: by === 'person' ? listPeople(figures) : listChannels(figures),
    pointers: {
      turned: writeTeamPointer({ by: turned, from, to }),
      file: writeTeamPointer({ by, from, to }),
    },
  });
};

export const listPeople = ({ byOwner }: TeamFigures): TeamRow[] =>
  sortRows([...byOwner].map(([id, tally]) => ({ id, tally })));

export const listChannels = ({ byPlace }: TeamFigures): TeamRow[] => {
  const channels = [...byPlace].filter(([id]) => isChannel(id)).map(([id, tally]) => ({ id, tally }));
  const direct = [...byPlace].filter(([id]) => !isChannel(id)).map(([, tally]) => tally);
  return sortRows(direct.length === 0 ? channels : [...channels, { id: null, tally: direct.reduce(add) }]);
};

const sortRows = (rows: TeamRow[]): TeamRow[] =>
  rows.toSorted(
    (one, other) =>
      other.tally.paidFils - one.tally.paidFils ||
      other.tally.made - one.tally.made ||
      (one.id ?? '').localeCompare(other.id ?? ''),
  );

const add = (one: LinkTally, other: LinkTally): LinkTally => ({
  made: one.made + other.made,
  madeFils: one.madeFils + other.madeFils,
  paid: one.paid + other.paid,
  paidFils: one.paidFils + other.paidFils,
  waiting: one.waiting + other.waiting,
  waitingFils: one.waitingFils + other.waitingFils,
  paidAfterMs: one.paidAfterMs + other.paidAfterMs,
  paidWithin: one.paidWithin.map((count, at) => count + (other.paidWithin[at] ?? 0)),
});
